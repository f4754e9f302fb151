"""A small game built by hand, without files: two decks, a lair of three spaces, a boss with scrolls beneath."""

from __future__ import annotations

from cardscript.language import ast as a
from cardscript.language import program as p
from cardscript.session.game import GameHandle

DECK, HAND, DISCARD, PILE, LAIR, THRONE, TROPHIES, CHEST = range(8)
COIN, MONSTER, BOSS, SCROLL, GEM = range(5)
STRENGTH = 0
GOLD = 0
DRAW, SLAY, PLAY, DROP = range(4)
V_ACTOR, V_OBJECT, V_AMOUNT = a.ACTOR, a.OBJECT, a.AMOUNT
ME = a.PlayerSlot(a.YOU)
ACTOR = a.PlayerSlot(a.ACTOR)
ACTIVE = a.ActivePlayer()
EVERYBODY = a.Players(ACTIVE)


def unit(*parts: a.Stmt, slots: int = 12, text: str = "") -> a.Unit:
    return a.Unit(a.Seq(parts), slots, text)


def zone_of(zone: int, player: a.Player | None = None) -> a.Cards:
    return a.CardsIn(a.ZonePlace(zone, player))


def one(n: int) -> a.Number:
    return a.Const(n)


ZONES = (
    p.ZoneDecl("deck", True, sees="none", replenish=DISCARD),
    p.ZoneDecl("hand", True, sees="owner"),
    p.ZoneDecl("discard pile", True),
    p.ZoneDecl("monster pile", sees="none"),
    p.ZoneDecl("lair", spaces=("left", "middle", "right"), left_to_right=(0, 1, 2), refill=PILE),
    p.ZoneDecl("throne"),
    p.ZoneDecl("trophies", True),
    p.ZoneDecl("chest"),
)

SPY = a.Ability(
    "text",
    unit(
        a.Choose(2, zone_of(HAND, ME), one(0), one(2), ME, "discard up to two cards from your hand"),
        a.Do(DROP, ME, a.CardSlot(2)),
        a.Do(DRAW, ME, amount=a.Count(a.CardSlot(2))),
        text="Discard up to two cards, then draw as many.",
    ),
)


def card(name: str, kind: int, group: str, count: int = 1, strength: int = 0, **more: object) -> p.CardDecl:
    lines = more.pop("lines", ())
    abilities = more.pop("abilities", ())
    return p.CardDecl(name, "base", kind, group, count, {STRENGTH: strength}, {}, {}, abilities, lines, **more)  # type: ignore[arg-type]


CARDS = (
    card("Copper", COIN, "", 30, 1),
    card("Spy", COIN, "", 12, 1, abilities=(SPY,), lines=("Discard up to two cards, then draw as many.",)),
    card("The Old One", BOSS, "The Old One", leads="Red Gang"),
    card("Riddle", SCROLL, "The Old One", 2),
    card("The Young One", BOSS, "The Young One"),
    card("Secret", SCROLL, "The Young One", 2),
    card("Bare One", BOSS, "Bare One"),
    card("Blank", SCROLL, "Bare One", 1),
    card("Red Rat", MONSTER, "Red Gang", 2, 1),
    card("Red Rogue", MONSTER, "Red Gang", 2, 3),
    card("Blue Bat", MONSTER, "Blue Gang", 4, 2),
    card("Grey Ghost", MONSTER, "Grey Gang", 4, 2),
    card("Odd Ogre", MONSTER, "Odd Gang", 3, 2),
    card("Ruby", GEM, "", 5),
)

SETUP = p.SetupDecl(
    fewest=2,
    most=4,
    quantities={
        "Bosses": p.Quantity((1,)),
        "Gangs": p.Quantity((2, 2, 3)),
        "Coppers": p.Quantity((6,)),
        "Spies": p.Quantity((2,)),
        "Rubies": p.Quantity((0,), 1),
    },
    choices=(
        p.ChoiceDecl("boss", "card", BOSS, "Bosses", THRONE, brings=SCROLL, brought=2),
        p.ChoiceDecl("gangs", "group", MONSTER, "Gangs", PILE, group_size=4),
    ),
    supplies=(
        p.Supply("Copper", COIN, "Coppers", DECK, each=True),
        p.Supply("Spy", COIN, "Spies", DECK, each=True),
        p.Supply("", GEM, "Rubies", CHEST),
    ),
    unit=unit(
        a.Shuffle(a.ZonePlace(PILE)),
        a.ForPlayers(2, EVERYBODY, a.Shuffle(a.ZonePlace(DECK, a.PlayerSlot(2)))),
        *(a.Move(a.TopOf(a.ZonePlace(PILE), one(1)), a.SpacePlace(LAIR, n)) for n in range(3)),
    ),
    refusals={1: "alone is no fun"},
    leads="Always Leads",
)

