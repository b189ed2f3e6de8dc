"""States from outside: what they say is derived or checked, and not believed."""

import json
import pickle

import numpy as np
import pytest
from edited_states import exchanges, single_edits
from generic_cases import (
    PARALLEL,
    SCRIPTS,
    advance,
    each_default,
    each_game,
    few_setups,
    few_setups_of,
    recorded,
    run_python,
)

from rlboardgames.core.errors import StateError
from rlboardgames.envs.running import _checksum
from rlboardgames.registry import module_of


def _resigned(state, **changes):
    # a state that somebody has edited, and whose checksum he has computed anew
    edited = {name: value for name, value in {**state, **changes}.items() if name != "checksum"}
    return {**edited, "checksum": _checksum(edited)}


@few_setups
def test_states_of_play_are_possible(setup):
    """Every state that play leads to passes both checks, and so does one that `resample` has made of it."""
    for player in ("random", "mixed", "greedy"):
        recording = recorded(setup, player)
        game = recording.game
        game.require_playable(recording.states[:-1])
        for state in recording.sampled(60):
            game.require_possible(state)
            for seat in range(setup.num_players):
                game.standing(game.resample(state, seat, seed=1))


@each_game
def test_every_law_is_broken_by_some_edit(name):
    """No law is there for nothing: each refuses states whose cells are in their ranges, and its words say so."""
    unbroken = set(module_of(name).game.laws)
    for setup in few_setups_of(name):
        recording = recorded(setup, "mixed")
        game, rng = recording.game, np.random.default_rng(1)
        for state in recording.sampled(20):
            for edited in (*single_edits(game, state, rng, 3), *exchanges(game, state, rng, 100)):
                try:
                    game.mask(edited)
                except StateError as error:
                    unbroken -= {law for law in unbroken if law in str(error)}
    assert not unbroken


@few_setups
def test_ranges_are_those_of_every_cell(setup):
    """One below and one above the range of a cell are refused, by the name of the field."""
    game = setup.game()
    state = game.new_state(seed=1)
    for field in game.state_dtype.names:
        if field in ("rng", "tables_id", "num_seats"):
            continue
        cells = state[field].reshape(-1)
        info = np.iinfo(cells.dtype)
        low, high = (game.bounds[k : k + 1][field].reshape(-1) for k in range(2))
        assert ((low <= cells) & (cells <= high)).all()
        for cell in range(cells.size):
            for value in (int(low[cell]) - 1, int(high[cell]) + 1):
                if info.min <= value <= info.max:
                    edited = game.clone(state)
                    edited[field].reshape(-1)[cell] = value
                    with pytest.raises(StateError, match=f"damaged: {field}"):
                        game.observe(edited, 0)


def _taken(game, edited):
    try:
        game.mask(edited)
    except StateError:
        return False
    return True


def _go_on_in_the_interpreter(setup, recording, states, folder):
    path = folder / "states"
    np.concatenate(states).tofile(path)
    options, max_steps = json.dumps(dict(setup.options)), recording.game.options["max_steps"]
    arguments = setup.name, setup.num_players, options, max_steps, path
    ran = run_python(SCRIPTS / "edited_states.py", *arguments, NUMBA_DISABLE_JIT="1")
    assert ran.returncode == 0, ran.stderr
    faults = json.loads(ran.stdout)
    assert not faults, "\n".join(f"state {index}: {words}" for index, words in faults[:5])


def _edit_and_go_on(setup, folder, num_states, cells_of_field, num_exchanges):
    recording = recorded(setup, "mixed")
    game, rng = recording.game, np.random.default_rng(0)
    refused, taken = 0, []
    for state in recording.sampled(num_states):
        for edited in (*single_edits(game, state, rng, cells_of_field), *exchanges(game, state, rng, num_exchanges)):
            if _taken(game, edited):
                taken.append(edited)
            else:
                refused += 1
    assert refused > 5 * len(taken) > 0
    _go_on_in_the_interpreter(setup, recording, taken, folder)


@each_default
def test_edited_states_are_refused_or_harmless(setup, tmp_path):
    """Any value in any field: refused, or rules that go on from it leave no array, end every loop and stay sound."""
    _edit_and_go_on(setup, tmp_path, num_states=3, cells_of_field=1, num_exchanges=50)


@pytest.mark.exhaustive
@few_setups
def test_thousands_of_edited_states_are_refused_or_harmless(setup, tmp_path):
    """The same for more states, cells and numbers of players."""
    _edit_and_go_on(setup, tmp_path, num_states=8, cells_of_field=6, num_exchanges=3000)


