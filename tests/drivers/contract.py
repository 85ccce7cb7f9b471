"""What every driver must do, as test classes over a rig that also drives the device's far side.

A driver's own tests subclass the contracts it fulfils and give each a `rig` fixture:

    class TestSimulatedSensors(SensorsContract):
        @pytest.fixture
        def rig(self) -> SensorsRig: ...

A rig's far-side acts come back once the driver can know of them, so that no contract ever waits.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

import pytest

from hardware.errors import DeviceLost, FrameError, HardwareError
from hardware.protocols import BUTTON_NAMES, CELLS, DARK, FRAME_BYTES, PIXELS, Buttons, Lights, Scan, Sensors

FULL = (1 << CELLS) - 1


class SensorsRig(Protocol):
    """Sensors, and what lies over their contacts."""

    @property
    def sensors(self) -> Sensors:
        """The driver under test."""
        ...

    def hold(self, closed: int, south: int) -> None:
        """Close exactly these contacts, `south` of them by a south pole, and open all others."""
        ...


class LightsRig(Protocol):
    """Lights, and the strip at the end of the wire."""

    @property
    def lights(self) -> Lights:
        """The driver under test."""
        ...

    def shown(self) -> bytes:
        """Return the 231 bytes, RGB per pixel, that the strip shows after all that was sent has arrived."""
        ...


class ButtonsRig(Protocol):
    """Buttons, and fingers."""

    @property
    def buttons(self) -> Buttons:
        """The driver under test."""
        ...

    @property
    def names(self) -> frozenset[str]:
        """The buttons this table has."""
        ...

    def press(self, names: frozenset[str]) -> None:
        """Hold exactly these buttons and let go of all others."""
        ...


class Cable(Protocol):
    """The way to a device that can be lost."""

    def unplug(self) -> None:
        """Cut the device off."""
        ...

    def plug(self) -> None:
        """Bring it back, started anew if it needs power."""
        ...


class SensorsCableRig(SensorsRig, Cable, Protocol):
    """Sensors at the end of a cable."""


class LightsCableRig(LightsRig, Cable, Protocol):
    """Lights at the end of a cable."""


class ButtonsCableRig(ButtonsRig, Cable, Protocol):
    """Buttons at the end of a cable."""


class Rig(SensorsRig, LightsRig, ButtonsRig, Cable, Protocol):
    """A whole table at the end of one cable."""


class SensorsContract:
    """Contacts read exactly as they are."""

    def test_a_driver_of_contacts_offers_sensors(self, rig: SensorsRig) -> None:
        assert isinstance(rig.sensors, Sensors)

    def test_an_empty_board_reads_as_nothing(self, rig: SensorsRig) -> None:
        rig.hold(0, 0)
        assert rig.sensors.scan() == Scan(closed=0, south=0)

    def test_a_full_board_reads_as_every_cell(self, rig: SensorsRig) -> None:
        rig.hold(FULL, 0)
        assert rig.sensors.scan() == Scan(closed=FULL, south=0)

    def test_every_single_cell_reads_as_itself(self, rig: SensorsRig) -> None:
        for closed in single_cells():
            rig.hold(closed, 0)
            assert rig.sensors.scan() == Scan(closed=closed, south=0)

    def test_every_single_open_cell_reads_as_open(self, rig: SensorsRig) -> None:
        for opened in single_cells():
            rig.hold(FULL ^ opened, 0)
            assert rig.sensors.scan() == Scan(closed=FULL ^ opened, south=0)

    def test_random_boards_read_exactly(self, rig: SensorsRig) -> None:
        for closed, _ in random_boards():
            rig.hold(closed, 0)
            assert rig.sensors.scan() == Scan(closed=closed, south=0)

    def test_south_poles_are_told_by_those_sensors_alone_that_know_polarity(self, rig: SensorsRig) -> None:
        for closed, south in random_boards():
            rig.hold(closed, south)
            assert rig.sensors.scan() == Scan(closed=closed, south=south if rig.sensors.polarity else 0)

    def test_reading_changes_nothing(self, rig: SensorsRig) -> None:
        rig.hold(0b1001, 0)
        assert [rig.sensors.scan() for _ in range(5)] == [Scan(closed=0b1001, south=0)] * 5

    def test_sensors_may_be_closed_twice(self, rig: SensorsRig) -> None:
        rig.sensors.close()
        rig.sensors.close()

    def test_closed_sensors_say_so_instead_of_reading_an_empty_board(self, rig: SensorsRig) -> None:
        rig.sensors.close()
        with pytest.raises(HardwareError):
            rig.sensors.scan()


class LightsContract:
    """One frame at a time, shown exactly; dark in the end."""

    def test_a_driver_of_a_strip_offers_lights(self, rig: LightsRig) -> None:
        assert isinstance(rig.lights, Lights)

    def test_every_single_pixel_is_lit_at_its_place_and_in_its_colour(self, rig: LightsRig) -> None:
        for pixel in range(PIXELS):
            frame = bytearray(DARK)
            frame[3 * pixel : 3 * pixel + 3] = bytes((pixel + 1, 100, 200 - pixel))
            rig.lights.show(bytes(frame))
            assert rig.shown() == frame

    def test_random_frames_are_shown_exactly(self, rig: LightsRig) -> None:
        random = Random(77)
        for _ in range(20):
            frame = random.randbytes(FRAME_BYTES)
            rig.lights.show(frame)
            assert rig.shown() == frame

    def test_the_latest_of_many_frames_is_shown(self, rig: LightsRig) -> None:
        for level in range(50):
            rig.lights.show(bytes([level]) * FRAME_BYTES)
        assert rig.shown() == bytes([49]) * FRAME_BYTES

    def test_the_same_frame_twice_is_harmless(self, rig: LightsRig) -> None:
        frame = bytes(range(FRAME_BYTES))
        rig.lights.show(frame)
        rig.lights.show(frame)
        assert rig.shown() == frame

    @pytest.mark.parametrize("length", [0, PIXELS, 3 * CELLS, FRAME_BYTES - 1, FRAME_BYTES + 1, 4 * PIXELS])
    def test_a_frame_of_another_length_is_refused_and_not_shown(self, rig: LightsRig, length: int) -> None:
        frame = bytes([9]) * FRAME_BYTES
        rig.lights.show(frame)
        with pytest.raises(FrameError, match=rf"(?s)231.*\b{length}\b|\b{length}\b.*231"):
            rig.lights.show(bytes([1]) * length)
        assert rig.shown() == frame

    def test_close_leaves_the_strip_dark(self, rig: LightsRig) -> None:
        rig.lights.show(bytes([255]) * FRAME_BYTES)
        rig.lights.close()
        assert rig.shown() == DARK

    def test_lights_may_be_closed_twice(self, rig: LightsRig) -> None:
        rig.lights.show(bytes([255]) * FRAME_BYTES)
        rig.lights.close()
        rig.lights.close()
        assert rig.shown() == DARK

    def test_closed_lights_say_so_and_stay_dark(self, rig: LightsRig) -> None:
        rig.lights.close()
        with pytest.raises(HardwareError):
            rig.lights.show(bytes([255]) * FRAME_BYTES)
        assert rig.shown() == DARK


class ButtonsContract:
    """The buttons held, by name."""

    def test_a_driver_of_buttons_offers_buttons(self, rig: ButtonsRig) -> None:
        assert isinstance(rig.buttons, Buttons)

    def test_a_table_has_no_buttons_of_its_own_invention(self, rig: ButtonsRig) -> None:
        assert rig.names <= BUTTON_NAMES

    def test_nothing_is_held_at_first(self, rig: ButtonsRig) -> None:
        assert rig.buttons.down() == frozenset()

    def test_every_single_button_reads_as_itself(self, rig: ButtonsRig) -> None:
        for name in sorted(rig.names):
            rig.press(frozenset({name}))
            assert rig.buttons.down() == {name}

    def test_all_buttons_can_be_held_at_once_and_let_go(self, rig: ButtonsRig) -> None:
        rig.press(rig.names)
        assert rig.buttons.down() == rig.names
        rig.press(frozenset())
        assert rig.buttons.down() == frozenset()

    def test_buttons_may_be_closed_twice(self, rig: ButtonsRig) -> None:
        rig.buttons.close()
        rig.buttons.close()

    def test_closed_buttons_say_so_instead_of_reading_as_free(self, rig: ButtonsRig) -> None:
        rig.buttons.close()
        with pytest.raises(HardwareError):
            rig.buttons.down()


class SensorsCableContract:
    """Sensors that are lost and come back."""

    def test_lost_sensors_say_so_each_time_they_are_asked(self, rig: SensorsCableRig) -> None:
        rig.unplug()
        for _ in range(3):
            with pytest.raises(DeviceLost):
                rig.sensors.scan()

    def test_sensors_that_are_back_read_the_board_as_it_is_then(self, rig: SensorsCableRig) -> None:
        rig.hold(0b1, 0)
        rig.unplug()
        rig.hold(0b110, 0)
        rig.plug()
        assert rig.sensors.scan() == Scan(closed=0b110, south=0)

    def test_sensors_come_back_again_and_again(self, rig: SensorsCableRig) -> None:
        for closed in (0b1, 0b10, 0b100):
            rig.unplug()
            with pytest.raises(DeviceLost):
                rig.sensors.scan()
            rig.plug()
            rig.hold(closed, 0)
            assert rig.sensors.scan() == Scan(closed=closed, south=0)

    def test_lost_sensors_can_be_closed(self, rig: SensorsCableRig) -> None:
        rig.unplug()
        rig.sensors.close()


class LightsCableContract:
    """Lights that are lost and come back."""

    def test_lost_lights_say_so_each_time_they_are_used(self, rig: LightsCableRig) -> None:
        rig.unplug()
        for _ in range(3):
            with pytest.raises(DeviceLost):
                rig.lights.show(DARK)

    def test_lights_that_are_back_are_dark_until_they_are_shown_something(self, rig: LightsCableRig) -> None:
        frame = bytes([7]) * FRAME_BYTES
        rig.lights.show(frame)
        rig.unplug()
        rig.plug()
        assert rig.shown() == DARK
        rig.lights.show(frame)
        assert rig.shown() == frame

    def test_lost_lights_can_be_closed(self, rig: LightsCableRig) -> None:
        rig.unplug()
        rig.lights.close()


class ButtonsCableContract:
    """Buttons that are lost and come back."""

    def test_lost_buttons_say_so_each_time_they_are_asked(self, rig: ButtonsCableRig) -> None:
        rig.unplug()
        for _ in range(3):
            with pytest.raises(DeviceLost):
                rig.buttons.down()

    def test_buttons_that_are_back_read_as_they_are_held_then(self, rig: ButtonsCableRig) -> None:
        rig.unplug()
        rig.plug()
        rig.press(rig.names)
        assert rig.buttons.down() == rig.names

    def test_lost_buttons_can_be_closed(self, rig: ButtonsCableRig) -> None:
        rig.unplug()
        rig.buttons.close()


class TableContract(
    SensorsContract,
    LightsContract,
    ButtonsContract,
    SensorsCableContract,
    LightsCableContract,
    ButtonsCableContract,
):
    """All contracts at once, for a whole table at the end of one cable."""

    def test_all_devices_are_lost_together_and_back_together(self, rig: Rig) -> None:
        rig.unplug()
        for use in (rig.sensors.scan, rig.buttons.down, lambda: rig.lights.show(DARK)):
            with pytest.raises(DeviceLost):
                use()
        rig.plug()
        rig.sensors.scan()
        rig.buttons.down()
        rig.lights.show(DARK)


def single_cells() -> Iterable[int]:
    """Yield the mask of each cell alone."""
    return (1 << cell for cell in range(CELLS))


def random_boards(boards: int = 40) -> Iterator[tuple[int, int]]:
    """Yield masks of closed contacts and of the south ones among them, from nearly empty to full boards."""
    random = Random(49)
    for board in range(boards):
        cells = random.sample(range(CELLS), 1 + board * (CELLS - 1) // (boards - 1))
        souths = random.sample(cells, len(cells) // 2)
        yield sum(1 << cell for cell in cells), sum(1 << cell for cell in souths)
