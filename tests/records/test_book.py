"""The book: records round-trip, replay published games, and name the move that is not legal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.records.book import MOST_CLOCK_MS, Record, parse_result, result_text
from momentum.records.errors import RecordError
from momentum.rules import Game, LastMarble, Player, Position, Reason, Result, RuleSet, parse_move

LUDII = """\
[Momentum "1"]
[Rules "pie=on rounds=30 last_marble=play_on"]
[Result "first eight"]
[Event "a \\"random\\" trial"]

{what a newcomer sees first}
1. e6 d2
2. d3 {the first push} a6
3. f1 c5
4. d5 e7
5. c5 b5
6. a3 g5
7. e3 g1
8. g3
"""


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of any length under any rules, ended by rule, by hand or not at all."""
    rules = RuleSet(
        pie=draw(st.booleans()),
        rounds=draw(st.sampled_from([None, 1, 5, 30])),
        last_marble=draw(st.sampled_from(LastMarble)),
    )
    game, chance = Game.new(rules), random.Random(draw(st.integers()))
    for _ in range(draw(st.integers(0, 70))):
        if game.result is not None:
            return game
        game = game.play(chance.choice(game.legal_moves()))
        if chance.random() < 0.05 and not any(game.position.count(player) == 8 for player in Player):
            game = game.corrected(
                chance.choice([None, Position(0b11, 0b1100), Position(0, 0)]),
                chance.choice([None, *Player]),
                chance.choice([None, 0, 3, 8]),
            )
    if game.result is None and draw(st.booleans()):
        game = game.end(Result(draw(st.sampled_from([*Player, None])), Reason.AGREED))
    return game


def test_a_correction_stands_between_the_moves() -> None:
    game = Game.new().play(parse_move("d4")).play(parse_move("g7"))
    game = game.corrected(Position.parse("d4/e5"), Player.SECOND).play(parse_move("a1"))
    text = str(Record.of(game))
    assert text.startswith('[Momentum "2"]')
    assert text.endswith("\n1. d4 g7 {arbiter: d4/e5 second 2}\n2. a1\n")
    game = game.corrected(ply=5).play(parse_move("a7"))
    assert str(Record.of(game)).endswith("\n2. a1 {arbiter: d4/a1,e5 first 5}\n3... a7\n")
    assert Record.parse(str(Record.of(game))).game() == game


@pytest.mark.parametrize(
    ("braces", "why"),
    [
        ("d4/e5 second", "no correction: write the position"),
        ("d4/e5 third 2", "third"),
        ("d4/d4 second 2", "two marbles on d4"),
        ("d4/e5 second 1999", "1999 turns cannot be counted"),
        ("a1,a2,a3,a4,a5,a6,a7,b1/- second 2", "declare a result"),
    ],
)
def test_a_bad_correction_is_told_by_its_line(braces: str, why: str) -> None:
    with pytest.raises(RecordError, match=f"line 4: .*{why}"):
        Record.parse(f'[Momentum "2"]\n[Rules ""]\n\n1. d4 g7 {{arbiter: {braces}}}\n')


def test_in_a_record_without_corrections_such_words_are_a_comment() -> None:
    record = Record.parse('[Momentum "1"]\n[Rules ""]\n\n1. d4 {arbiter: was asleep}\n')
    assert record.comments == ((1, "arbiter: was asleep"),)


def test_two_corrections_at_one_place_are_refused() -> None:
    text = '[Momentum "2"]\n[Rules ""]\n\n1. d4 {arbiter: d4/- first 1} {arbiter: d4/- second 1}\n'
    with pytest.raises(RecordError, match="each at a place of its own"):
        Record.parse(text).game()


@given(games())
def test_a_game_written_down_and_read_again_is_the_same_game(game: Game) -> None:
    assert Record.parse(str(Record.of(game))).game() == game


