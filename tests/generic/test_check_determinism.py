"""`check_determinism` passes what repeats itself and says of everything else where it does not."""

import functools
import pickle
import random
import re
import sys

import gymnasium
import numpy as np
import pytest
import toy_environments as toys
from generic_cases import PACKAGE, PARALLEL, default_setup, few_setups_of

from rlboardgames.core.errors import BoardGameError, DeterminismError, OptionError
from rlboardgames.envs.single_seat import SingleSeatEnv
from rlboardgames.registry import GAMES, module_of
from rlboardgames.testing import check_determinism
from rlboardgames.testing.determinism import FORMS

IN_PROCESS = "processes"
EPISODES = 2 * toys.LENGTH
"""Decisions of two whole episodes."""


def _error(make_env, **keywords):
    with pytest.raises(DeterminismError) as caught:
        check_determinism(make_env, **{"decisions": EPISODES, "skip": IN_PROCESS, **keywords})
    return str(caught.value)


@pytest.mark.parametrize("toy", [toys.Honest, toys.HonestSeats, toys.HonestTogether])
def test_what_repeats_itself_passes(toy):
    """In every form; NaN is equal to NaN; only legal actions are played, whole episodes of them."""
    report = check_determinism(toy, seeds=(1, 2), decisions=2 * EPISODES, skip=IN_PROCESS)
    assert report.passed == [form for form in FORMS if form != "processes"]
    assert report.skipped == {"processes": "left out"}
    assert report.episodes == 8
    assert report.decisions == 4 * EPISODES
    assert report.notes == []
    assert f"toy_environments.{toy.__name__}" in str(report)


GENERATORS = "the global generator of {} was moved"
FAULTS = {
    toys.DrawsFromRandom: (r"seed 0, episode 1, reset with seed 0: " + GENERATORS.format("random"), {}),
    toys.SeedsNumpy: (r"reset with seed 0: " + GENERATORS.format("numpy.random"), {}),
    toys.ReadsTheGlobalGenerator: (FORMS["disturbed"] + r": episode 1, reset .* observation\['drawn'\]\[1\]", {}),
    toys.ShowsAddresses: (r"observation\['drawn'\]\[1\] is \d+ instead of \d+", {"skip": ()}),
    toys.KeepsATotal: (FORMS["same"] + r": episode 1, reset .* observation\['drawn'\]\[1\] is", {}),
    toys.MindsAnUnfinishedEpisode: (FORMS["unfinished"] + r" of seed 1: episode 1, reset", {}),
    toys.CountsItsMakers: (FORMS["new"] + r": episode 1, reset .* observation\['drawn'\]\[1\] is \d+ instead of", {}),
    toys.TakesEntropyWithoutASeed: (FORMS["new"] + r": episode 2, reset without a seed, which continues", {}),
    toys.LosesItsGeneratorInDeepcopy: (FORMS["deepcopy"] + r", in the copy of episode 1, step \d", {}),
    toys.SharesItsGeneratorWithItsCopy: (FORMS["deepcopy"] + r", in the original once its copy was played on", {}),
    toys.LosesItsGeneratorInPickle: (FORMS["pickle"] + r", in the copy of episode 1, step \d", {}),
    toys.PaysAnInteger: (r"step 1 .* by the agent\): reward is 1 \(int\) instead of 1.0 \(float\)", {}),
    toys.RaisesTheSecondTime: (r"raised ValueError, and did not the first time: 'out of cards'", {}),
    toys.MovesAtRandom: (r"agent_selection is 'player_\d' instead of 'player_\d'", {}),
    toys.OneSeesNoise: (r"reset with seed 0: agent player_1: observations\['board'\]\[1, 0\] is \d+ instead of", {}),
}


@pytest.mark.parametrize("toy", FAULTS, ids=lambda toy: toy.__name__)
def test_each_fault_is_found_and_named(toy):
    """The form, the call, the agent and the key."""
    message, keywords = FAULTS[toy]
    with pytest.raises(DeterminismError, match=message):
        check_determinism(toy, **{"decisions": EPISODES, "skip": IN_PROCESS, **keywords})


PROCESS_FAULTS = {
    toys.OrderOfASet: r"seed 0, in a new process with PYTHONHASHSEED=\d and .*: observation\['drawn'\]\[1\] is",
    toys.OrderOfKeys: r"PYTHONHASHSEED=.*: episode 1, step 1 .*: info\['colours'\] has the keys .* instead of",
    toys.CountsThreads: r"in a new process with .* and 1 thread: .* is 1 instead of 0",
    toys.DiesElsewhere: r"2 threads: the process ended with exit status 3; its last words:\n  no more memory",
}


