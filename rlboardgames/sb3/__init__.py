"""What needs the extra `sb3`: environments for Stable-Baselines3, policies as agents, callbacks of a training."""
