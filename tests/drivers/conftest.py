"""Failures inside the contract show their values, as those in test modules do."""

import pytest

pytest.register_assert_rewrite("tests.drivers.contract")