@pytest.mark.parametrize("toy", PROCESS_FAULTS, ids=lambda toy: toy.__name__)
def test_faults_that_only_another_process_shows(toy, monkeypatch):
    """Hash seeds, thread counts, and a process that dies."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert check_determinism(toy, decisions=EPISODES, skip=IN_PROCESS).passed
    with pytest.raises(DeterminismError, match=PROCESS_FAULTS[toy]):
        check_determinism(toy, decisions=EPISODES)


def test_a_process_that_is_not_done_in_time():
    """It is ended, and the message says how long it had."""
    assert "not finished after 0.0 seconds" in _error(toys.Honest, skip=(), timeout=0)


def test_skipped_faults_are_not_looked_for():
    """Each form can be left out; without unseeded resets, later episodes have seeds."""
    with_entropy = check_determinism(toys.TakesEntropyWithoutASeed, decisions=EPISODES, skip=("unseeded", "processes"))
    assert with_entropy.episodes == 6
    assert with_entropy.skipped["unseeded"] == "left out"
    check_determinism(toys.SeedsNumpy, decisions=EPISODES, skip=("unmoved", "processes"))
    check_determinism(toys.LosesItsGeneratorInPickle, decisions=EPISODES, skip=("pickle", "processes"))
    check_determinism(toys.LosesItsGeneratorInDeepcopy, decisions=EPISODES, skip=("deepcopy", "processes"))


def test_what_cannot_be_copied_is_noted():
    """It is no fault: the environment does not claim it."""
    report = check_determinism(toys.CannotBeCopied, decisions=EPISODES, skip=IN_PROCESS)
    assert "a window cannot be copied" in report.skipped["pickle"]
    assert "a window cannot be copied" in report.skipped["deepcopy"]
    assert "not checked: refused with TypeError" in str(report)
    report = check_determinism(toys.CopiedWithoutItsGame, decisions=EPISODES, skip=IN_PROCESS)
    assert "EzPickle" in report.skipped["pickle"]


def test_seeds_that_make_no_difference_are_noted():
    """Chance or not: the check cannot tell, and says both."""
    report = check_determinism(toys.WithoutChance, decisions=EPISODES, skip=IN_PROCESS)
    assert report.passed
    assert "every seed" in report.notes[0]
    assert "note: " in str(report)


def test_a_run_without_a_second_episode_says_so():
    """Then no unseeded reset was seen."""
    report = check_determinism(toys.Honest, decisions=3, skip=IN_PROCESS)
    assert "second episode" in report.skipped["unseeded"]


def test_nothing_is_disturbed_by_the_check():
    """The global generators, those of the environment's spaces included, are afterwards where they were before."""
    random.seed(5)
    np.random.seed(5)
    before = random.getstate(), pickle.dumps(np.random.get_state())
    check_determinism(toys.Honest, decisions=EPISODES, skip=IN_PROCESS)
    with pytest.raises(DeterminismError):
        check_determinism(toys.ReadsTheGlobalGenerator, decisions=EPISODES, skip=IN_PROCESS)
    assert (random.getstate(), pickle.dumps(np.random.get_state())) == before


def test_a_failure_is_a_failure_for_pytest():
    """It is an AssertionError, and one of ours."""
    assert issubclass(DeterminismError, AssertionError)
    assert issubclass(DeterminismError, BoardGameError)


@pytest.mark.parametrize(
    "make_env",
    ["toy_environments:MADE_BY_A_CLOSURE", functools.partial(gymnasium.make, "CartPole-v1")],
    ids=["text", "partial"],
)
def test_makers_that_new_processes_can_import(make_env):
    """The name of a function and a partial of one will do."""
    assert "processes" in check_determinism(make_env, seeds=[1], decisions=10).passed


def _closure(length):
    def make_env():
        return toys.Honest() if length else None

    return make_env


def test_makers_that_new_processes_cannot_import_are_refused(monkeypatch):
    """At once, with what would be right; without new processes they will do."""
    monkeypatch.setattr(sys.modules["__main__"], "make_env", _closure(1), raising=False)
    in_main = _closure(1)
    in_main.__module__, in_main.__qualname__ = "__main__", "make_env"
    monkeypatch.setattr(sys.modules["__main__"], "make_env", in_main)
    for make_env in (lambda: toys.Honest(), _closure(2), in_main, functools.partial(in_main)):
        with pytest.raises(OptionError, match="top level of a module that can be imported"):
            check_determinism(make_env)
        assert check_determinism(make_env, decisions=5, skip=IN_PROCESS).passed


