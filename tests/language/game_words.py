"""What three Legendary boxes declare, as far as reading their sentences needs it; the objects attached are strings."""

from __future__ import annotations

from functools import cache

from cardscript.language.grammar import Lexicon
from cardscript.language.vocabulary import Vocabulary

NOUNS = """
Hero|Villain|Mastermind|Bystander|Wound|Henchman|Twist|Master Strike|Scheme|Scheme Twist|Tactic|S.H.I.E.L.D. Officer|
city space|Dark Portal|Villain Group|Henchman Group|Attack|Recruit|VP|Victory Pile|KO pile|Hero Deck|Villain Deck|HQ|
Rooftops|Bridge|Streets|Bank|Sewers|City|Escaped Villains pile|Wound stack|card effect|
Sidekick Deck|Enemy|Bystander Deck|KO|Escape Pile|HQ space|Vampire Neonate|Vampire Thrall|Blood Bank|Wagered Soul|Total|
wager|Strike|Escape|Darkhold Demon|Moonlight|Sunlight|Ambush|Hero card|Blood Frenzy|
Villainous Weapon|Artifact|Thrown Artifact|Ambush ability|Guardian Attack|Rooftops Conqueror|Sewers Conqueror|
Bridge Conqueror|Streets Conqueror|Bank Conqueror|Guardian|Frost Giant Invader|Moral Failing|Army of the Dead|Darkspear
"""
PLURAL_NOUNS = {"Guardian Defeated": "Guardians Defeated"}
NAMES = """
Blob|Mystique|Supreme HYDRA|HYDRA|Ultron|Whirlwind|Abomination|Green Goblin|the Lizard|Venom|Doombot Legion|
Enemies of Asgard|Brotherhood|Skrull|Killbot|Evil|
Lilith|Lilin|Zarathos|Skinner|Blackout|Sister Nil|Meatmarket|Salomé|The Fallen|Blade|Switchblade|Great Old One Chthon|
Stormbreaker|Mjolnir|Laufey|The Casket of Eternal Winters|The Casket of Ancient Winters|The Mangog|Ulik|Surtur|
The Eternal Flame|The Fenris Wolf|Hela|Malekith|Omens of Ragnarok|Dark Council|Surtur's Crown|Eternal Darkness|
Balder|Odin|Vidar|Tyr|Heimdall|Frey|Frigga|Warriors of Valhalla
"""
ADJECTIVES = "rightmost|leftmost|escaping|haunted|unhaunted|grey|revealed|demonically-possessed|Worthy"
ADVERBIALS = "No matter how many there were|forward"
VERBS = """
rescue {np}|defeat {np}|capture {np}|fight {np}|recruit {np}|carry away {np}|escape|
haunt [{np}]|hunt for Victims|reenter {np}|ascend|transform into {np}|bust|mark {np}|
throw {np}|push {np}|move forward to {np}|round up|cover {np}
"""
LABELS = """
Ambush|Fight|Escape|Always Leads|Master Strike|Setup|Special Rules|Twist|Evil Wins|Healing|Moonlight|Sunlight|
Chthon Wins|Artifact|Thrown Artifact
"""
ICONS = """
Covert|Tech|Strength|Instinct|Ranged|Avengers|X-Men|S.H.I.E.L.D.|Spider-Friends|Marvel Knights|Heroes of Asgard
"""


def items(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", "").split("|") if part.strip()]


def vocabulary() -> Vocabulary:
    words = Vocabulary()
    for noun in items(NOUNS):
        words.noun(noun, f"noun:{noun}")
    for noun, plural in PLURAL_NOUNS.items():
        words.noun(noun, f"noun:{noun}", plural=plural)
    for name in items(NAMES):
        words.name(name, f"name:{name}")
    for adjective in items(ADJECTIVES):
        words.adjective(adjective, f"adjective:{adjective}")
    for adverbial in items(ADVERBIALS):
        words.adverbial(adverbial, f"adverbial:{adverbial}")
    for template in items(VERBS):
        words.verb(template, f"verb:{template}")
    words.verb("KO {np}", "verb:KO {np}", forms={"past": "KO'd", "part": "KO'd", "s": "KOs", "ing": "KOing"})
    for label in items(LABELS):
        words.label(label, f"label:{label}")
    words.label_template("Patrol {np}", "template:Patrol {np}")
    for icon in items(ICONS):
        words.icon(f"[{icon}]", f"icon:{icon}")
    return words


@cache
def lexicon() -> Lexicon:
    return vocabulary().freeze()
