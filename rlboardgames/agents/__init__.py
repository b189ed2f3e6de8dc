"""Agents choose actions: the interface, and those that need no training."""

from rlboardgames.agents.agent import Agent, GreedyAgent, RandomAgent

__all__ = ["Agent", "GreedyAgent", "RandomAgent"]
