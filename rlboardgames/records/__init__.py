"""Play records: games in readable text files that can be replayed and compared, decision by decision.

Examples
--------
>>> from rlboardgames import make_game
>>> from rlboardgames.records import record, replay
>>> played = record(make_game("metro_x"), agent="greedy", seed=3, decisions=10)
>>> replay(played) is None  # nothing differs
True
"""

from rlboardgames.records.comparison import Difference, Finding, replay
from rlboardgames.records.file import read, write
from rlboardgames.records.record import Decision, Record, Snapshot, record

__all__ = ["Decision", "Difference", "Finding", "Record", "Snapshot", "read", "record", "replay", "write"]
