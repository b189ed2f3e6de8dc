"""Self-play: the learner's earlier selves join the pool of its opponents. Needs the extra ``sb3``."""

from stable_baselines3.common.callbacks import BaseCallback

from rlboardgames.core.checks import finite_number, whole_number
from rlboardgames.sb3.policy import PolicyAgent, require_learner

__all__ = ["SelfPlay"]


class SelfPlay(BaseCallback):
    """Adds a frozen copy of the policy to the opponents' pool at regular intervals.

    Parameters
    ----------
    pool : OpponentPool
        Of the environment that is trained on.
    interval : int
        Environment steps between two copies, counted over all calls of ``learn`` with this callback.
    keep : int
        So many latest copies stay; older ones leave the pool.
    weight : float
        Of each copy, beside the pool's other agents.
    """

    def __init__(self, pool, interval, keep=4, weight=1.0):
        super().__init__()
        self.pool = pool
        self.interval = whole_number("interval", interval, 1)
        self.keep = whole_number("keep", keep, 1)
        self.weight = finite_number("weight", weight, low=0)
        self._copies = []
        self._seen = 0  # time steps of the model that have been counted
        self._since_copy = 0

    def _on_training_start(self):
        require_learner(self.model, self.pool.game, "SelfPlay")
        self._seen = self.model.num_timesteps  # a resumed model has learned before

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        self._since_copy += self.num_timesteps - self._seen
        self._seen = self.num_timesteps
        if self._since_copy < self.interval:
            return
        self._since_copy %= self.interval
        copy = PolicyAgent.frozen(self.model.policy, f"self at {self.num_timesteps}")
        self.pool.add(copy, self.weight)
        self._copies.append(copy)
        if len(self._copies) > self.keep:
            self.pool.remove(self._copies.pop(0))
