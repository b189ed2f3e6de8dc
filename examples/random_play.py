"""Random legal play: the loop that every AEC environment understands."""

from rlboardgames import mint_delivery_v0

env = mint_delivery_v0.env(num_players=3, max_steps=500, render_mode="ansi")
env.reset(seed=42)
env.action_space("player_0").seed(42)

for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent}: return {reward:+.2f}")
        env.step(None)
    else:
        env.step(env.action_space("player_0").sample(observation["action_mask"]))

print(env.render())
