"""The network of the training example: a trunk that policy and value share. Needs the extra ``sb3``."""

import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

__all__ = ["SharedTrunk"]

_COUNT_SCALE = 1 / 8


class SharedTrunk(BaseFeaturesExtractor):
    """Scales counts to the size of flags, then two layers that policy and value share.

    Sharing the widest layers halves the time of an update; the heads on top are their own.

    Parameters
    ----------
    observation_space : gymnasium.spaces.Box
    features_dim : int
        Width.
    """

    def __init__(self, observation_space, features_dim=256):
        super().__init__(observation_space, features_dim)
        is_count = torch.as_tensor((observation_space.high > 1) | (observation_space.low < 0))
        scale = torch.where(is_count, _COUNT_SCALE, 1.0)
        self.register_buffer("scale", scale)
        self.layer = nn.Sequential(
            nn.Linear(observation_space.shape[0], features_dim),
            nn.ReLU(),
            nn.Linear(features_dim, features_dim),
            nn.ReLU(),
        )

    def forward(self, observations):
        """Return the features, shape (B, features_dim)."""
        return self.layer(observations * self.scale)
