"""The example scripts and the command line run, and refuse bad input with one line and the exit status 2."""

import errno
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rlboardgames.cli import app
from rlboardgames.play import make_agent
from rlboardgames.play.match import play_match
from rlboardgames.registry import GAMES, make_game

ROOT = Path(__file__).resolve().parents[1]
SHORT = ["--timesteps", "600", "--num-envs", "8", "--imitate", "200", "--games", "4"]


def run(script, *arguments):
    """Run an example script and return its process."""
    command = [sys.executable, str(ROOT / "examples" / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_random_play_prints_returns_and_a_table():
    """The ten-line loop ends by itself and shows every seat's return."""
    done = run("random_play.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("return") == 3


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Train for a moment on Mint Delivery."""
    out = tmp_path_factory.mktemp("run")
    done = run("train_maskable_ppo.py", *SHORT, "--out", out, "--option", "max_steps=200", "--seed", 3)
    assert done.returncode == 0, done.stderr
    return out


def test_training_writes_model_curve_and_picture(trained):
    """The training example leaves a model, a CSV and a PNG."""
    assert _names(trained) == {"model.zip", "curve.csv", "curve.png"}
    header, *rows = (trained / "curve.csv").read_text().splitlines()
    assert header.startswith("timesteps,")
    assert rows


def test_a_model_can_be_evaluated(trained):
    """The evaluation prints a table with a row for each opponent."""
    opponents = ["--opponent", "random", "--opponent", "greedy"]
    done = run("evaluate.py", trained / "model.zip", *opponents, "--games", 4, "--option", "max_steps=200")
    assert done.returncode == 0, done.stderr
    assert "random" in done.stdout
    assert "greedy" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.zip"],
        ["greedy", "--game", "chess"],
        ["greedy", "--players", "9"],
        ["greedy", "--option", "abilities"],
        ["greedy", "--option", "colour=red"],
        ["greedy", "--option", "data=missing.json"],
    ],
)
def test_bad_input_ends_with_one_line_and_status_2(arguments):
    """Nothing but one line on standard error, and no traceback."""
    done = run("evaluate.py", *arguments, "--games", 1)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_damaged_and_foreign_models_are_refused(trained, tmp_path):
    """A cut-off model file, and a model of another game, are named in one line."""
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes((trained / "model.zip").read_bytes()[:5000])
    for model, game in ((damaged, "mint_delivery"), (trained / "model.zip", "hasty_baker")):
        done = run("evaluate.py", model, "--game", game, "--games", 1)
        assert done.returncode == 2
        assert str(model) in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_the_command_line_describes_and_plays_every_game(name):
    """`describe` and `play` work for each game, by the greedy and the random player."""
    runner = CliRunner()
    assert runner.invoke(app, ["list"]).exit_code == 0
    assert runner.invoke(app, ["describe", name]).exit_code == 0
    for agent in ("greedy", "random"):
        played = runner.invoke(app, ["play", name, "--agent", agent, "--decisions", "15", "--seed", "2"])
        assert played.exit_code == 0
        assert played.stdout.count("player_") >= 15


def test_the_command_line_refuses_unknown_games():
    """One line on standard error and the exit status 2."""
    assert CliRunner().invoke(app, ["describe", "chess"]).exit_code == 2


def test_an_interrupted_training_keeps_its_model(tmp_path, monkeypatch):
    """Ctrl-C in training or in the last evaluation leaves the model as far as it came."""
    training = _training(monkeypatch)
    for number, method in enumerate(("learn", "final evaluation")):
        owner, name = (training.MaskablePPO, "learn") if method == "learn" else (training, "play_matches")
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, _interrupt)
            assert _exit_code(training, tmp_path / str(number), timesteps=600) == 130
        assert make_agent(tmp_path / str(number) / "model.zip", make_game("mint_delivery")).name
        with importlib.import_module("run_folder").locked(tmp_path / str(number)):
            pass  # the lock is free


def _names(folder):
    # the lock's file stays, empty, since another run could hold it already
    return {path.name for path in folder.iterdir()} - {".running"}


def _training(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return importlib.import_module("train_maskable_ppo")


def _interrupt(*_, **__):
    raise KeyboardInterrupt


def _exit_code(training, out, **keywords):
    few = {"imitate": 0, "num_envs": 8, "seed": 1, "games": 4, "option": ["max_steps=100"], "partners": "learner"}
    with pytest.raises(SystemExit) as exit_:
        training.main(out=out, **{**few, **keywords})
    return exit_.value.code


def test_a_model_that_has_learned_nothing_is_not_saved(tmp_path, monkeypatch):
    """Ctrl-C while it imitates leaves no model."""
    training = _training(monkeypatch)
    monkeypatch.setattr(training, "imitate_greedy", _interrupt)
    assert _exit_code(training, tmp_path, timesteps=600, imitate=100) == 130
    assert _names(tmp_path) == set()


def test_a_termination_keeps_the_model(tmp_path, monkeypatch):
    """SIGTERM, as batch systems send it, does what Ctrl-C does."""
    training = _training(monkeypatch)
    monkeypatch.setattr(training, "play_matches", lambda *_: signal.raise_signal(signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    assert _exit_code(training, tmp_path, timesteps=600) == 130
    assert signal.getsignal(signal.SIGTERM) is before
    assert make_agent(tmp_path / "model.zip", make_game("mint_delivery")).name


def test_a_full_disk_leaves_the_earlier_model(trained, tmp_path, monkeypatch):
    """The model of before is not replaced by a part of the new one, and nothing temporary stays."""
    training = _training(monkeypatch)
    shutil.copytree(trained, tmp_path / "run")
    before = (tmp_path / "run" / "model.zip").read_bytes()

    def save(model, path):
        Path(path).write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(training.MaskablePPO, "save", save)
    assert _exit_code(training, tmp_path / "run", timesteps=1200, resume=True, option=["max_steps=200"]) == 1
    assert (tmp_path / "run" / "model.zip").read_bytes() == before
    assert _names(tmp_path / "run") == {"model.zip", "curve.csv", "curve.png"}


def test_a_training_is_resumed_where_it_ended(trained, tmp_path, monkeypatch):
    """A folder with a model is refused, unless its training is to go on: from its steps, and with its curve."""
    training = _training(monkeypatch)
    shutil.copytree(trained, tmp_path / "run")
    before = (tmp_path / "run" / "model.zip").read_bytes()
    keywords = {"timesteps": 1500, "option": ["max_steps=200"]}
    assert _exit_code(training, tmp_path / "run", **keywords) == 2
    assert (tmp_path / "run" / "model.zip").read_bytes() == before
    steps = training.MaskablePPO.load(tmp_path / "run" / "model.zip").num_timesteps
    rows = (tmp_path / "run" / "curve.csv").read_text().splitlines()
    few = {"imitate": 100, "num_envs": 8, "seed": 1, "games": 4, "partners": "learner"}
    training.main(out=tmp_path / "run", resume=True, **few, **keywords)
    assert training.MaskablePPO.load(tmp_path / "run" / "model.zip").num_timesteps > max(steps, 1499)
    resumed = (tmp_path / "run" / "curve.csv").read_text().splitlines()
    assert len(resumed) > len(rows)
    assert _exit_code(training, tmp_path / "empty", resume=True, **keywords) == 2
    assert _exit_code(training, tmp_path / "run", resume=True, game="hasty_baker", timesteps=1, option=[]) == 2


def test_two_runs_do_not_write_into_one_folder(tmp_path, monkeypatch):
    """A run at work is noticed, one that was killed is not; default folders are numbered."""
    training = _training(monkeypatch)
    folders = importlib.import_module("run_folder")
    hold = "import run_folder as f, sys\nwith f.locked(f.Path(sys.argv[1])):\n    print('held', flush=True); input()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "examples")])}
    command = [sys.executable, "-c", hold, str(tmp_path)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        assert _exit_code(training, tmp_path, timesteps=1) == 2
        other.kill()
    with folders.locked(tmp_path):
        pass
    monkeypatch.chdir(tmp_path)
    assert [folders.new_folder("game").name for _ in range(3)] == ["game", "game-2", "game-3"]


def test_a_second_interrupt_does_not_cut_the_saving(tmp_path, monkeypatch):
    """Impatience, or a batch system that terminates twice, costs no model."""
    training = _training(monkeypatch)
    monkeypatch.setattr(training.MaskablePPO, "learn", _interrupt)
    save = training.MaskablePPO.save

    def save_under_fire(model, path):
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(number)
        save(model, path)

    monkeypatch.setattr(training.MaskablePPO, "save", save_under_fire)
    assert _exit_code(training, tmp_path, timesteps=600) == 130
    assert make_agent(tmp_path / "model.zip", make_game("mint_delivery")).name


def test_a_resumed_training_plays_other_games_against_its_earlier_self(trained, tmp_path, monkeypatch):
    """It does not deal the games of before again, meets what it had become, and its curve's seconds go on."""
    training = _training(monkeypatch)
    shutil.copytree(trained, tmp_path / "run")
    seen = []

    def learn(model, *_, callback, **__):
        seen.append((model.env.reset(), [agent.name for agent in callback.callbacks[0].pool.agents]))
        raise KeyboardInterrupt

    monkeypatch.setattr(training.MaskablePPO, "learn", learn)
    _exit_code(training, tmp_path / "new", timesteps=1500, option=["max_steps=200"])
    _exit_code(training, tmp_path / "run", timesteps=1500, option=["max_steps=200"], resume=True)
    (first, _), (second, names) = seen
    assert (first != second).any()
    steps = training.MaskablePPO.load(tmp_path / "run" / "model.zip").num_timesteps
    assert f"self at {steps}" in names
    game = make_game("mint_delivery")
    curve = training.LearningCurve(game, tmp_path / "run" / "curve.csv", 100, None, None, 1)
    curve.model = training.MaskablePPO.load(tmp_path / "run" / "model.zip")
    curve.num_timesteps = steps + 100
    monkeypatch.setattr(training, "CURVE_GAMES", 1)
    curve.evaluate()
    assert curve.rows[-1][1] >= curve.rows[-2][1] > 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate.py", "greedy", "--games", 2, "--option", "max_steps=40"],
        ["evaluate.py", "greedy", "--games", 2, "--game", "metro_x", "--players", 1],
        ["random_play.py"],
    ],
)
def test_output_that_takes_ascii_only_gets_it(arguments):
    """On a terminal or in a file that knows no other characters, results are printed all the same."""
    command = [sys.executable, str(ROOT / "examples" / arguments[0]), *map(str, arguments[1:])]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()


@pytest.mark.parametrize("arguments", [["list"], ["describe", "monad"], ["play", "metro_x", "--decisions", "4"]])
def test_the_command_line_prints_ascii_where_it_must(arguments):
    """The same for the command line."""
    command = [sys.executable, "-m", "rlboardgames.cli", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr


def test_an_output_folder_that_cannot_be_one_is_refused_at_once(tmp_path):
    """Before anything is trained."""
    (tmp_path / "file").touch()
    done = run("train_maskable_ppo.py", *SHORT, "--out", tmp_path / "file" / "run")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "--out" in done.stderr


def test_a_model_whose_path_looks_like_markup_is_printed_as_it_is(trained, tmp_path):
    """Brackets in names are no markup."""
    path = tmp_path / "[red]x[/y]"
    path.mkdir(parents=True)
    shutil.copy(trained / "model.zip", path / "m[a].zip")
    done = run("evaluate.py", path / "m[a].zip", "--games", 2, "--option", "max_steps=50")
    assert done.returncode == 0, done.stderr
    assert "[red]x[/y]" in "".join(done.stdout.split())
    assert "m[a].zip" in "".join(done.stdout.split())


def test_teams_can_be_trained_and_evaluated(tmp_path):
    """The learner plays with its partner or with another one; both scripts refuse a partner where there is none."""
    teams = ["--game", "monad", "--players", 4, "--option", "teams=true", "--option", "max_steps=100"]
    few = [*SHORT[2:], "--timesteps", 1]
    done = run("train_maskable_ppo.py", *few, *teams, "--partners", "greedy", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "beside greedy" in done.stdout
    done = run("evaluate.py", tmp_path / "model.zip", *teams, "--partner", "greedy", "--games", 4)
    assert done.returncode == 0, done.stderr
    assert "random" in done.stdout
    done = run("evaluate.py", "greedy", "--partner", "greedy", "--games", 4)
    assert done.returncode == 2
    assert "teams" in done.stderr
    done = run("train_maskable_ppo.py", *SHORT, "--partners", "greedy", "--out", tmp_path)
    assert done.returncode == 2
    assert "teams" in done.stderr
    assert (tmp_path / "model.zip").is_file(), "an earlier result is not lost to a refused command"


def _train_and_play(out, name, arguments, opponent, **options):
    done = run("train_maskable_ppo.py", *arguments, "--out", out)
    assert done.returncode == 0, done.stderr
    game = make_game(name, **options)
    agents = make_agent(str(out / "model.zip"), game), make_agent(opponent, game)
    if game.num_players > 1:
        return play_match(game, agents[0], [agents[1]], 1000, 5)
    return [play_match(game, agent, [], 1000, 5) for agent in agents]


@pytest.mark.training
@pytest.mark.parametrize(
    ("name", "timesteps", "bound"),
    [("mint_delivery", 2_500_000, 0.95), ("hasty_baker", 1_000_000, 0.9), ("monad", 600_000, 0.9)],
)
def test_training_beats_random(name, timesteps, bound, tmp_path):
    """The lower end of the interval against random, two players, is this high over 1000 games."""
    result = _train_and_play(tmp_path, name, ["--game", name, "--timesteps", timesteps], "random")
    assert result.win_interval[0] >= bound, json.dumps(result.__dict__)


@pytest.mark.training
@pytest.mark.parametrize("board", ["metro_city", "tube_town"])
def test_training_alone_beats_greedy(board, tmp_path):
    """A Metro X player on its own has clearly more points than the greedy player: the intervals are apart."""
    arguments = ["--game", "metro_x", "--players", 1, "--timesteps", 1_500_000, "--option", f"map={board}"]
    model, greedy = _train_and_play(tmp_path, "metro_x", arguments, "greedy", num_players=1, map=board)
    low = model.mean_points - 1.96 * model.points_error
    assert low > greedy.mean_points + 1.96 * greedy.points_error
