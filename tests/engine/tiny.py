"""Small games made by hand from typed nodes: a terse maker, and a deck-building loop to run and to measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardscript.engine.deal import Deal, stacked
from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from cardscript.language import program as p

THIS, YOU, ACTOR, OBJECT, AMOUNT, SOURCE, GOAL = (
    a.THIS,
    a.YOU,
    a.ACTOR,
    a.OBJECT,
    a.AMOUNT,
    a.SOURCE_PLACE,
    a.GOAL_PLACE,
)
ME = a.PlayerSlot(YOU)
IT = a.CardSlot(OBJECT)
SELF = a.CardSlot(THIS)
YES = a.Always()
NEVER = a.Always(False)


def n(value: int) -> a.Const:
    return a.Const(value)


def seq(*parts: a.Stmt) -> a.Stmt:
    return parts[0] if len(parts) == 1 else a.Seq(parts)


def unit(*parts: a.Stmt, text: str = "", slots: int = 16) -> a.Unit:
    return a.Unit(seq(*parts) if parts else a.Seq(()), slots, text)


def everyone(first: a.Player | None = None) -> a.Players:
    return a.Players(first or a.ActivePlayer())


@dataclass
class Tiny:
    """Collects the declarations of a game. Everything is named; `game()` closes it."""

    zones: list[p.ZoneDecl] = field(default_factory=list)
    kinds: list[p.KindDecl] = field(default_factory=lambda: [p.KindDecl("thing")])
    traits: list[p.TraitDecl] = field(default_factory=lambda: [p.TraitDecl("colour", ("red", "blue", "green"))])
    attributes: list[p.AttributeDecl] = field(
        default_factory=lambda: [p.AttributeDecl("Cost"), p.AttributeDecl("Power")]
    )
    resources: list[p.ResourceDecl] = field(default_factory=lambda: [p.ResourceDecl("Gold"), p.ResourceDecl("Might")])
    counters: list[p.CounterDecl] = field(default_factory=lambda: [p.CounterDecl("damage"), p.CounterDecl("shield")])
    labels: list[p.LabelDecl] = field(default_factory=list)
    verbs: list[p.VerbDecl] = field(default_factory=list)
    predicates: list[p.PredicateDecl] = field(default_factory=list)
    actions: list[p.ActionDecl] = field(default_factory=list)
    phases: list[p.PhaseDecl] = field(default_factory=list)
    endings: list[p.EndingDecl] = field(default_factory=list)
    standing: list[a.Stmt] = field(default_factory=list)
    triggers: list[a.Trigger] = field(default_factory=list)
    cards: list[p.CardDecl] = field(default_factory=list)
    score: a.Number | None = None

    def zone(self, name: str, **how: Any) -> int:
        self.zones.append(p.ZoneDecl(name, **how))
        return len(self.zones) - 1

    def kind(self, name: str, *parents: int, home: int = -1) -> int:
        self.kinds.append(p.KindDecl(name, parents, home))
        return len(self.kinds) - 1

    def verb(self, name: str, *body: a.Stmt, card: bool = True, actor: Any = "player", **how: Any) -> int:
        made = unit(*body, text=name) if body else None
        self.verbs.append(p.VerbDecl(name, name + "s", name + "ed", actor, card, made, **how))
        return len(self.verbs) - 1

    def label(self, name: str, mode: Any = "trigger", pattern: a.Pattern | None = None, ending: str = "") -> int:
        self.labels.append(p.LabelDecl(name, mode, pattern, ending))
        return len(self.labels) - 1

    def predicate(self, name: str, cond: a.Cond, of: Any = "card") -> int:
        self.predicates.append(p.PredicateDecl(name, of, cond, 16))
        return len(self.predicates) - 1

    def action(
        self,
        name: str,
        *body: a.Stmt,
        cards: a.Cards | None = None,
        cost: a.Number | None = None,
        resource: int = -1,
        refuse: Sequence[tuple[str, a.Cond]] = (),
        **how: Any,
    ) -> int:
        refusals = tuple(p.Refusal(text, when) for text, when in refuse)
        self.actions.append(p.ActionDecl(name, cards, refusals, resource, cost, unit(*body, text=name), **how))
        return len(self.actions) - 1

    def phase(self, name: str, *body: a.Stmt) -> int:
        self.phases.append(p.PhaseDecl(name, unit(*body, text=name)))
        return len(self.phases) - 1

    def ending(self, name: str, when: a.Cond | None = None, **how: Any) -> int:
        self.endings.append(p.EndingDecl(name, f"{name}!", name, when, 8, **how))
        return len(self.endings) - 1

    def card(
        self,
        name: str,
        *abilities: a.Ability,
        kind: int = 0,
        traits: Sequence[int] = (),
        group: str = "",
        **numbers: int,
    ) -> int:
        by_name = {attribute.name.lower(): i for i, attribute in enumerate(self.attributes)}
        printed = {by_name[key]: value for key, value in numbers.items()}
        lines = tuple(ability.unit.text for ability in abilities)
        shown = {0: tuple(traits)} if traits else {}
        self.cards.append(p.CardDecl(name, "set", kind, group, 1, printed, {}, shown, abilities, lines))
        return len(self.cards) - 1

    def game(self, most: int = 4) -> p.Game:
        return p.Game(
            id="tiny",
            title="Tiny",
            version="1",
            notice="",
            zones=tuple(self.zones),
            kinds=tuple(self.kinds),
            traits=tuple(self.traits),
            attributes=tuple(self.attributes),
            resources=tuple(self.resources),
            counters=tuple(self.counters),
            labels=tuple(self.labels),
            verbs=tuple(self.verbs),
            predicates=tuple(self.predicates),
            actions=tuple(self.actions),
            phases=tuple(self.phases),
            endings=tuple(self.endings),
            rulings=(),
            setup=p.SetupDecl(1, most),
            score=self.score,
            score_slots=16,
            cards=tuple(self.cards),
            setup_lines={},
            standing=tuple(self.standing),
            triggers=tuple(self.triggers),
            belongings=(),
            digest="",
            sources={},
        )

    def start(self, cards: Sequence[tuple[int, int, int, int]], players: int = 2, seed: int = 1, **how: Any) -> Machine:
        units = how.pop("units", ())
        first = how.pop("first", 0)
        return Machine(self.game(), Deal(players, first, stacked(cards), units), seed, how.pop("rulings", {}), **how)


def text(*body: a.Stmt, words: str = "line", **how: Any) -> a.Ability:
    return a.Ability("text", unit(*body, text=words), **how)


def labelled(label: int, *body: a.Stmt, words: str = "labelled", **how: Any) -> a.Ability:
    return a.Ability("label", unit(*body, text=words), label=label, **how)


def trigger(
    verb: int, where: a.Cond, *body: a.Stmt, words: str = "trigger", about_this: bool = False, **how: Any
) -> a.Ability:
    return a.Ability("trigger", unit(*body, text=words), pattern=a.Pattern(verb, where, about_this), **how)


def replace(verb: int, where: a.Cond, *body: a.Stmt, words: str = "replace", **how: Any) -> a.Ability:
    return a.Ability("replace", unit(*body, text=words), pattern=a.Pattern(verb, where), **how)


def static(*body: a.Stmt, words: str = "static", **how: Any) -> a.Ability:
    return a.Ability("static", unit(*body, text=words), **how)


def choices(machine: Machine) -> tuple[str, ...]:
    assert machine.pending is not None
    return machine.pending.options


def pick(machine: Machine, *names: str) -> None:
    """Answer by the names of options, or by a part of one that fits only one."""
    options = choices(machine)
    picks = []
    for name in names:
        fitting = [i for i, option in enumerate(options) if option == name] or [
            i for i, option in enumerate(options) if name in option
        ]
        assert len(fitting) == 1, (name, options)
        picks.append(fitting[0])
    machine.answer(picks)


class Dice:
    """A small generator of its own for random answers."""

    def __init__(self, seed: int) -> None:
        self.word = seed * 2654435761 % 4294967291 + 1

    def below(self, limit: int) -> int:
        self.word = self.word * 48271 % 2147483647
        return self.word % limit


def random_picks(machine: Machine, dice: Dice) -> list[int]:
    count = machine.raw_option_count()
    least, most = machine.bounds()
    wanted = least if least == most else least + dice.below(most - least + 1)
    if wanted == 1:
        return [dice.below(count)]
    left = list(range(count))
    return [left.pop(dice.below(len(left))) for _ in range(wanted)]


def play(machine: Machine, seed: int = 1, limit: int = 100_000) -> int:
    """Random answers until the game is over; how many there were."""
    dice = Dice(seed)
    for count in range(limit):
        if machine.state.pending is None:
            return count
        machine.answer(random_picks(machine, dice))
    return limit


# --- a deck-building loop -----------------------------------------------------------------------------------------
def deck_builder(inert: int = 0) -> tuple[p.Game, Any]:
    """Decks, hands and discard piles, a row of five shop cards that is refilled, a road of five that monsters walk
    along and leave, wounds, reactions, endings. Returns the game and what deals it for a number of players."""
    t = Tiny()
    colours = 3
    deck = t.zone("deck", per_player=True, sees="none", replenish=2)
    hand = t.zone("hand", per_player=True, sees="owner")
    discard = t.zone("discard", per_player=True)
    played = t.zone("played", per_player=True)
    trophies = t.zone("trophies", per_player=True)
    stock = t.zone("stock", sees="none")
    shop = t.zone("shop", spaces=("1", "2", "3", "4", "5"), refill=stock)
    dungeon = t.zone("dungeon", sees="none")
    road = t.zone("road", spaces=("cave", "wood", "ford", "field", "gate"))
    gone = t.zone("gone")
    wounds = t.zone("wounds")
    fled = t.zone("fled")
    unit_kind = t.kind("unit", home=stock)
    monster = t.kind("monster", home=dungeon)
    wound = t.kind("wound", home=wounds)

    def mine(zone: int) -> a.Place:
        return a.ZonePlace(zone, ME)

    # verbs
    draw = t.verb("draw", a.Move(IT, a.ZonePlace(hand, a.PlayerSlot(ACTOR))))
    toss = t.verb("toss", a.Move(IT, a.ZonePlace(discard, a.PlayerSlot(ACTOR))))
    bury = t.verb("bury", a.Move(IT, a.ZonePlace(gone)))
    gain = t.verb("gain", a.Move(IT, a.ZonePlace(discard, a.PlayerSlot(ACTOR))))
    play_ = t.verb("play")
    t.verbs[play_] = p.VerbDecl(
        "play",
        "plays",
        "played",
        "player",
        True,
        unit(
            a.Move(IT, mine(played)),
            a.GainResource(ME, 0, a.AttributeOf(IT, 2)),
            a.GainResource(ME, 1, a.AttributeOf(IT, 3)),
            a.RunText(IT, ME),
            text="play",
        ),
    )
    t.attributes += [p.AttributeDecl("Coin"), p.AttributeDecl("Strike")]
    flee = t.verb("flee", a.Move(IT, a.ZonePlace(fled)), actor="card")
    enter = t.verb(
        "enter",
        a.Push(a.SpacePlace(road, 0), 8),
        a.Do(flee, a.CardSlot(8), a.CardSlot(8)),
        a.Move(IT, a.SpacePlace(road, 0)),
        actor="card",
    )
    whisper = t.verb("whisper")
    slay = t.verb("slay", a.Move(IT, a.ZonePlace(trophies, a.PlayerSlot(ACTOR))))
    draw_one = a.Do(draw, ME, a.TopOf(mine(deck), n(1)))
    wound_me = a.Do(gain, a.PlayerSlot(9), a.Take(a.CardsIn(a.ZonePlace(wounds)), "first", n(1)))
    small = a.Where(a.CardsIn(a.ZonePlace(shop)), 10, a.Compare(a.AttributeOf(a.CardSlot(10), 0), "<=", n(6)))
    t.triggers.append(
        a.Trigger(
            a.Pattern(flee, YES),
            unit(
                a.Choose(8, small, n(1), n(1), a.ActivePlayer(), "Bury a unit in the shop"),
                a.Do(bury, a.ActivePlayer(), a.CardSlot(8)),
                text="after a flight",
            ),
        )
    )  # fmt: skip
    ambush = t.label("Ambush", pattern=a.Pattern(enter, a.Among(IT, SELF), True))
    fight = t.label("Fight", pattern=a.Pattern(slay, a.Among(IT, SELF), True))
    # cards
    start_coin = t.card("Farmer", kind=unit_kind, coin=1, cost=0)
    start_sword = t.card("Guard", kind=unit_kind, strike=1, cost=0)
    sore = t.card("Sore", kind=wound)

    def others(colour: int) -> a.Cards:
        held = a.CardSlot(11)
        return a.Without(a.Where(a.Past(play_, ME), 11, a.HasTrait(held, 0, colour)), SELF)

    shop_cards = []
    for colour in range(colours):
        gate = a.Some(others(colour))
        shop_cards += [
            t.card(f"Scout {colour}", text(draw_one, words="Draw."), kind=unit_kind, traits=(colour,), cost=2, coin=1),
            t.card(
                f"Brute {colour}",
                text(a.GainResource(ME, 1, n(1)), gate=gate, gate_text="no other of this colour was played"),
                kind=unit_kind,
                traits=(colour,),
                cost=3,
                strike=2,
            ),
            t.card(
                f"Surgeon {colour}",
                text(
                    a.ChooseOne(
                        (a.Option("bury a card", a.Some(a.CardsIn(mine(discard))), seq(
                            a.Choose(8, a.CardsIn(mine(discard)), n(1), n(1), ME, "Bury a card"),
                            a.Do(bury, ME, a.CardSlot(8)),
                        )),), ME, "You may bury a card from your discard pile", optional=True,
                    )
                ),
                kind=unit_kind, traits=(colour,), cost=4, strike=2, coin=1,
            ),
            t.card(f"Legend {colour}", text(a.GainResource(ME, 1, a.Count(others(colour)))), kind=unit_kind,
                   traits=(colour,), cost=6, strike=3),
        ]  # fmt: skip
    monsters = [
        t.card("Rat", labelled(fight, draw_one, words="Fight: Draw a card."), kind=monster, power=3),
        t.card(
            "Ogre",
            labelled(ambush, a.ForPlayers(9, everyone(), wound_me), words="Ambush: Each player gains a wound."),
            kind=monster,
            power=4,
        ),
        t.card(
            "Drake",
            static(
                a.Modify(1, "add", a.Count(a.CardsIn(a.ZonePlace(fled))), 8, a.Among(a.CardSlot(8), SELF), "standing"),
                zones=(road,),
            ),
            kind=monster,
            power=4,
        ),
        t.card(
            "Ghoul",
            labelled(
                fight,
                a.Choose(8, a.CardsIn(mine(hand)), n(1), n(1), ME, "Discard a card"),
                a.Do(toss, ME, a.CardSlot(8)),
                words="Fight: Discard a card.",
            ),
            kind=monster,
            power=5,
        ),
    ]
    deaf = [
        t.card(f"Deaf {i}", trigger(whisper, YES, draw_one, zones=(gone,)), kind=wound)
        for i in range(4 if inert else 0)
    ]
    # actions
    held_units = a.Where(a.CardsIn(mine(hand)), 12, a.IsKind(a.CardSlot(12), unit_kind))
    buying = a.Compare(a.Count(a.Past(play_, ME)), "==", n(99))
    busy = a.Plus(a.TimesDone(gain, ME), a.TimesDone(slay, ME))
    sores = a.Where(a.CardsIn(mine(hand)), 13, a.IsKind(a.CardSlot(13), wound))
    acts = (
        t.action("play", a.Do(play_, ME, IT), cards=held_units),
        t.action(
            "heal",
            a.Do(bury, ME, sores),
            refuse=[("you have bought or slain", a.Compare(busy, ">=", n(1))), ("no wound", a.Not(a.Some(sores)))],
        ),
        t.action("buy", a.Do(gain, ME, IT), cards=a.CardsIn(a.ZonePlace(shop)), resource=0, cost=a.AttributeOf(IT, 0),
                 refuse=[("it is closed", buying)]),
        t.action("slay", a.Do(slay, ME, IT), cards=a.CardsIn(a.ZonePlace(road)), resource=1, cost=a.AttributeOf(IT, 1)),
    )  # fmt: skip
    t.phase("monsters", a.Bind(8, a.TopOf(a.ZonePlace(dungeon), n(1))), a.Do(enter, a.CardSlot(8), a.CardSlot(8)))
    t.phase(
        "actions",
        a.Window(acts, a.Players(a.ActivePlayer(), slot=14, where=a.SamePlayer(a.PlayerSlot(14), ME)), "end turn"),
    )
    t.phase(
        "hand", a.Do(toss, ME, a.CardsIn(mine(played))), a.Do(toss, ME, a.CardsIn(mine(hand))), a.Repeat(n(6), draw_one)
    )
    t.ending("overrun", a.Compare(a.Count(a.CardsIn(a.ZonePlace(fled))), ">=", n(8)))
    t.ending("empty", a.Not(a.Some(a.CardsIn(a.ZonePlace(dungeon)))), timing="turn")
    t.ending("sold out", a.Not(a.Some(a.CardsIn(a.ZonePlace(stock)))), timing="turn")
    t.score = a.AttributeOf(a.CardsIn(a.ZonePlace(trophies, ME)), 1)

    def deal(players: int) -> Deal:
        cards = []
        for seat in range(players):
            cards += [(start_coin, deck, seat, -1)] * 8 + [(start_sword, deck, seat, -1)] * 4
        cards += [(card, stock, -1, -1) for card in shop_cards for _ in range(6)]
        cards += [(card, dungeon, -1, -1) for card in monsters for _ in range(8)]
        cards += [(sore, wounds, -1, -1)] * 30
        cards += [(deaf[i % 4], gone, -1, -1) for i in range(inert)]
        start = unit(
            a.Shuffle(a.ZonePlace(stock)),
            a.Shuffle(a.ZonePlace(dungeon)),
            a.Repeat(n(5), a.Move(a.TopOf(a.ZonePlace(stock), n(1)), a.ZonePlace(shop))),
            a.ForPlayers(9, everyone(), seq(
                a.Shuffle(a.ZonePlace(deck, a.PlayerSlot(9))),
                a.Do(draw, a.PlayerSlot(9), a.TopOf(a.ZonePlace(deck, a.PlayerSlot(9)), n(6))),
            )),
            text="set-up",
        )  # fmt: skip
        return Deal(players, 0, stacked(cards), (start,))

    return t.game(), deal
