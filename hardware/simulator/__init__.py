"""A simulated table: a physical model of marbles, contacts, lights and buttons behind the protocols."""

from hardware.simulator.marbles import Marble, SimulatedHands
from hardware.simulator.strip import Sent
from hardware.simulator.table import SimulatedTable
from hardware.simulator.wiring import Wiring

__all__ = ["Marble", "Sent", "SimulatedHands", "SimulatedTable", "Wiring"]
