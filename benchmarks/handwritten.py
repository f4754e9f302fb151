"""Legendary's core loop as a programmer would hand-write it: the speed bound.

No card language, no zones layer, no trigger bus: plain lists, plain functions,
one Python function for each ability. A generic engine that interprets card
scripts is measured against this file: same shape of game, same policy, runs
taken in turn on the same machine, CPU time, both with their trace on or off.

Rules: 2012 first edition, 2 players by default (2-5 work). A city of five, an
HQ of five, 8 Agents and 4 Troopers each, five of eight 14-card heroes, the
villain deck of the printed table (2 players: 2 groups of 8, one of 10
henchmen, 2 bystanders) plus five Master Strikes and the scheme's twists, a
mastermind with four tactics, wounds, bystanders, officers, healing, escapes,
exhaustion. The cards are generic ones in the shape of the real ones.

    python handwritten_legendary.py --games 2000 --seed 1
    python handwritten_legendary.py --games 200 --audit --trace

prints one JSON object: games/s, turns/s, decisions/s and microseconds a
decision by CPU time. A decision is one list of legal options offered to a
player, a forced one (one option) included.
"""

from __future__ import annotations

import argparse
import json
import random
import time

STRENGTH, INSTINCT, COVERT, TECH, RANGED = CLASSES = ("strength", "instinct", "covert", "tech", "ranged")
HERO, WOUND, VILLAIN, BYSTANDER, STRIKE, TWIST, TACTIC = range(7)
PLAY, HEAL, RECRUIT, OFFICER, FIGHT, MASTERMIND, END = range(7)
SEWERS, CITY, HQ, HAND = 0, 5, 5, 6
TABLE = {2: (2, 1, 2), 3: (3, 1, 8), 4: (3, 2, 8), 5: (4, 2, 12)}  # groups, henchmen, bystanders
WIN, LOSS, DRAW = "win", "loss", "draw"


class Card:
    """A printed card. Copies share one object: a zone is a list of them."""

    __slots__ = ("ambush", "attack", "cls", "cost", "escape", "fight", "kind", "name", "play", "recruit", "team", "vp")

    def __init__(
        self,
        name,
        kind,
        cost=0,
        recruit=0,
        attack=0,
        cls=None,
        team=None,
        vp=0,
        play=None,
        ambush=None,
        fight=None,
        escape=None,
    ):
        self.name, self.kind, self.cost, self.recruit, self.attack = name, kind, cost, recruit, attack
        self.cls, self.team, self.vp = cls, team, vp
        self.play, self.ambush, self.fight, self.escape = play, ambush, fight, escape

    def __repr__(self):
        return self.name


class Foe:
    """A villain in the city with the bystanders it holds."""

    __slots__ = ("card", "held")

    def __init__(self, card):
        self.card, self.held = card, 0


class Player:
    __slots__ = ("deck", "discard", "hand", "nr", "played", "victory")

    def __init__(self, nr, deck):
        self.nr, self.deck = nr, deck
        self.hand, self.discard, self.played, self.victory = [], [], [], []

    def heroes(self):
        return [c for c in self.hand if c.kind == HERO] + self.played

    def has(self, cls):
        return any(c.cls == cls for c in self.hand) or any(c.cls == cls for c in self.played)

    def points(self):
        return sum(c.vp for c in self.victory)


AGENT = Card("Agent", HERO, recruit=1, team="shield")
TROOPER = Card("Trooper", HERO, attack=1, team="shield")
OFFICER_CARD = Card("Officer", HERO, cost=3, recruit=2, team="shield")
WOUND_CARD = Card("Wound", WOUND)
BYSTANDER_CARD = Card("Bystander", BYSTANDER, vp=1)
STRIKE_CARD = Card("Master Strike", STRIKE)
TWIST_CARD = Card("Scheme Twist", TWIST)


# --- hero abilities -------------------------------------------------------
def draw_one(g):
    g.draw(g.me, 1)


def rescue_one(g):
    g.rescue(g.me, 1)


def attack_per_other(cls):
    def ability(g):
        g.attack += sum(c.cls == cls for c in g.me.played) - 1

    return ability