@each_default
def test_environments_refuse_edited_states(setup):
    """A state with a right checksum and wrong contents changes nothing."""
    env = setup.env()
    env.reset(seed=1)
    advance(env, np.random.default_rng(1), 5)
    state = env.get_state()
    record = np.frombuffer(state["record"], env.game.state_dtype).copy()
    bad_seat, bad_over = record.copy(), record.copy()
    bad_seat["seat"] = 100
    bad_over["over"] = 1
    agents = state["agents"]
    edits = [
        {"record": state["record"] + b"\0"},
        {"record": state["record"][:-1]},
        {"record": "text"},
        {"record": bad_seat.tobytes()},
        {"record": bad_over.tobytes()},
        {"idle": True},
        {"idle": 1},
        {"agents": [*agents, "player_9"]},
        {"agents": agents[:-1]},
        {"agents": agents[::-1]} if len(agents) > 1 else {"agents": []},
        {"agent_selection": "player_9"},
        {"terminations": dict.fromkeys(agents, True)},
        {"truncations": dict.fromkeys(agents, 0)},
        {"rewards": dict.fromkeys(agents, float("nan"))},
        {"_cumulative_rewards": {}},
        {"infos": None},
    ]
    before = env.fingerprint(), env.agent_selection
    for edit in edits:
        with pytest.raises(StateError, match="damaged"):
            env.set_state(_resigned(state, **edit))
        assert (env.fingerprint(), env.agent_selection) == before
    env.set_state(_resigned(state))
    assert env.observe(env.agent_selection)["action_mask"].tobytes() == env.game.mask(env.state_record).tobytes()


@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_environments_refuse_edited_states(name):
    """The same where all seats decide at once."""
    env = module_of(name).parallel_env(num_players=2)
    env.reset(seed=1)
    state = env.get_state()
    for edit in ({"agents": []}, {"agents": ["player_0"]}, {"idle": True}, {"record": b""}):
        with pytest.raises(StateError, match="damaged"):
            env.set_state(_resigned(state, **edit))
    env.set_state(_resigned(state))


HEADERS = (("seat", 100), ("seat", -1), ("num_seats", 7), ("phase", 50), ("decisions", -1), ("over", 1), ("over", 2))


@each_default
def test_damaged_headers_are_refused_by_every_method(setup):
    """The fields that all games have are checked whenever a state is handed to a game; a cut game cannot go on."""
    game = setup.game(max_steps=20)
    for field, value in (*HEADERS, ("decisions", 20)):
        state = game.new_state(seed=1)
        state[field] = value
        methods = (game.mask, game.seat, game.is_over, game.standing, game.position, game.render_text)
        calls = [lambda m=method, s=state: m(s) for method in methods]
        calls += [
            lambda s=state: game.play(s, 0),
            lambda s=state: game.observe(s, 0),
            lambda s=state: game.resample(s, 0),
        ]
        for call in calls:
            with pytest.raises(StateError):
                call()


@each_default
def test_batches_refuse_damaged_headers(setup):
    """The same for every state that is put into a batch."""
    envs = setup.vec_env(3)
    envs.reset(seed=1)
    for field, value in HEADERS:
        states = envs.states.copy()
        states[field][1] = value
        before = envs.states.tobytes()
        with pytest.raises(StateError):
            envs.set_states(states)
        assert envs.states.tobytes() == before


@each_default
def test_a_state_of_another_layout_is_refused(setup, monkeypatch):
    """A version whose record has two fields exchanged has states of the same size, and they are not taken."""
    game = setup.game()
    state = game.new_state(seed=1)
    cells = [name for name in game.state_dtype.names if game.state_dtype[name] == np.dtype("i1")]
    swap = {cells[-1]: cells[-2], cells[-2]: cells[-1]}
    exchanged = np.dtype([(swap.get(name, name), *entry) for name, *entry in game.state_dtype.descr])
    assert exchanged.itemsize == game.state_dtype.itemsize
    monkeypatch.setattr(type(game), "state_dtype", exchanged)
    foreign = game._tables_id()
    monkeypatch.undo()
    assert foreign != game._tables_id()
    state["tables_id"] = foreign
    with pytest.raises(StateError, match="other data"):
        game.mask(state)
    env = setup.env()
    env.reset(seed=1)
    env._record["tables_id"] = foreign
    with pytest.raises(StateError):
        pickle.loads(pickle.dumps(env))
