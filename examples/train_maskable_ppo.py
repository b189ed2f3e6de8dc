"""Train MaskablePPO: first imitate the greedy player, then play against random, greedy and frozen earlier selves.

Example: python examples/train_maskable_ppo.py --game mint_delivery --timesteps 2000000 --seed 1
"""

import csv
import sys
import time
from pathlib import Path
from typing import Annotated

import matplotlib as mpl
import numpy as np
import torch
import typer
from evaluate import play_matches, print_match, title_of
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from run_folder import MODEL, given_folder, interruptible, locked, new_folder, replacing, uninterrupted
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback, CallbackList

from rlboardgames.agents import GreedyAgent, RandomAgent
from rlboardgames.core.checks import generator_values
from rlboardgames.core.errors import OptionError
from rlboardgames.play import OpponentPool, make_partners
from rlboardgames.play.match import play_match
from rlboardgames.registry import make_game
from rlboardgames.sb3.imitation import imitate_greedy
from rlboardgames.sb3.network import SharedTrunk
from rlboardgames.sb3.policy import PolicyAgent, load_policy
from rlboardgames.sb3.self_play import SelfPlay
from rlboardgames.sb3.vec_env import SB3VecEnv
from rlboardgames.terminal import GAME_HELP, OPTION_HELP, clean_exit, console, parse_options

mpl.use("Agg")
from matplotlib import pyplot as plt

STEPS_PER_ROLLOUT = 64
TRAINING_MAX_STEPS = 800  # a game that nobody finishes ends sooner than in play
CURVE_POINTS = 12
CURVE_GAMES = 100
COLUMNS = ("timesteps", "seconds", "training_return", "win_rate_random", "win_rate_greedy", "points_greedy")


class LearningCurve(BaseCallback):
    """Evaluates at regular intervals, writes a CSV row each time, and moves the progress bar.

    Parameters
    ----------
    game : Game
        For evaluation.
    path : Path
        Of the CSV file.
    interval : int
        Environment steps between two evaluations.
    progress, task
        Of rich.
    seed : int
    partner : Agent, optional
        Who plays the learner's partner in evaluation; the learner by default.
    """

    def __init__(self, game, path, interval, progress, task, seed, partner=None):
        super().__init__()
        self.partner = partner
        self.game, self.path, self.interval = game, path, interval
        self.progress, self.task, self.seed = progress, task, seed
        self.rows = _rows_of(path)
        self.evaluation_seconds = 0.0
        self._begin = time.perf_counter() - (self.rows[-1][1] if self.rows else 0.0)

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        self.progress.update(self.task, completed=self.num_timesteps)
        if self.num_timesteps >= (self.rows[-1][0] if self.rows else 0) + self.interval:
            self.evaluate()

    def _opponents(self):
        return [[]] if self.game.num_players == 1 else [[RandomAgent()], [GreedyAgent()]]

    def evaluate(self):
        """Play against random and greedy; append a row."""
        if self.rows and self.rows[-1][0] == self.num_timesteps:  # before the last update
            self.rows.pop()
        begin = time.perf_counter()
        agent = PolicyAgent(self.model.policy)
        against = [
            play_match(self.game, agent, opponents, CURVE_GAMES, self.seed, partner=self.partner)
            for opponents in self._opponents()
        ]
        episodes = [episode["r"] for episode in self.model.ep_info_buffer or ()]
        self.rows.append(
            (
                self.num_timesteps,
                round(begin - self._begin - self.evaluation_seconds, 1),
                round(float(np.mean(episodes)), 3) if episodes else "",
                against[0].wins / CURVE_GAMES,
                against[-1].wins / CURVE_GAMES,
                round(against[-1].mean_points, 2),
            )
        )
        with replacing(self.path) as temporary, temporary.open("w", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *self.rows])
        self.evaluation_seconds += time.perf_counter() - begin


def _rows_of(path):
    # of an earlier run that is resumed
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [(int(row[0]), *(float(cell) if cell else "" for cell in row[1:])) for row in rows]


