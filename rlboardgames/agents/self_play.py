"""Self-play: the learner's earlier selves join the pool of its opponents. Needs the extra ``sb3``."""

from stable_baselines3.common.callbacks import BaseCallback

from rlboardgames.agents.policy import PolicyAgent
from rlboardgames.core.errors import OptionError

__all__ = ["SelfPlay"]


class SelfPlay(BaseCallback):
    """Adds a frozen copy of the policy to the opponents' pool at regular intervals.

    Parameters
    ----------
    pool : OpponentPool
        Of the environment that is trained on.
    interval : int
        Environment steps between two copies.
    keep : int
        So many latest copies stay; older ones retire.
    weight : float
        Of each copy, beside the pool's other agents.
    """

    def __init__(self, pool, interval, keep=4, weight=1.0):
        super().__init__()
        if interval < 1 or keep < 1:
            raise OptionError(f"interval={interval!r} and keep={keep!r} must be 1 or more")
        self.pool = pool
        self.interval = interval
        self.keep = keep
        self.weight = weight
        self._copies = []  # indices in the pool

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        if self.num_timesteps < self.interval * (len(self._copies) + 1):
            return
        self._copies.append(len(self.pool.agents))
        self.pool.add(PolicyAgent.frozen(self.model.policy, f"self at {self.num_timesteps}"), self.weight)
        if len(self._copies) > self.keep:
            self.pool.set_weight(self._copies[-self.keep - 1], 0.0)
