"""Every light has a shape of its own: eyes that see no colour at all tell each from every other."""

from __future__ import annotations

import base64
from itertools import combinations

from playwright.sync_api import FloatRect

from momentum.guidance import CellLight, Meaning, Picture, RingLight, RingMeaning
from momentum.rules import parse_cell
from tests.browser.conftest import Exhibit, Visit
from tests.browser.tables import state_of
from tests.browser.visitor import Visitor, middle

CELL, NEXT, STEP = parse_cell("d4"), parse_cell("e4"), 4
LIGHT = (120, 120, 120)
"""One colour for all: nothing is told by it here."""

DIFFERENCE = """async (pictures) => {
  const drawn = [];
  for (const picture of pictures) {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    drawn.push(canvas.getImageData(0, 0, image.width, image.height).data);
  }
  let different = 0;
  for (let at = 0; at < drawn[0].length; at += 4) different += Math.abs(drawn[0][at] - drawn[1][at]) > 40;
  return different;
}"""
"""How many pixels of two pictures are clearly lighter or darker in one of them."""


def colourless(visitor: Visitor) -> None:
    """Let the browser show the page as eyes without colour see it."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})


def portrait(visitor: Visitor, reach: float) -> str:
    """Return what is seen so many CSS pixels around d4, or around the ring step below the board."""
    x, y = middle(visitor.cell("d4"))
    if reach < 30:
        x, y = middle(visitor.page.locator(f'[data-step="{STEP}"] .ring-hole'))
    clip: FloatRect = {"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach}
    return base64.b64encode(visitor.page.screenshot(clip=clip)).decode()


def expect_all_different(visitor: Visitor, portraits: dict[str, str], pixels: int) -> None:
    """See that any two portraits differ in so many pixels at least."""
    for one, other in combinations(portraits, 2):
        different = visitor.page.evaluate(DIFFERENCE, [portraits[one], portraits[other]])
        assert different >= pixels, f"{one} and {other} look alike: {different} pixels differ"


def test_lights_are_told_apart_without_colour(exhibit: Exhibit, visit: Visit) -> None:
    case = exhibit(state_of())
    visitor = visit(case.address)
    colourless(visitor)
    cell = {"none": portrait(visitor, 80)}
    for means in Meaning:
        light = CellLight(cell=CELL, means=means, to=NEXT if means is Meaning.LIFT else None)
        case.show(state_of(Picture(cells=(light,), ring=()), pixels={CELL: LIGHT}))
        visitor.expect_light("d4", means.value)
        cell[means.value] = portrait(visitor, 80)
    expect_all_different(visitor, cell, pixels=60)

    step = {"none": portrait(visitor, 20)}
    for ring in RingMeaning:
        case.show(
            state_of(Picture(cells=(), ring=(RingLight(step=STEP, means=ring),)), pixels={48 + STEP: LIGHT})
        )
        visitor.expect_attribute(f'[data-step="{STEP}"]', "data-means", ring.value)
        step[ring.value] = portrait(visitor, 20)
    expect_all_different(visitor, step, pixels=30)