def draw_curve(rows, title, path, alone):
    """Draw the learning curve; with one player, who beats nobody, the points only.

    Parameters
    ----------
    rows : list of tuple
        Of `COLUMNS`.
    title : str
    path : Path
        Of the PNG file.
    alone : bool
    """
    steps = [row[0] / 1e6 for row in rows]
    figure, axes = plt.subplots(1, 1 if alone else 2, figsize=(5 if alone else 10, 4), layout="constrained")
    if not alone:
        _draw_win_rates(axes[0], steps, rows)
    points = axes if alone else axes[1]
    points.plot(steps, [row[5] for row in rows], marker=".", color="tab:green")
    points.set(ylabel="points" if alone else "points against greedy", xlabel="million environment steps")
    figure.suptitle(title)
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=120)
    plt.close(figure)


def _draw_win_rates(left, steps, rows):
    left.plot(steps, [row[3] for row in rows], marker=".", label="against random")
    left.plot(steps, [row[4] for row in rows], marker=".", label="against greedy")
    left.set(ylabel="win rate", ylim=(-0.02, 1.02), xlabel="million environment steps")
    left.axhline(0.5, color="grey", linewidth=0.5)
    left.legend()


def _name_of_run(game, players, option):
    return "-".join([game, *([f"{players}-players"] if players != 2 else []), *option]).replace("/", "_")


class Checkpoints(BaseCallback):
    """Saves the model at regular intervals; a full disk is no reason to stop.

    Parameters
    ----------
    path : Path
        Of the model file.
    interval : int
        Environment steps between two checkpoints.
    """

    def __init__(self, path, interval):
        super().__init__()
        self.path, self.interval = path, interval
        self._last = 0

    def _on_training_start(self):
        self._last = self.num_timesteps

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        if self.num_timesteps >= self._last + self.interval:
            self._last = self.num_timesteps
            try:
                save_model(self.model, self.path)
            except OSError as error:
                print(f"no checkpoint at {self.num_timesteps:,} steps: {error}", file=sys.stderr)


def save_model(model, path):
    """Save a model completely, or leave what was there.

    Parameters
    ----------
    model : MaskablePPO
    path : Path

    Raises
    ------
    OSError
    """
    with uninterrupted(), replacing(path) as temporary:
        model.save(temporary)


def make_model(envs, seed):
    """Make the learner; what was compared for its settings stands in the README.

    Parameters
    ----------
    envs : SB3VecEnv
    seed : int

    Returns
    -------
    MaskablePPO
    """
    torch.manual_seed(seed)
    return MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=STEPS_PER_ROLLOUT,
        batch_size=2048,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.995,
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={
            "features_extractor_class": SharedTrunk,
            "features_extractor_kwargs": {"features_dim": 256},
            "net_arch": [128],
        },
    )


def _imitate(model, envs, decisions, progress):
    if decisions == 0:
        return
    task = progress.add_task("imitating the greedy player", total=1.0)
    imitate_greedy(model, envs, decisions, progress=lambda share: progress.update(task, completed=share))
    progress.update(task, completed=1.0)


