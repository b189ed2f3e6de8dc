"""Playing: agents at one table, pools of opponents, matches, one learner among opponents."""

from rlboardgames.play.pool import OpponentPool, make_agent, make_partners

__all__ = ["OpponentPool", "make_agent", "make_partners"]
