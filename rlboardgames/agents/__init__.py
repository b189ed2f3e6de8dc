"""Agents choose actions: random, greedy, a trained policy, and pools of these."""

from rlboardgames.agents.agent import Agent, GreedyAgent, RandomAgent
from rlboardgames.agents.pool import OpponentPool, make_agent, make_partners

__all__ = ["Agent", "GreedyAgent", "OpponentPool", "RandomAgent", "make_agent", "make_partners"]