def power_attack(cls, amount):
    def ability(g):
        if sum(c.cls == cls for c in g.me.played) > 1:
            g.attack += amount

    return ability


def power_draw(cls):
    def ability(g):
        if any(c.cls == cls for c in g.me.played[:-1]):
            g.draw(g.me, 1)

    return ability


def team_recruit(team, amount):
    def ability(g):
        if any(c.team == team for c in g.me.played[:-1]):
            g.recruit += amount

    return ability


def recruit_per_class(g):
    g.recruit += len({c.cls for c in g.me.heroes() if c.cls})


def may_ko_discard(g):
    pick = g.may(g.me, "ko", g.me.discard)
    if pick is not None:
        g.ko.append(g.me.discard.pop(pick))


def ko_for_rescue(g):
    me = g.me
    pick = g.may(me, "ko", me.hand + me.discard)
    if pick is not None:
        zone, at = (me.hand, pick) if pick < len(me.hand) else (me.discard, pick - len(me.hand))
        g.ko.append(zone.pop(at))
        g.rescue(me, 1)


def scout(g):
    me = g.me
    if g.fill(me) and g.ask(me, "scout", ("keep", "discard")):
        me.discard.append(me.deck.pop())


def others_discard(g):
    for p in g.players:
        if p is not g.me and not p.has(COVERT):
            g.discard_one(p)


# --- villain, mastermind and scheme abilities: (game, foe) ---------------
def capture(g, foe):
    if g.bystanders:
        g.bystanders -= 1
        foe.held += 1


def wound_unless(cls):
    def ability(g, foe):
        for p in g.players:
            if not p.has(cls):
                g.wound(p)

    return ability


def wound_all(g, foe):
    for p in g.players:
        g.wound(p)


def discard_all(g, foe):
    for p in g.players:
        g.discard_one(p)


def ko_own_hero(g, foe):
    me = g.me
    heroes = me.heroes()
    if heroes:
        card = heroes[g.ask(me, "ko", heroes)]
        (me.hand if card in me.hand else me.played).remove(card)
        g.ko.append(card)


def fight_draw(g, foe):
    g.draw(g.me, 1)


def fight_rescue(g, foe):
    g.rescue(g.me, 1)


def free_hero(g, foe):
    slots = [i for i, c in enumerate(g.hq) if c]
    if slots:
        g.gain_from_hq(slots[g.ask(g.me, "gain", slots)])


def reveal_two(g):
    g.villain_step()
    g.villain_step()


def portal(g):
    g.bonus[(g.twists - 1) % CITY] += 1


def plague(g):
    wound_unless(TECH)(g, None)


# --- the box ---------------------------------------------------------------
def hero(name, team, one, two, three, rare):
    """14 cards: 5, 5, 3 and 1 copies of (class, cost, recruit, attack, ability)."""
    made = []
    for copies, printed, tag in zip((5, 5, 3, 1), (one, two, three, rare), "ABCR", strict=True):
        cls, cost, recruit, attack, ability = printed
        made += [Card(f"{name} {tag}", HERO, cost, recruit, attack, cls, team, play=ability)] * copies
    return made


