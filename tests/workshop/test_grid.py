"""Matrices that lie in any way are told from a few contacts, and put into words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.rules import CELLS, parse_cell
from momentum.workshop.grid import (
    PROBES,
    Description,
    Regular,
    Turn,
    best_fit,
    completed,
    described,
    ghosts_among,
)

LINES = st.permutations(range(7)).map(tuple)
MATRICES = st.builds(Regular, crossed=st.booleans(), rows=LINES, columns=LINES)
BACK = tuple(reversed(range(7)))


def pairs(matrix: Regular, cells: tuple[int, ...] = tuple(range(CELLS))) -> dict[int, int]:
    return {cell: matrix.contact(cell) for cell in cells}


@given(MATRICES)
def test_every_regular_matrix_is_told_from_nine_cells(matrix: Regular) -> None:
    fit = best_fit(pairs(matrix, PROBES))
    assert fit is not None
    assert (fit.matrix, set(fit.misfits)) == (matrix, set())


@given(MATRICES)
def test_cells_and_contacts_are_each_others_inverse(matrix: Regular) -> None:
    assert [matrix.contact(cell) for cell in matrix.cells()] == list(range(CELLS))


def test_the_diagonal_alone_does_not_tell_rows_from_columns() -> None:
    diagonal = tuple(cell for cell in PROBES if cell % 8 == 0)
    assert len(diagonal) == 7
    assert best_fit(pairs(Regular(), diagonal)) is None


def test_a_corner_that_closes_a_wrong_contact_fits_no_regular_matrix() -> None:
    learnt = pairs(Regular(), PROBES)
    learnt[parse_cell("g1")] = parse_cell("c1")
    fit = best_fit(learnt)
    assert fit is None or fit.misfits


@given(MATRICES, st.integers(0, 2**32))
def test_two_crossed_wires_are_the_misfits(matrix: Regular, seed: int) -> None:
    learnt = pairs(matrix)
    one, other = Random(seed).sample(range(CELLS), 2)
    learnt[one], learnt[other] = learnt[other], learnt[one]
    fit = best_fit(learnt)
    assert fit is not None
    assert (fit.matrix, set(fit.misfits)) == (matrix, {one, other})
    cells = completed(learnt)
    assert cells is not None
    assert cells[learnt[one]] == one


@given(MATRICES, st.sets(st.integers(0, CELLS - 1), max_size=8))
def test_cells_without_contact_get_theirs_in_a_regular_matrix(matrix: Regular, dead: set[int]) -> None:
    learnt = {cell: contact for cell, contact in pairs(matrix).items() if cell not in dead}
    if best_fit(learnt) is not None:
        assert completed(learnt) == matrix.cells()


def test_an_irregular_board_lacks_one_contact_at_most() -> None:
    contacts = list(range(CELLS))
    Random(1).shuffle(contacts)
    learnt = dict(enumerate(contacts))
    del learnt[3]
    cells = completed(learnt)
    assert cells is not None
    assert cells[contacts[3]] == 3
    del learnt[4]
    assert completed(learnt) is None


@pytest.mark.parametrize(
    ("corner_contacts", "turn"),
    [
        ("a1 g1 g7 a7", Turn.STRAIGHT),
        ("g1 g7 a7 a1", Turn.TURNED_90),
        ("g7 a7 a1 g1", Turn.TURNED_180),
        ("a7 a1 g1 g7", Turn.TURNED_270),
        ("g1 a1 a7 g7", Turn.LEFT_RIGHT),
        ("a7 g7 g1 a1", Turn.NEAR_FAR),
        ("a1 a7 g7 g1", Turn.RISING),
        ("g7 g1 a1 a7", Turn.FALLING),
    ],
)
def test_a_turn_is_named_as_seen_from_above(corner_contacts: str, turn: Turn) -> None:
    """Each turn is told by where the matrix's own corners a1, g1, g7 and a7 lie under the board's corners."""
    at_corners = dict(
        zip(map(parse_cell, ("a1", "g1", "g7", "a7")), map(parse_cell, corner_contacts.split()), strict=True)
    )
    found = [
        matrix
        for crossed in (False, True)
        for rows in (tuple(range(7)), BACK)
        for columns in (tuple(range(7)), BACK)
        if pairs(matrix := Regular(crossed=crossed, rows=rows, columns=columns), tuple(at_corners))
        == at_corners
    ]
    assert [described(matrix) for matrix in found] == [Description(turn=turn, rows=(), columns=())]


def test_lines_in_another_order_are_named_beside_the_turn() -> None:
    matrix = Regular(rows=(0, 4, 2, 3, 1, 5, 6), columns=(6, 5, 4, 3, 2, 0, 1))
    assert described(matrix) == Description(turn=Turn.LEFT_RIGHT, rows=(1, 4), columns=(0, 1))


def test_a_fourth_corner_of_a_rectangle_may_be_a_ghost() -> None:
    a1, g1, a7, g7, d4 = (1 << parse_cell(name) for name in ("a1", "g1", "a7", "g7", "d4"))
    assert ghosts_among(g7 | d4, a1 | g1 | a7 | g7 | d4) == g7
    assert ghosts_among(g7, a1 | g1 | g7) == 0
