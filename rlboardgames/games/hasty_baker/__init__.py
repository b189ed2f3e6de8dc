"""Hasty Baker: rules, actions, observation, data."""