HEROES = [
    hero(
        "Gadgeteer",
        "alpha",
        (TECH, 3, 2, 0, draw_one),
        (TECH, 3, 0, 1, attack_per_other(TECH)),
        (TECH, 5, 0, 3, power_draw(TECH)),
        (TECH, 7, 0, 5, attack_per_other(TECH)),
    ),
    hero(
        "Soldier",
        "alpha",
        (INSTINCT, 3, 1, 0, recruit_per_class),
        (STRENGTH, 4, 0, 2, None),
        (TECH, 6, 0, 4, None),
        (COVERT, 7, 3, 3, team_recruit("alpha", 2)),
    ),
    hero(
        "Spy",
        "alpha",
        (COVERT, 3, 0, 2, ko_for_rescue),
        (TECH, 2, 0, 0, draw_one),
        (COVERT, 4, 0, 2, rescue_one),
        (COVERT, 7, 0, 4, power_attack(COVERT, 3)),
    ),
    hero(
        "Giant",
        "alpha",
        (STRENGTH, 3, 0, 2, power_attack(STRENGTH, 1)),
        (INSTINCT, 4, 2, 0, None),
        (STRENGTH, 5, 0, 3, may_ko_discard),
        (STRENGTH, 8, 0, 6, None),
    ),
    hero(
        "Beamer",
        "beta",
        (RANGED, 3, 0, 2, power_attack(RANGED, 1)),
        (STRENGTH, 2, 2, 0, others_discard),
        (RANGED, 6, 0, 4, None),
        (RANGED, 8, 0, 5, power_draw(RANGED)),
    ),
    hero(
        "Gambler",
        "beta",
        (COVERT, 2, 1, 0, scout),
        (RANGED, 4, 0, 2, scout),
        (COVERT, 5, 0, 3, power_draw(COVERT)),
        (INSTINCT, 7, 4, 0, draw_one),
    ),
    hero(
        "Feral",
        "beta",
        (INSTINCT, 2, 0, 1, may_ko_discard),
        (INSTINCT, 3, 0, 2, power_draw(INSTINCT)),
        (INSTINCT, 5, 0, 3, power_attack(INSTINCT, 2)),
        (INSTINCT, 8, 0, 5, draw_one),
    ),
    hero(
        "Weather",
        "beta",
        (RANGED, 3, 0, 2, None),
        (RANGED, 4, 2, 0, power_draw(RANGED)),
        (COVERT, 6, 0, 4, team_recruit("beta", 2)),
        (RANGED, 7, 0, 5, power_attack(RANGED, 2)),
    ),
]

GROUP_SHAPES = [  # two copies each of four villains: attack, vp, ambush, fight, escape
    [
        (4, 2, None, ko_own_hero, None),
        (5, 3, capture, None, wound_all),
        (6, 4, None, fight_rescue, None),
        (3, 1, None, None, discard_all),
    ],
    [
        (5, 3, wound_unless(STRENGTH), None, None),
        (4, 2, None, fight_draw, None),
        (6, 4, None, None, wound_all),
        (7, 5, capture, ko_own_hero, None),
    ],
    [
        (3, 1, capture, fight_rescue, None),
        (4, 2, None, None, wound_unless(TECH)),
        (5, 3, None, ko_own_hero, None),
        (6, 3, None, fight_draw, wound_all),
    ],
    [
        (4, 2, wound_unless(RANGED), None, None),
        (5, 3, None, fight_draw, discard_all),
        (6, 4, capture, None, None),
        (4, 2, None, ko_own_hero, None),
    ],
]
GROUPS = []
for nr in range(8):
    group = []
    for i, (attack, vp, ambush, fight, escape) in enumerate(GROUP_SHAPES[nr % 4]):
        group += [
            Card(
                f"Group {nr + 1} villain {i + 1}",
                VILLAIN,
                attack=attack + nr // 4,
                vp=vp,
                ambush=ambush,
                fight=fight,
                escape=escape,
            )
        ] * 2
    GROUPS.append(group)
HENCHMEN = [
    [Card(f"Henchman {i + 1}", VILLAIN, attack=3, vp=1, fight=f)] * 10
    for i, f in enumerate((ko_own_hero, fight_draw, fight_rescue, None))
]
MASTERMINDS = [  # name, attack, strike, four tactics
    ("Doctor", 9, wound_unless(TECH), (free_hero, fight_draw, fight_rescue, None)),
    ("Skull", 7, lambda g, foe: [g.ko_from_hand(p) for p in g.players], (fight_draw, ko_own_hero, None, None)),
    ("Trickster", 10, wound_unless(STRENGTH), (wound_unless(COVERT), fight_rescue, free_hero, None)),
    ("Magnet", 8, discard_all, (fight_rescue, discard_all, fight_draw, None)),
]
SCHEMES = [  # name, twists, on twist, evil wins when
    ("Breakout", 8, reveal_two, lambda g: g.escapes >= 12),
    ("Portals", 7, portal, lambda g: g.twists >= 7),
    ("Plague", 8, plague, lambda g: not g.wounds),
]


class GameOver(Exception):
    pass


