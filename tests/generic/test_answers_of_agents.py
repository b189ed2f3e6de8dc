"""Agents are asked for actions, and what they answer is looked at before anything is played."""

import numpy as np
import pytest
from generic_cases import each_game

from rlboardgames.agents import Agent, RandomAgent
from rlboardgames.core.errors import IllegalActionError, UsageError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game


class Answers(Agent):
    """Chooses whatever it was told to."""

    name = "answers"

    def __init__(self, answer):
        self._answer = answer

    def choose(self, turn, rng):
        """Answer."""
        return self._answer(turn.masks)


ANSWERS = {
    "none": lambda masks: None,
    "text": lambda masks: ["a"] * len(masks),
    "fractions": lambda masks: masks.argmax(axis=1) + 0.5,
    "not a number": lambda masks: np.full(len(masks), np.nan),
    "bools": lambda masks: masks.argmax(axis=1) > 0,
    "one for all": lambda masks: int(masks[0].argmax()),
    "too few": lambda masks: masks.argmax(axis=1)[:-1],
    "columns": lambda masks: masks.argmax(axis=1)[:, None],
    "minus one": lambda masks: np.full(len(masks), -1),
    "minus two": lambda masks: np.full(len(masks), -2),
    "huge": lambda masks: np.full(len(masks), 10**6),
    "unsigned and huge": lambda masks: np.full(len(masks), 2**63, np.uint64),
    "illegal": lambda masks: masks.argmin(axis=1),
}


def _play(env):
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
        over = terminated or truncated


@pytest.mark.parametrize("answer", ANSWERS)
@each_game
def test_what_an_agent_chooses_is_checked(name, answer):
    """Nothing that the mask does not allow reaches compiled code; the message names the agent."""
    agent = Answers(ANSWERS[answer])
    with pytest.raises((UsageError, IllegalActionError), match="'answers'"):
        play_match(make_game(name), agent, RandomAgent(), 8, 1)
    env = SingleSeatEnv(name, opponents=agent, num_players=2)
    with pytest.raises((UsageError, IllegalActionError), match="'answers'"):
        _play(env)


def test_after_an_agents_error_the_games_want_a_reset():
    """The learner is never asked to decide for the opponent whose agent failed."""
    answer = {"broken": False}

    def choose(masks):
        if answer["broken"]:
            raise RuntimeError("boom")
        return masks.argmax(axis=1)

    env = SingleSeatEnv("mint_delivery", opponents=Answers(choose))
    _, info = env.reset(seed=3)
    for _ in range(3):
        _, _, _, _, info = env.step(info["action_mask"].argmax())
    answer["broken"] = True
    last = info["action_mask"].nonzero()[0][-1]
    with pytest.raises(RuntimeError, match="boom"):
        env.step(last)
    answer["broken"] = False
    with pytest.raises(UsageError, match="reset"):
        env.step(env.action_masks().argmax())
    _, info = env.reset(seed=3)
    env.step(info["action_mask"].argmax())


def test_an_agent_that_chooses_for_itself_is_asked():
    """Whatever it inherits from, and it has a name."""

    class First(RandomAgent):
        asked = 0

        def choose(self, turn, rng):
            First.asked += 1
            return turn.masks.argmax(axis=1)

    class Nameless(Agent):
        def choose(self, turn, rng):
            return turn.masks.argmin(axis=1)

    game = make_game("mint_delivery", max_steps=30)
    play_match(game, First(), "random", 2, 1)
    assert First.asked
    with pytest.raises(IllegalActionError, match="Nameless"):
        play_match(game, Nameless(), "random", 2, 1)