TEXT = st.text(st.characters(exclude_categories=["C"]))
COMMENT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}\r")).filter(
    lambda text: not text.startswith("[%clk")
)
NAMES = st.from_regex(r"[A-Z][a-z]{3,8}X", fullmatch=True)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Games with headers, comments anywhere and clocks behind some of the moves."""
    plain = Record.of(draw(games()))
    plies = st.integers(1, max(len(plain.moves), 1))
    clocks = draw(st.dictionaries(plies, st.integers(0, MOST_CLOCK_MS), max_size=5)) if plain.moves else {}
    comments = draw(st.lists(st.tuples(st.integers(0, len(plain.moves)), COMMENT), max_size=5))
    return replace(
        plain,
        headers=tuple(draw(st.dictionaries(NAMES, TEXT, max_size=3)).items()),
        comments=tuple(sorted(comments, key=lambda pair: pair[0])),
        clocks=tuple(sorted(clocks.items())),
    )


@given(records())
def test_everything_in_a_record_survives_its_text(record: Record) -> None:
    assert Record.parse(str(record)) == record


def test_line_ends_of_another_system_change_nothing() -> None:
    assert Record.parse(LUDII.replace("\n", "\r\n")) == Record.parse(LUDII)


CLOCKED = '[Momentum "1"]\n[Rules "pie=off"]\n\n1. d4 {[%clk 0:04:57.25] slow} e5 {[%clk 1:00:00]}\n'


def test_clocks_are_written_behind_their_moves() -> None:
    record = Record.parse(CLOCKED)
    assert record.clocks == ((1, 297_250), (2, 3_600_000))
    assert record.comments == ((1, "slow"),)
    assert str(record).endswith("1. d4 {[%clk 0:04:57.25]} {slow} e5 {[%clk 1:00:00]}\n")


def test_a_published_game_replays_to_its_end() -> None:
    record = Record.parse(LUDII)
    assert record.game().result == Result(Player.FIRST, Reason.EIGHT)
    assert record.headers == (("Event", 'a "random" trial'),)
    assert record.comments == ((0, "what a newcomer sees first"), (3, "the first push"))
    assert str(record) == LUDII.replace('[Event "a', '[Event "a')


@pytest.mark.parametrize("result", [None, Result(None, Reason.ROUNDS), Result(Player.SECOND, Reason.RESIGN)])
def test_results_have_a_text(result: Result | None) -> None:
    assert parse_result(result_text(result)) == result


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is no record"),
        ("1. d4 e5", "this is no record"),
        ('[Momentum "3"]', "this is no record"),
        ('[Momentum "1"]\n1. d4', "header [Rules"),
        ('[Momentum "1"]\n[Rules "pie=maybe"]', "header Rules"),
        ('[Momentum "1"]\n[Rules pie]', "line 2: a header is written"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n[Rules "pie=on"]', "line 3: the header Rules stands twice"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n[Result "nobody"]', "header Result: 'nobody'"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 z9', "line 4, move 1 of the second player: "),
        (CLOCKED.replace("57.25", "77"), "line 4: a clock is written [%clk 0:04:57], not '[%clk 0:04:77"),
        (CLOCKED.replace("1. d4", "1."), "line 4: a clock stands behind a move"),
        (CLOCKED.replace("e5", ""), "line 4: a clock stands behind move 1 of the first player, and once"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 2. e5', "line 4: 2. stands where a move of the second"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n\n2. d4 e5', "line 4: 2. stands where 1. is due"),
        ('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 {open', "line 4: a comment stands between"),
    ],
)
def test_a_bad_record_is_told_by_its_line(text: str, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text).game()
    assert why in str(caught.value)


def test_an_illegal_move_is_told_by_its_number_and_reason() -> None:
    text = '[Momentum "1"]\n[Rules "pie=off"]\n\n1. d4 a1\n2. g7 a1\n'
    with pytest.raises(RecordError, match=r"move 2 of the second player, a1: .*a1"):
        Record.parse(text).game()


def test_a_swap_out_of_turn_is_told() -> None:
    with pytest.raises(RecordError, match="move 2 of the first player, swap"):
        Record.parse('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 swap\n2. swap\n').game()


def test_a_result_that_the_moves_contradict_is_told() -> None:
    with pytest.raises(RecordError, match="says 'second eight', its moves lead to 'first eight'"):
        Record.parse(LUDII.replace("first eight", "second eight")).game()


def test_a_move_after_the_end_is_told() -> None:
    with pytest.raises(RecordError, match="move 8 of the second player"):
        Record.parse(LUDII.replace("8. g3", "8. g3 a1")).game()
