"""What an illegal action does is the same in every interface."""

import numpy as np
import pytest
from generic_cases import each_default

from rlboardgames.core.errors import IllegalActionError, OptionError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play import OpponentPool
from rlboardgames.registry import module_of
from rlboardgames.sb3.vec_env import SB3VecEnv


def _aec(setup, mode):
    env = setup.env(illegal_action=mode)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(env.observe(agent)["action_mask"].argmin()))
    return env.rewards[agent], env.terminations[agent], env.truncations[agent], env.infos[agent]


def _parallel(setup, mode):
    if not setup.game().simultaneous:
        return _aec(setup, mode)
    env = module_of(setup.name).parallel_env(**setup.keywords, illegal_action=mode)
    observations, _ = env.reset(seed=1)
    agent = env.possible_agents[0]
    actions = {each: int(seen["action_mask"].argmax()) for each, seen in observations.items()}
    actions[agent] = int(observations[agent]["action_mask"].argmin())
    _, rewards, terminated, truncated, infos = env.step(actions)
    return rewards[agent], terminated[agent], truncated[agent], infos[agent]


def _batch(setup, mode):
    envs = setup.vec_env(3, illegal_action=mode)
    _, masks, seats = envs.reset(seed=1)
    actions = masks.argmax(axis=1)
    actions[1] = masks[1].argmin()
    seat = int(seats[1])
    *_, rewards, terminated, truncated = envs.step(actions)
    return rewards[1, seat], terminated[1], truncated[1], {}


def _single_seat(setup, mode):
    env = SingleSeatEnv(setup.game(), illegal_action=mode)
    _, info = env.reset(seed=1)
    return (*env.step(int(info["action_mask"].argmin()))[1:4], {})


def _stable_baselines(setup, mode):
    game = setup.game()
    envs = SB3VecEnv(game, 3, OpponentPool("random", game), seed=1, illegal_action=mode)
    before = envs.reset()
    masks = envs.action_masks()
    actions = masks.argmax(axis=1)
    actions[1] = masks[1].argmin()
    _, rewards, dones, infos = envs.step(actions)
    assert infos[1]["terminal_observation"].tobytes() == before[1].tobytes()
    assert infos[1]["episode"]["r"] == -1
    assert envs.action_masks()[1].any()
    return rewards[1], dones[1], infos[1]["TimeLimit.truncated"], {}


INTERFACES = (_aec, _parallel, _batch, _single_seat, _stable_baselines)


@each_default
@pytest.mark.parametrize("interface", INTERFACES, ids=lambda interface: interface.__name__.strip("_"))
def test_an_illegal_action_ends_the_game_alike(setup, interface):
    """The offender is paid -1, and the game is terminated: an end that is paid for, which nothing has cut."""
    reward, terminated, truncated, info = interface(setup, "terminate")
    assert reward == -1.0
    assert terminated
    assert not truncated
    assert "max_steps_reached" not in info


@each_default
@pytest.mark.parametrize("interface", INTERFACES, ids=lambda interface: interface.__name__.strip("_"))
def test_an_illegal_action_raises_alike(setup, interface):
    """With ``illegal_action="raise"``; and other words for it are refused."""
    with pytest.raises(IllegalActionError):
        interface(setup, "raise")
    with pytest.raises(OptionError, match="illegal_action"):
        interface(setup, "ignore")


@each_default
def test_a_forfeited_game_leaves_the_others_alone(setup):
    """A learner's other games go on as they would have, step after step."""
    game = setup.game()
    outputs = []
    for offends in (False, True):
        envs = SB3VecEnv(game, 3, OpponentPool("greedy", game), seed=4, illegal_action="terminate")
        envs.reset()
        shown = []
        for _ in range(6):
            masks = envs.action_masks()
            actions = masks.argmax(axis=1)
            if offends:
                actions[0] = masks[0].argmin()
            observations, rewards, dones, _ = envs.step(actions)
            shown.append((observations[1:].tobytes(), rewards[1:].tolist(), dones[1:].tolist()))
        outputs.append(shown)
    assert outputs[0] == outputs[1]
    assert np.isfinite(rewards).all()
