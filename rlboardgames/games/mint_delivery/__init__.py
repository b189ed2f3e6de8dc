"""Mint Delivery: rules, actions, observation, data."""