def train(model, envs, timesteps, imitate, curve, path, progress):
    """Train a model, new or resumed, and save it on every way out, unless it has learned nothing yet.

    Parameters
    ----------
    model : MaskablePPO
    envs : SB3VecEnv
    timesteps : int
        Environment steps of the model in all, those of earlier runs included.
    imitate : int
        Decisions of the greedy player to imitate first; only a new model does.
    curve : LearningCurve
    path : Path
        Of the model file.
    progress : rich.progress.Progress

    Returns
    -------
    float
        Seconds, without those of the evaluations.
    """
    begin = time.perf_counter()
    has_learned = model.num_timesteps > 0
    if has_learned:  # its earlier selves are gone, so it meets what it has become
        envs.games.pool.add(PolicyAgent.frozen(model.policy, f"self at {model.num_timesteps}"), 1.0)
    callbacks = [SelfPlay(envs.games.pool, max(timesteps // 10, 1)), Checkpoints(path, curve.interval), curve]
    try:
        if not has_learned:
            _imitate(model, envs, imitate, progress)
        has_learned = True
        remaining = max(timesteps - model.num_timesteps, 0)
        model.learn(remaining, callback=CallbackList(callbacks), reset_num_timesteps=False)
    finally:
        if has_learned:
            save_model(model, path)
    return time.perf_counter() - begin - curve.evaluation_seconds


def main(
    game: Annotated[str, typer.Option(help=GAME_HELP)] = "mint_delivery",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 2,
    timesteps: Annotated[
        int, typer.Option(min=1, help="Decisions of the learner, with --resume those before included.")
    ] = 2_500_000,
    imitate: Annotated[int, typer.Option(min=0, help="Decisions of the greedy player to imitate first.")] = 500_000,
    partners: Annotated[str, typer.Option(help="With teams: learner, random, greedy or a model file.")] = "learner",
    num_envs: Annotated[int, typer.Option(min=1, help="Games side by side.")] = 256,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of everything.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Folder for the results; a new one in runs by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each final match.")] = 1000,
    option: Annotated[list[str], typer.Option(help=OPTION_HELP)] = [],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the model in the folder --out.")] = False,
):
    """Train, write model, CSV and learning curve, and evaluate against random and greedy.

    The model is saved at regular intervals and on every way out. A folder that holds one is not written to, unless
    its training is to go on.

    Example: python examples/train_maskable_ppo.py --game mint_delivery --players 2 --timesteps 2000000
    """
    with clean_exit():
        options = parse_options(option, players)
        played = make_game(game, **options)
        max_steps = min(played.options["max_steps"], TRAINING_MAX_STEPS)
        training_game = make_game(game, **{**options, "reward": "score_delta", "max_steps": max_steps})
        pool = OpponentPool(["random", "greedy"], training_game)
        beside = make_partners(partners, training_game)
        envs = SB3VecEnv(training_game, num_envs, pool, beside, margin_weight=0.1, outcome_weight=1.0, seed=seed)
        partner = None if beside is None else beside.agents[0]
        if resume and out is None:
            raise OptionError("--resume: name the folder to go on in with --out")
        folder = new_folder(_name_of_run(game, players, option)) if out is None else given_folder(out, resume)
        with locked(folder), interruptible():
            try:
                model = _resumed(folder / MODEL, envs, timesteps, seed) if resume else make_model(envs, seed)
                title = f"{played.title}, players: {players}"
                _train_and_show(model, envs, played, partner, folder, title, timesteps, imitate, seed)
                with Progress(transient=True) as progress:
                    agents = PolicyAgent(model.policy), [RandomAgent(), GreedyAgent()]
                    rows = play_matches(played, "model", *agents, games, seed, progress, partner)
            except KeyboardInterrupt:
                is_kept = (folder / MODEL).exists()
                words = f"{folder / MODEL} is as far as it came" if is_kept else "nothing was learned yet"
                print(f"interrupted; {words}", file=sys.stderr)
                raise SystemExit(130) from None
            except OSError as error:
                print(f"error: the results cannot be written: {error}", file=sys.stderr)
                raise SystemExit(1) from None
    beside_name = "" if partner is None else partners
    print_match(title_of(folder / MODEL, played, games, beside_name), rows, alone=players == 1)


def _resumed(path, envs, timesteps, seed):
    load_policy(path, envs.games.game)  # refuses a model of another game
    model = MaskablePPO.load(path, env=envs)
    if model.num_timesteps >= timesteps:
        raise OptionError(f"--resume: the model has {model.num_timesteps:,} of --timesteps {timesteps:,} already")
    model.set_random_seed(int(generator_values([seed, model.num_timesteps], 1)[0] % 2**32))  # not the same games again
    return model


def _train_and_show(model, envs, played, partner, folder, title, timesteps, imitate, seed):
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %")
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task(f"training on {played.name}", total=timesteps)
        interval = max(timesteps // CURVE_POINTS, 1)
        curve = LearningCurve(played, folder / "curve.csv", interval, progress, task, seed, partner)
        steps_before = model.num_timesteps
        seconds = train(model, envs, timesteps, imitate, curve, folder / MODEL, progress)
        curve.evaluate()
    draw_curve(curve.rows, title, folder / "curve.png", alone=played.num_players == 1)
    opponents = envs.games.arena.agent_seconds
    steps = model.num_timesteps - steps_before
    shares = (envs.seconds - opponents) / seconds, opponents / seconds
    console().print(
        f"trained {steps:,} steps in {seconds:.0f} s, {steps / seconds:,.0f} a second, "
        f"{shares[0]:.0%} of it in the environment, {shares[1]:.0%} in opponents' nets"
    )


if __name__ == "__main__":
    typer.run(main)