def test_a_module_that_only_this_process_knows_is_named(tmp_path, monkeypatch):
    """What can be pickled here and not loaded there."""
    (tmp_path / "passing_by.py").write_text(
        "import toy_environments\n\n\ndef make_env():\n    return toy_environments.Honest()\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    make_env = __import__("passing_by").make_env
    monkeypatch.undo()
    with pytest.raises(OptionError, match=r"cannot be imported in a new process \(ModuleNotFoundError: .*passing_by"):
        check_determinism(make_env, seeds=[1], decisions=3)


@pytest.mark.parametrize(
    ("make_env", "keywords", "reason"),
    [
        (toys.always_the_same, {}, "the same environment twice"),
        (toys.no_environment, {}, "42, which is no AECEnv"),
        (toys.THE_ONLY, {}, "not a function"),
        ("no_such_module:make", {}, "cannot be imported"),
        ("toy_environments:no_such_name", {}, "cannot be imported"),
        (toys.Honest, {"seeds": 3}, "seeds=3"),
        (toys.Honest, {"seeds": [1.5]}, "seeds=1.5"),
        (toys.Honest, {"seeds": [-1]}, "seeds=-1"),
        (toys.Honest, {"seeds": []}, "at least one"),
        (toys.Honest, {"seeds": [1, 1]}, "none twice"),
        (toys.Honest, {"decisions": 0}, "decisions=0"),
        (toys.Honest, {"skip": 5}, "skip=5"),
        (toys.Honest, {"skip": "proceses"}, "skip='proceses' is none of"),
        (toys.Honest, {"timeout": "long"}, "timeout='long'"),
    ],
)
def test_refusals(make_env, keywords, reason):
    """Each with what was wrong."""
    with pytest.raises(OptionError) as caught:
        check_determinism(make_env, **keywords)
    assert reason in str(caught.value)


def test_progress_is_said_on_standard_error_where_asked(capsys):
    """One line for each form; silent otherwise."""
    check_determinism(toys.Honest, decisions=5, skip=IN_PROCESS)
    assert capsys.readouterr() == ("", "")
    check_determinism(toys.Honest, decisions=5, skip=IN_PROCESS, progress=True)
    lines = capsys.readouterr().err.splitlines()
    assert sum(FORMS["pickle"] in line for line in lines) == 1


def test_the_example_of_the_document_runs(capsys):
    """The test of docs/determinism.md, as it stands there."""
    text = (PACKAGE.parent / "docs" / "determinism.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict = {}
    exec(compile(snippet, "determinism.md", "exec"), names)
    names["test_my_environment_repeats_itself"]()
    assert FORMS["processes"] in capsys.readouterr().out


def test_every_form_is_in_the_document():
    """By the name that `skip` takes."""
    text = (PACKAGE.parent / "docs" / "determinism.md").read_text(encoding="utf-8")
    assert all(f"`{form}`" in text for form in FORMS)


def test_torch_is_a_global_generator_where_it_is_imported():
    """Drawing from it is noticed, and it is put back."""
    torch = pytest.importorskip("torch")
    torch.default_generator.manual_seed(3)
    before = torch.get_rng_state()
    assert "generator of torch was moved" in _error(toys.DrawsFromTorch)
    assert bool((torch.get_rng_state() == before).all())


EACH_SETUP = [setup for name in GAMES for setup in few_setups_of(name)]


@pytest.mark.parametrize("setup", EACH_SETUP, ids=str)
def test_our_environments_pass(setup):
    """Every game, with the fewest and the most players and each variant: AEC, and one seat among random players."""
    keywords = {"max_steps": 45, **setup.keywords}
    for make_env in (
        functools.partial(module_of(setup.name).env, **keywords),
        functools.partial(SingleSeatEnv, setup.name, opponents="random", **keywords),
    ):
        report = check_determinism(make_env, seeds=(1, 2), decisions=60, skip=IN_PROCESS)
        assert not report.skipped.keys() - {"processes", "unseeded"}
        assert report.notes == []


@pytest.mark.parametrize("name", GAMES)
def test_our_environments_pass_in_new_processes(name):
    """The AEC environment of every game."""
    keywords = {**default_setup(name).keywords, "max_steps": 45}
    report = check_determinism(functools.partial(module_of(name).env, **keywords), seeds=(1, 2), decisions=60)
    assert report.passed == list(FORMS)


@pytest.mark.parametrize("name", PARALLEL)
def test_our_parallel_environments_pass(name):
    """In new processes as well."""
    make_env = functools.partial(module_of(name).parallel_env, num_players=3, max_steps=45)
    assert check_determinism(make_env, seeds=(1, 2), decisions=40).passed == list(FORMS)


def test_one_seat_passes_in_new_processes():
    """Against a pool, with the rotation of seats."""
    make_env = functools.partial(SingleSeatEnv, "hasty_baker", num_players=3, opponents=["random", "greedy"])
    assert "processes" in check_determinism(make_env, seeds=(1, 2), decisions=60).passed
