"""Sessions: answers by name, refusals, undo, clones, saving, views."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random as Dice
from typing import Any

import pytest

from cardscript.language.diagnostics import CardscriptError
from cardscript.session.names import match, unique
from cardscript.session.session import Session

from .helpers import TOY, played, refusal, steps
from .toy import BOSS, DECK, HAND, PILE


def test_a_decision_is_data() -> None:
    session = TOY.start(seed=3)
    question = session.decision
    assert question is not None
    assert (question.seat, question.ask, question.least, question.most) == (0, "action", 1, 1)
    assert question.prompt == "choose an action"
    assert question.answers[-1] == "end your turn"
    assert all(answer.startswith(("play ", "slay ")) for answer in question.answers[:-1])
    assert session.seat == 0
    assert session.result is None
    assert not session.ended_by_rule


def test_answers_by_name_beginning_and_letter_case() -> None:
    session = TOY.start(seed=1)
    assert session.decision is not None
    first = session.decision.answers[0]
    session.answer(first.upper())
    assert session.answers_given == [(0, (first,))]
    session.answer("end")
    session.answer("pass")
    assert session.answers_given[1:] == [(0, ("end your turn",)), (1, ("end your turn",))]


def test_an_illegal_answer_changes_nothing_and_names_the_legal_ones() -> None:
    session = TOY.start(seed=3)
    before = session.to_json()
    assert session.decision is not None
    wrong = refusal(session.answer, "fly")
    assert wrong.code == "CS501"
    assert all(answer in wrong.help for answer in session.decision.answers)
    assert refusal(session.answer, "play").message == "'play' is not enough to tell which"
    assert refusal(session.answer).message == "exactly 1 needed, not 0"
    one = session.decision.answers[0]
    assert refusal(session.answer, one, one).message == f"'{one}' is named twice"
    assert refusal(session.pick, [99]).code == "CS501"
    assert session.to_json() == before


def test_a_refused_action_says_why() -> None:
    session = TOY.start(seed=3)
    lair = session.view(0)["zones"][1]["cards"][0]["name"]
    assert refusal(session.answer, f"slay {lair}").message == f"'slay {lair}' is not legal now: needs 2 gold, has 0"


def test_nothing_is_asked_after_the_end() -> None:
    session = played()
    assert session.decision is None
    assert session.seat is None
    assert session.ended_by_rule
    assert session.result is not None
    assert session.result.ending in ("cleared", "weary")
    assert refusal(session.answer, "pass").code == "CS509"


def test_undo_at_every_decision_and_the_same_again() -> None:
    session = TOY.start(seed=3)
    states = [(session.to_json(), session.trace()) for _ in steps(session, 3)]
    given = session.given
    for state in reversed(states[:-1]):
        assert session.undo()
        assert (session.to_json(), session.trace()) == state
    assert not session.undo()
    for answer in given:
        session.pick(answer.picks)
    assert (session.to_json(), session.trace()) == states[-1]


def test_undo_once_at_every_decision() -> None:
    session = TOY.start(seed=5)
    before = ""
    for done in steps(session, 5):
        now = session.to_json()
        if done:
            last = session.given[-1]
            assert session.undo()
            assert session.to_json() == before
            session.pick(last.picks)
            assert session.to_json() == now
        before = now


def test_a_clone_is_its_own() -> None:
    session = played(20)
    twin = session.clone()
    text = session.to_json()
    for _ in steps(twin, 9):
        pass
    assert session.to_json() == text
    assert twin.ended_by_rule
    while twin.answer_count > 20:
        twin.undo()
    assert twin.to_json() == text


def test_saved_at_200_random_decisions_it_goes_on_identically() -> None:
    dice = Dice(1)
    done = 0
    for seed in range(100):
        whole = played(seed=seed)
        for at in sorted(dice.sample(range(whole.answer_count), 5)):
            part = played(at, seed=seed)
            again = TOY.from_json(part.to_json(), verify=at % 2 == 0)
            twin = part.clone()
            for session in (again, twin):
                for answer in whole.given[at:]:
                    session.pick(answer.picks)
                assert session.machine.log == whole.machine.log
                assert session.result == whole.result
            assert again.to_json() == whole.to_json()
            done += 1
        if done >= 200:
            return
    raise AssertionError(done)


def test_a_saved_session_can_be_undone() -> None:
    part = played(30)
    again = TOY.from_json(part.to_json())
    while again.undo():
        part.undo()
        assert again.to_json() == part.to_json()


def _damaged(text: str) -> Iterator[tuple[str, str]]:
    yield "", "CS517"
    yield text[:-2], "CS517"
    yield "[" * 100_000, "CS517"
    data = json.loads(text)
    for key in data:
        less = {k: v for k, v in data.items() if k != key}
        yield json.dumps(less), "" if key in ("folder", "sets") else "CS517"
        for other in (None, "x", 7, [], {}):
            if type(other) is not type(data[key]):
                yield json.dumps(data | {key: other}), "" if key in ("folder", "sets") else "CS517"
    yield json.dumps(data | {"digest": "1"}), "CS502"
    yield json.dumps(data | {"players": 9}), "CS401"
    for key, value in data["machine"].items():
        wrong: Any = [9, *value] if isinstance(value, list) else 9_999
        yield json.dumps(data | {"machine": data["machine"] | {key: wrong}}), "CS517"
    yield json.dumps(data | {"answers": data["answers"][:-1]}), "CS517"
    yield json.dumps(data | {"answers": [[0, ["x"], [99]]]}), "CS517"


def test_a_damaged_save_is_refused() -> None:
    for text, code in _damaged(played(25).to_json()):
        if code:
            assert refusal(TOY.from_json, text, True).code == code, text[:300]
        else:
            TOY.from_json(text, verify=True)


def _cards(view: dict[str, Any], name: str) -> list[Any]:
    zones = [*view["zones"], *(zone for player in view["players"] for zone in player["zones"])]
    return [zone["cards"] for zone in zones if zone["name"] == name]


def test_a_view_hides_what_the_seat_cannot_see() -> None:
    session = TOY.start(seed=3, options={"boss": "The Old One"})
    mine, other = session.view(0), session.view(1)
    assert [len(cards) for cards in _cards(mine, "player 1's hand")] == [4]
    assert _cards(other, "player 1's hand") == [None]
    assert _cards(mine, "player 1's deck") == [None]
    assert _cards(mine, "monster pile") == [None]
    throne = _cards(mine, "throne")[0][0]
    assert (throne["name"], throne["beneath"], throne["beneath_count"]) == ("the-old-one#1", [], 2)
    assert mine["decision"]["answers"] == list(session.decision.answers)  # type: ignore[union-attr]
    assert other["decision"] is None
    assert other["asked"] == 0
    assert json.loads(json.dumps(mine)) == mine


def _twin(session: Session, seat: int) -> Session:
    """The same table, with the cards that a seat cannot see in other places."""
    twin = session.clone()
    state = twin.machine.state
    layout = state.compiled.layout
    hidden = [*layout.instances(PILE, -1), *layout.instances(DECK, 0), *layout.instances(DECK, 1)]
    hidden += layout.instances(HAND, 1 - seat)
    for place in hidden:
        state.zones[place].reverse()
    other = layout.instances(HAND, 1 - seat)[0]
    deck = layout.instances(DECK, 1 - seat)[0]
    for at, (held, lying) in enumerate(zip(state.zones[other], state.zones[deck], strict=False)):
        state.zones[other][at], state.zones[deck][at] = lying, held
        state.at[held], state.at[lying] = deck, other
    under = [place for place, cards in state.zones.items() if place >= layout.under_cards and len(cards) == 2]
    for place in under:
        state.zones[place].reverse()
    return twin


@pytest.mark.parametrize("seed", range(12))
def test_twin_tables_that_differ_in_what_is_hidden_look_the_same(seed: int) -> None:
    session = TOY.start(seed=seed)
    differ = 0
    for _ in steps(session, seed):
        seat = session.seat if session.seat is not None else 0
        twin = _twin(session, seat)
        differ += twin.machine.to_data() != session.machine.to_data()
        assert twin.view(seat) == session.view(seat)
        assert twin.decision == session.decision
        assert session.view(1 - seat)["decision"] is None
    assert differ


def test_events_of_a_seat_do_not_name_what_another_draws() -> None:
    session = TOY.start(seed=3)
    drawn = [e for e in session.events if e["event"] == "move" and e.get("to") == "player 1's hand"]
    masked = [e for e in session.events_for(1) if e["event"] == "move" and e.get("to") == "player 1's hand"]
    assert len(drawn) == len(masked) == 4
    assert all("#" in e["card"] for e in drawn)
    assert all(e["card"] == "a card" for e in masked)
    assert "copper#" not in session.trace(seat=1)


def test_a_card_says_what_is_printed() -> None:
    session = TOY.start(seed=3)
    assert session.card_text("spy#1") == ("Spy", "Discard up to two cards, then draw as many.")
    assert session.card_text("nobody#1") == ()


def test_the_handle_shows_the_game() -> None:
    assert (TOY.id, TOY.title, TOY.version) == ("toy", "Toy", "1.0")
    boss = next(card for card in TOY.cards if card.kind == TOY.game.kinds[BOSS].name)
    assert (boss.name, boss.set, boss.group, boss.count, boss.lines) == ("The Old One", "base", "The Old One", 1, ())
    assert TOY.rulings["naps"].values == ("short", "long")
    assert TOY.choices["boss"] == ("Bare One", "The Old One", "The Young One")
    session = TOY.start(rulings={"naps": "long"})
    assert session.setting.rulings == {"naps": "long"}
    with pytest.raises(CardscriptError, match="no ruling"):
        TOY.start(rulings={"nap": "long"})


def test_names_of_answers() -> None:
    assert unique(["a", "b", "a"]) == ("a", "b", "a (2)")
    assert match("Take", ["take it", "leave it"]) == 0
    assert match("e", ["eat", "end"]) is None
    assert match("eat", ["eat", "eat more"]) == 0
    assert match("", ["eat"]) is None


def test_importing_the_package_is_light() -> None:
    heavy = "('cardscript', 'pydantic', 'lark', 'click', 'rich', 'yaml')"
    code = f"import sys, cardscript; print(sorted(m for m in sys.modules if m.startswith({heavy})))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['cardscript', 'cardscript._version']"