SETUP_LINES = {
    "The Young One": p.SetupLine(
        quantities={"Rubies": p.Quantity((4,))}, add={"Gangs": p.Quantity((1,))}, require=((MONSTER, "Grey Gang"),)
    )
}


def toy() -> p.Game:
    """The game."""
    ones = a.Players(ACTIVE, slot=5, where=a.SamePlayer(a.PlayerSlot(5), ACTIVE))
    return p.Game(
        id="toy",
        title="Toy",
        version="1.0",
        notice="",
        zones=ZONES,
        kinds=tuple(p.KindDecl(n) for n in ("Coin", "Monster", "Boss", "Scroll", "Gem")),
        traits=(),
        attributes=(p.AttributeDecl("strength"),),
        resources=(p.ResourceDecl("gold"),),
        counters=(),
        labels=(),
        verbs=(
            p.VerbDecl("draw", "draws", "drew", "player", False, unit(
                a.Move(a.TopOf(a.ZonePlace(DECK, ACTOR), a.NumberSlot(V_AMOUNT)), a.ZonePlace(HAND, ACTOR))
            ), amount=one(1)),
            p.VerbDecl("slay", "slays", "slew", "player", True, unit(
                a.Move(a.CardSlot(V_OBJECT), a.ZonePlace(TROPHIES, ACTOR))
            )),
            p.VerbDecl("play", "plays", "played", "player", True, unit(
                a.Move(a.CardSlot(V_OBJECT), a.ZonePlace(DISCARD, ACTOR)),
                a.GainResource(ACTOR, GOLD, a.AttributeOf(a.CardSlot(V_OBJECT), STRENGTH)),
                a.RunText(a.CardSlot(V_OBJECT), ACTOR),
            )),
            p.VerbDecl("discard", "discards", "discarded", "player", True, unit(
                a.Move(a.CardSlot(V_OBJECT), a.ZonePlace(DISCARD, ACTOR))
            )),
        ),
        predicates=(),
        actions=(
            p.ActionDecl("play", zone_of(HAND, ME), (), -1, None, unit(a.Do(PLAY, ME, a.CardSlot(V_OBJECT)))),
            p.ActionDecl(
                "slay", zone_of(LAIR),
                (p.Refusal("it sleeps", a.IsNamed("Odd Ogre", a.CardSlot(V_OBJECT))),),
                GOLD, a.AttributeOf(a.CardSlot(V_OBJECT), STRENGTH), unit(a.Do(SLAY, ME, a.CardSlot(V_OBJECT))),
            ),
        ),
        phases=(
            p.PhaseDecl("start", unit(a.Do(DRAW, ACTIVE, amount=one(4)))),
            p.PhaseDecl("main", unit(a.Window((0, 1), ones, "end your turn"))),
            p.PhaseDecl("end", unit(a.Do(DROP, ACTIVE, zone_of(HAND, ACTIVE)))),
        ),
        endings=(
            p.EndingDecl("cleared", "The lair is empty.", "win", a.Not(a.Some(zone_of(LAIR)))),
            p.EndingDecl("weary", "Everybody is tired.", "loss",
                         a.Compare(a.TimesDone(DRAW, ever=True), ">=", one(60))),
        ),
        rulings=(p.RulingDecl("naps", "short", ("short", "long")),),
        setup=SETUP,
        score=a.Count(zone_of(TROPHIES, ME)),
        score_slots=12,
        cards=CARDS,
        setup_lines=SETUP_LINES,
        standing=(),
        triggers=(),
        belongings=(DECK, HAND, DISCARD),
        digest="0" * 16,
        sources={},
    )  # fmt: skip


def toy_handle() -> GameHandle:
    """The game, ready to be played."""
    return GameHandle(toy(), {"base": "1.0"})
