"""The devices' errors: one root, and each the builtin a caller would expect."""

import pytest

from hardware.errors import DeviceClosed, DeviceLost, FrameError, HandError, HardwareError, SettingError


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (DeviceLost, OSError),
        (DeviceClosed, ValueError),
        (FrameError, ValueError),
        (HandError, ValueError),
        (SettingError, ValueError),
    ],
)
def test_every_error_is_the_package_s_own_and_a_builtin(
    error: type[HardwareError], builtin: type[Exception]
) -> None:
    raised = error("the cable is unplugged")
    assert isinstance(raised, HardwareError)
    assert isinstance(raised, builtin)
    assert str(raised) == "the cable is unplugged"


def test_a_closed_device_is_never_waited_for_like_a_lost_one() -> None:
    assert not issubclass(DeviceClosed, DeviceLost)
