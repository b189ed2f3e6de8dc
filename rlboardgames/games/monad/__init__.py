"""Monad: rules, actions, observation."""