class Game:
    def __init__(self, seed, players=2, policy=None, groups=None, trace=None):
        rng = self.rng = random.Random(seed)
        self.policy, self.trace = policy or pick_random, trace
        table_groups, henchmen, bystanders = TABLE[players]
        scheme, mastermind = rng.choice(SCHEMES), rng.choice(MASTERMINDS)
        self.scheme, twists, self.on_twist, self.evil_wins = scheme
        self.mastermind, self.mm_attack, self.on_strike, tactics = mastermind
        self.tactics = [Card(f"{self.mastermind} tactic {i + 1}", TACTIC, vp=5, fight=f) for i, f in enumerate(tactics)]
        self.hero_deck = [c for hero in rng.sample(HEROES, 6 if players == 5 else 5) for c in hero]
        sets = rng.sample(GROUPS, groups or table_groups) + rng.sample(HENCHMEN, henchmen)
        deck = [c for group in sets for c in group]
        deck += [BYSTANDER_CARD] * bystanders + [STRIKE_CARD] * 5 + [TWIST_CARD] * twists
        self.villain_deck = deck
        self.players = [Player(i, [AGENT] * 8 + [TROOPER] * 4) for i in range(players)]
        for pile in [self.tactics, self.hero_deck, deck] + [p.deck for p in self.players]:
            rng.shuffle(pile)
        self.bystanders, self.officers = 30 - bystanders, 30
        self.wounds = 6 * players if self.scheme == "Plague" else 30
        self.city, self.bonus, self.hq = [None] * CITY, [0] * CITY, [self.hero_deck.pop() for _ in range(HQ)]
        self.ko, self.escaped = [], []
        self.mm_held = self.twists = self.escapes = self.turn = self.decisions = 0
        self.recruit = self.attack = 0
        self.acted = self.healed = False
        self.result = self.winner = None
        for p in self.players:
            self.draw(p, HAND)
        self.me = self.players[0]

    # --- players' choices
    def ask(self, player, what, options):
        self.decisions += 1
        pick = self.policy(self.rng.random, what, options)
        if self.trace is not None:
            self.trace.append((self.turn, player.nr, what, len(options), pick))
        return pick

    def may(self, player, what, options):
        """An index, or None if declined or there is nothing to pick."""
        if not options:
            return None
        pick = self.ask(player, what, [*options, None])
        return None if pick == len(options) else pick

    def log(self, *what):
        if self.trace is not None:
            self.trace.append((self.turn, self.me.nr, *what))

    # --- moves of cards
    def fill(self, player):
        """True if the player's deck has a card, after a reshuffle if need be."""
        if not player.deck:
            if not player.discard:
                return False
            player.deck, player.discard = player.discard, []
            self.rng.shuffle(player.deck)
            self.log("reshuffle", player.nr)
        return True

    def draw(self, player, count):
        for _ in range(count):
            if not self.fill(player):
                return
            player.hand.append(player.deck.pop())

    def discard_one(self, player):
        if player.hand:
            card = player.hand.pop(self.ask(player, "discard", player.hand))
            player.discard.append(card)
            self.log("discard", card)

    def ko_from_hand(self, player):
        heroes = [c for c in player.hand if c.kind == HERO]
        if heroes:
            card = heroes[self.ask(player, "ko", heroes)]
            player.hand.remove(card)
            self.ko.append(card)
            self.log("ko", card)

    def wound(self, player):
        if self.wounds:
            self.wounds -= 1
            player.discard.append(WOUND_CARD)
            self.log("wound", player.nr)

    def rescue(self, player, count):
        for _ in range(min(count, self.bystanders)):
            self.bystanders -= 1
            player.victory.append(BYSTANDER_CARD)
            self.log("rescue", player.nr)

    def refill(self, slot):
        self.hq[slot] = self.hero_deck.pop() if self.hero_deck else None

    def gain_from_hq(self, slot):
        self.me.discard.append(self.hq[slot])
        self.log("gain", self.hq[slot])
        self.refill(slot)

    # --- the villain deck
    def villain_step(self):
        if not self.villain_deck:
            return
        card = self.villain_deck.pop()
        self.log("reveal", card)
        if card.kind == VILLAIN:
            self.enter_city(card)
        elif card.kind == BYSTANDER:
            for foe in self.city:
                if foe:
                    foe.held += 1
                    return
            self.mm_held += 1
        else:
            self.ko.append(card)
            if card.kind == STRIKE:
                self.on_strike(self, None)
            else:
                self.twists += 1
                self.on_twist(self)
        self.check_evil()

    def enter_city(self, card):
        city, pushed, at = self.city, Foe(card), SEWERS
        new = pushed
        while pushed and at < CITY:
            city[at], pushed = pushed, city[at]
            at += 1
        if pushed:
            self.escape(pushed)
        if card.ambush:
            self.log("ambush", card)
            card.ambush(self, new)

    def escape(self, foe):
        self.escapes += 1
        self.escaped.append(foe.card)
        self.log("escape", foe.card)
        slots = [i for i, c in enumerate(self.hq) if c and c.cost <= 6]
        if slots:
            slot = slots[self.ask(self.me, "ko hq", slots)]
            self.ko.append(self.hq[slot])
            self.refill(slot)
        if foe.held:
            self.escaped += [BYSTANDER_CARD] * foe.held
            discard_all(self, foe)
        if foe.card.escape:
            foe.card.escape(self, foe)
        self.check_evil()

    def check_evil(self):
        if self.evil_wins(self):
            self.result = LOSS
            raise GameOver

    # --- a turn
    def legal(self):
        me, options = self.me, []
        wounded = False
        for i, card in enumerate(me.hand):
            if card.kind == HERO:
                options.append((PLAY, i))
            else:
                wounded = True
        if wounded and not self.acted and not self.healed:
            options.append((HEAL, 0))
        if not self.healed:
            points = self.recruit
            if points:
                for i, card in enumerate(self.hq):
                    if card and card.cost <= points:
                        options.append((RECRUIT, i))
                if points >= 3 and self.officers:
                    options.append((OFFICER, 0))
            points = self.attack
            if points:
                for i, foe in enumerate(self.city):
                    if foe and foe.card.attack + self.bonus[i] <= points:
                        options.append((FIGHT, i))
                if points >= self.mm_attack:
                    options.append((MASTERMIND, 0))
        options.append((END, 0))
        return options

    def play_card(self, at):
        me = self.me
        card = me.hand.pop(at)
        me.played.append(card)
        self.recruit += card.recruit
        self.attack += card.attack
        self.log("play", card)
        if card.play:
            card.play(self)

    def heal(self):
        me = self.me
        self.healed = True
        kept = [c for c in me.hand if c.kind != WOUND]
        self.ko += [WOUND_CARD] * (len(me.hand) - len(kept))
        me.hand = kept
        self.log("heal")

    def fight(self, at):
        foe, self.city[at] = self.city[at], None
        self.acted = True
        self.attack -= foe.card.attack + self.bonus[at]
        self.me.victory.append(foe.card)
        self.me.victory += [BYSTANDER_CARD] * foe.held
        self.log("fight", foe.card, foe.held)
        if foe.card.fight:
            foe.card.fight(self, foe)

    def fight_mastermind(self):
        self.acted = True
        self.attack -= self.mm_attack
        tactic = self.tactics.pop()
        self.me.victory.append(tactic)
        self.me.victory += [BYSTANDER_CARD] * self.mm_held
        self.mm_held = 0
        self.log("fight", tactic)
        if not self.tactics:
            self.result = WIN
            raise GameOver
        if tactic.fight:
            tactic.fight(self, None)
            self.check_evil()

    def buy(self, slot):
        self.acted = True
        self.recruit -= self.hq[slot].cost
        self.gain_from_hq(slot)

    def buy_officer(self):
        self.acted = True
        self.recruit -= OFFICER_CARD.cost
        self.officers -= 1
        self.me.discard.append(OFFICER_CARD)
        self.log("gain", OFFICER_CARD)

    def play_turn(self):
        me = self.me
        self.turn += 1
        self.recruit = self.attack = 0
        self.acted = self.healed = False
        self.log("turn")
        self.villain_step()
        while True:
            options = self.legal()
            kind, at = options[self.ask(me, "act", options)]
            if kind == PLAY:
                self.play_card(at)
            elif kind == RECRUIT:
                self.buy(at)
            elif kind == FIGHT:
                self.fight(at)
            elif kind == END:
                break
            elif kind == OFFICER:
                self.buy_officer()
            elif kind == MASTERMIND:
                self.fight_mastermind()
            else:
                self.heal()
        me.discard += me.played
        me.discard += me.hand
        me.played, me.hand = [], []
        self.draw(me, HAND)
        if not self.villain_deck or not self.hero_deck:
            self.result = DRAW
            raise GameOver
        self.me = self.players[(me.nr + 1) % len(self.players)]

    def play(self):
        try:
            while True:
                self.play_turn()
        except GameOver:
            pass
        if self.result != LOSS:
            self.winner = max(self.players, key=Player.points).nr
        return self

    def audit(self, players):
        """Every card of the box is somewhere, once: raises if one is lost or doubled."""
        piles = [self.hero_deck, self.villain_deck, self.tactics, self.ko, self.escaped, [c for c in self.hq if c]]
        for p in self.players:
            piles += [p.deck, p.hand, p.discard, p.played, p.victory]
        cards = [c for pile in piles for c in pile] + [f.card for f in self.city if f]
        held = self.mm_held + sum(f.held for f in self.city if f)
        count = [sum(c.kind == k for c in cards) for k in range(7)]
        wounds = 6 * players if self.scheme == "Plague" else 30
        assert count[HERO] + self.officers == (84 if players == 5 else 70) + 12 * players + 30, count
        assert count[WOUND] + self.wounds == wounds, count
        assert count[BYSTANDER] + held + self.bystanders == 30, count
        assert count[TACTIC] == 4 and count[STRIKE] == 5, count


