"""Agents choose actions: the interface, and those that need no training."""

from rlboardgames.agents.agent import Agent, AgentLike, GreedyAgent, RandomAgent
from rlboardgames.agents.turn import Turn

__all__ = ["Agent", "AgentLike", "GreedyAgent", "RandomAgent", "Turn"]
