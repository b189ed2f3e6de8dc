"""Metro X: rules, actions, observation, data."""