def pick_random(rnd, what, options):
    return int(rnd() * len(options))


def pick_eager(rnd, what, options):
    """Random, but ends a turn only when nothing else is legal (END is last)."""
    count = len(options)
    return int(rnd() * (count - 1 if what == "act" and count > 1 else count))


def pick_greedy(rnd, what, options):
    """Plays its hand, then fights, then buys; heals only if it can do none of these."""
    if what != "act":
        return pick_random(rnd, what, options)
    rank = [GREED[kind] for kind, at in options]
    return max(range(len(rank)), key=rank.__getitem__)


GREED = {PLAY: 6, MASTERMIND: 5, FIGHT: 4, RECRUIT: 3, OFFICER: 2, HEAL: 1, END: 0}
POLICIES = {"random": pick_random, "eager": pick_eager, "greedy": pick_greedy}


def run(games, seed=1, players=2, policy="random", groups=None, trace=False, audit=False):
    turns = decisions = events = 0
    results = {WIN: 0, LOSS: 0, DRAW: 0}
    cpu, wall = time.process_time(), time.perf_counter()
    for i in range(games):
        game = Game(seed * 1_000_003 + i, players, POLICIES[policy], groups, [] if trace else None).play()
        turns += game.turn
        decisions += game.decisions
        results[game.result] += 1
        if trace:
            events += len(game.trace)
        if audit:
            game.audit(players)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    out = {
        "games": games,
        "seed": seed,
        "players": players,
        "policy": policy,
        "groups": groups or TABLE[players][0],
        "trace": trace,
        "cpu_s": round(cpu, 4),
        "wall_s": round(wall, 4),
        "games_per_s": round(games / cpu, 1),
        "turns_per_s": round(turns / cpu),
        "decisions_per_s": round(decisions / cpu),
        "us_per_decision": round(cpu * 1e6 / decisions, 3),
        "turns_per_game": round(turns / games, 2),
        "decisions_per_game": round(decisions / games, 2),
        "results": results,
    }
    if trace:
        out["events_per_s"], out["events_per_game"] = round(events / cpu), round(events / games, 1)
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("--games", type=int, default=2000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--players", type=int, default=2, choices=sorted(TABLE))
    ap.add_argument("--policy", default="random", choices=sorted(POLICIES))
    ap.add_argument("--villain-groups", type=int, choices=range(1, 9), help="default: the printed table")
    ap.add_argument("--trace", action="store_true", help="keep a tuple for each event and decision")
    ap.add_argument("--audit", action="store_true", help="check after each game that no card was lost")
    a = ap.parse_args()
    print(json.dumps(run(a.games, a.seed, a.players, a.policy, a.villain_groups, a.trace, a.audit)))


if __name__ == "__main__":
    main()
