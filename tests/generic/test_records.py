"""Play records: what is written is what was played, differences are found and named, damage is refused."""

import contextlib
import dataclasses
import json
import os

import numpy as np
import pytest
from generic_cases import PACKAGE, default_setup, each_default, few_setups
from typer.testing import CliRunner

from rlboardgames.agents import Agent
from rlboardgames.cli import app
from rlboardgames.core.errors import BoardGameError, DeterminismError, OptionError, PositionError, RecordError
from rlboardgames.records import read, record, replay, write
from rlboardgames.records.changes import apply, cells_of, difference, with_cells
from rlboardgames.records.file import dumps, loads
from rlboardgames.registry import GAMES
from rlboardgames.testing import check_record

PLAYERS = ("random", "greedy", "mixed")


def _short(name="hasty_baker_v0", decisions=12, **options):
    return record(default_setup(name).game(**options), "mixed", seed=4, decisions=decisions)


@few_setups
def test_a_record_is_written_read_and_replayed(setup, tmp_path):
    """The same record comes back, the game is the same, and writing it again gives the same bytes."""
    game = setup.game(max_steps=60)
    for agent in PLAYERS:
        played = record(game, agent, seed=2)
        write(played, tmp_path / agent)
        again = read(tmp_path / agent)
        assert again == played
        assert dumps(again).encode() == (tmp_path / agent).read_bytes()
        assert replay(again, **game.own_files) is None
        assert str(tmp_path) not in dumps(again)


@each_default
def test_a_record_is_what_the_game_shows(setup):
    """Seats, actions, rewards, positions, masks and observations are those of a game played by hand."""
    game = setup.game(reward="score_delta")
    played = record(game, "mixed", seed=3, decisions=40)
    state, returns = game.new_state(seed=3), np.zeros(game.num_players)
    for decision in played:
        assert decision.seat == game.seat(state)
        rewards = game.play(state, decision.action)
        assert decision.rewards == tuple(rewards.tolist())
        returns += rewards
        assert decision.after.position.items() <= game.position(state).items()
        assert decision.after.mask == game.mask(state).tobytes()
        assert decision.after.observations == tuple(
            game.observe(state, seat).tobytes() for seat in range(game.num_players)
        )
    assert played.returns == tuple(returns)
    assert [decision.number for decision in played] == list(range(1, len(played) + 1))


@each_default
def test_an_environment_stands_where_the_game_stood(setup):
    """Before any decision of a record, chance to come included."""
    played = record(setup.game(), "mixed", seed=3, decisions=25)
    for k in (0, 7, 24):
        env = played.env_at(k)
        assert env.position().items() >= played.snapshot(k).position.items()
        env.step(env.action_index(played.decisions[k].action))
        assert env.position().items() >= played.snapshot(k + 1).position.items()
    with pytest.raises(OptionError):
        played.env_at(26)


@each_default
def test_the_end_is_told(setup):
    """By the rules, by ``max_steps``, also when both fall on the same decision, or not at all."""
    whole = record(setup.game(), "greedy", seed=1)
    assert whole.ending == "rules"
    exact = record(setup.game(max_steps=len(whole)), "greedy", seed=1)
    assert (exact.ending, len(exact)) == ("rules", len(whole))
    assert record(setup.game(max_steps=len(whole) - 1), "greedy", seed=1).ending == "max_steps"
    assert record(setup.game(), "greedy", seed=1, decisions=len(whole) - 1).ending == "stopped"


@each_default
def test_a_record_can_begin_at_a_position_and_take_given_actions(setup):
    """With the position's generator; a list of names is played in order and no further."""
    game = setup.game()
    played = record(game, "mixed", seed=3, decisions=20)
    begun = record(game, "mixed", seed=9, decisions=10, position=played.env_at(20).position())
    assert begun.beginning == played.snapshot(20)
    assert replay(loads(dumps(begun))) is None
    names = [decision.action for decision in played]
    scripted = record(game, names, seed=3)
    assert (scripted.agent, scripted.decisions) == ("actions", played.decisions)
    assert replay(scripted) is None
    with pytest.raises(OptionError, match="xyzzy"):
        record(game, ["xyzzy"])


def test_other_agents_are_recorded_by_name():
    """What an agent of the user's chose is replayed without it."""

    class Last(Agent):
        """Takes the last legal action."""

        name = "/somewhere/last"

        def choose(self, turn, rng):
            """Choose the last legal action."""
            return turn.masks.shape[1] - 1 - turn.masks[:, ::-1].argmax(axis=1)

    played = record(default_setup("monad_v0").game(), Last(), decisions=5)
    assert played.agent == "last"
    assert replay(played) is None


def test_a_finished_position_is_not_recorded():
    """There is nothing to decide."""
    game = default_setup("metro_x_v0").game(max_steps=4)
    over = record(game, "greedy").env_at(4).position()
    with pytest.raises(PositionError, match="over"):
        record(game, position=over)


def _edited(played, line, key, value):
    # the record with one value of a decision changed, its digests made anew by hand
    lines = [json.loads(each) for each in dumps(played).splitlines()]
    lines[line][key] = value
    return "\n".join(json.dumps(each) for each in lines) + "\n"


@each_default
def test_differences_are_named(setup):
    """What differs, where, the recorded value and the one of now: of state, mask, observation, reward and choice."""
    played = record(setup.game(reward="score_delta"), "greedy", seed=3, decisions=20)
    seen = played.decisions[9]
    cell = 17
    vector = bytearray(seen.after.observations[0])
    vector[cell] = (vector[cell] + 1) % 100
    field, before = _cell(setup.game(), cell)
    _expect(
        played, _after(seen, observations=(bytes(vector), *seen.after.observations[1:])), "observation of seat 0", field
    )
    mask = bytes(1 - bit if k == 3 else bit for k, bit in enumerate(seen.after.mask))
    _expect(played, _after(seen, mask=mask), "mask", setup.game().actions.names[3])
    position = {**seen.after.position, "rng": "7"}
    _expect(played, _after(seen, position=position), "state", "rng", recorded="7")
    _expect(played, _replace(seen, rewards=tuple(reward - 1 for reward in seen.rewards)), "reward", "seat 0")
    assert before >= 0


def _cell(game, cell):
    start = 0
    for field in game.observation.fields:
        if cell < start + field.size:
            return field.name, start
        start += field.size
    raise AssertionError


def _replace(decision, **changes):
    return dataclasses.replace(decision, **changes)


def _after(decision, **changes):
    return _replace(decision, after=_replace(decision.after, **changes))


def _expect(played, decision, what, where, **values):
    changed = _replace(played, decisions=(*played.decisions[:9], decision, *played.decisions[10:]))
    found = replay(changed)
    assert found is not None
    assert (found.decision, found.action) == (10, decision.action)
    finding = found.findings[0]
    assert finding.what == what
    assert finding.where.startswith(where)
    assert finding.recorded != finding.now
    for name, value in values.items():
        assert getattr(finding, name) == value
    assert "seat" in found.table
    assert where in str(found)
    assert replay(changed, until=9) is None


@each_default
def test_other_choices_layouts_and_actions_are_differences(setup):
    """Another tie-break of greedy, another observation, an action that is not legal now."""
    game = setup.game()
    played = record(game, "greedy", seed=3, decisions=6)
    state = game.new_state(seed=3)
    other = next(action for action in game.legal_actions(state) if action != game.greedy_action(state))
    elsewhere = _replace(played, decisions=(_replace(played.decisions[0], action=game.action_name(other)),))
    assert "choice" in {finding.what for finding in replay(elsewhere).findings}
    fields = {**played.fields, "phase": (99,)}
    assert replay(_replace(played, fields=fields)).findings[0].what == "fields"
    assert replay(_replace(played, actions=(played.actions[0], "0"))).findings[0].what == "actions"
    illegal = next(name for k, name in enumerate(game.actions.names) if not game.mask(state)[k])
    found = replay(_replace(played, decisions=(_replace(played.decisions[0], action=illegal),)))
    assert (found.findings[0].what, found.findings[0].where) == ("legal action", illegal)
    with pytest.raises(RecordError, match="xyzzy"):
        replay(_replace(played, decisions=(_replace(played.decisions[0], action="xyzzy"),)))
    with pytest.raises(RecordError, match="chess"):
        replay(_replace(played, game="chess"))
    with pytest.raises(RecordError, match="colour"):
        replay(_replace(played, options={**played.options, "colour": 1}))


def test_a_cut_record_is_refused():
    """Wherever it ends."""
    text = dumps(_short(decisions=3))
    for end in range(len(text) - 1):
        with pytest.raises(RecordError):
            loads(text[:end])


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_refused(name):
    """A line that is missing, doubled or exchanged, a character that is another one: a RecordError or a difference."""
    played = _short(name, reward="score_delta")
    lines = dumps(played).splitlines(keepends=True)
    damaged = [lines[:k] + lines[k + 1 :] for k in range(len(lines))]
    damaged += [[*lines[:k], lines[k], *lines[k:]] for k in range(len(lines))]
    damaged += [[*lines[:k], lines[k + 1], lines[k], *lines[k + 2 :]] for k in range(len(lines) - 1)]
    for each in damaged:
        with pytest.raises(RecordError):
            loads("".join(each))
    text, rng = "".join(lines), np.random.default_rng(1)
    accepted = 0
    for _ in range(400):
        at = int(rng.integers(len(text)))
        other = text[:at] + chr(rng.integers(32, 126)) + text[at + 1 :]
        with contextlib.suppress(BoardGameError):
            accepted += replay(loads(other)) is None and other != text
    assert accepted <= 12  # in the agent's name, for example, and where the character was the same


_EDITS = {
    "record": (2, "1", None, True, 10**30),
    "game": (7, "", "a" * 500, None),
    "players": (0, 99, "2", 1.5),
    "options": (7, {"1": 2}, {"num_players": 3}, [[]]),
    "files": ({"data": 7}, []),
    "seed": (-1, 1.5, "7", None),
    "agent": ("", 7),
    "begins": ("somewhere", 7),
    "fields": ({"phase": []}, {"phase": [0]}, {"phase": [2**40]}, {"phase": [2**20, 2**20]}, 7),
    "actions": ([], [0, "a"], [10**12, "a"], [5], 7),
}


@pytest.mark.parametrize("key", _EDITS)
def test_wrong_headers_are_refused(key):
    """Each with the line and the key."""
    played = _short(decisions=2)
    for value in _EDITS[key]:
        with pytest.raises(RecordError, match="line 1"):
            loads(_edited(played, 0, key, value))


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (1, "mask", "zz"),
        (1, "mask", 7),
        (1, "observations", []),
        (1, "cells", ["0:1000", ""]),
        (1, "cells", ["x", ""]),
        (1, "cells", [7, ""]),
        (1, "position", 7),
        (2, "changes", {"draw": [0, 10**9, []]}),
        (2, "changes", {"hands": {"9": {"flour": [1]}}}),
        (2, "changes", {"nothing": []}),
        (2, "changes", [7]),
        (2, "seat", 9),
        (2, "rewards", [1.0]),
        (2, "rewards", ["1", "2"]),
        (2, "decision", 2),
        (2, "action", ""),
        (-1, "end", "won"),
        (-1, "returns", [5.0, 0.0]),
        (-1, "position", {}),
    ],
)
def test_wrong_lines_are_refused(line, key, value):
    """Each with the number of its line."""
    played = _short(decisions=2)
    with pytest.raises(RecordError, match=f"line {range(1, 6)[line]}"):
        loads(_edited(played, line, key, value))


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"[]\n[]\n[]\n", b"\xff\xfe", b"[" * 10**5, b"NaN\n" * 3, b"1" * 10**4 + b"\n"]
)
def test_foreign_files_are_refused(tmp_path, content):
    """Empty, no JSON, no text, deeply nested."""
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(RecordError, match="file"):
        read(tmp_path / "file")
    for path in (tmp_path, tmp_path / "missing", 7, "\0"):
        with pytest.raises(RecordError):
            read(path)


def test_no_file_is_overwritten_unasked(tmp_path):
    """And none is left half-written."""
    path = tmp_path / "game.jsonl"
    write(_short(), path)
    before = path.read_bytes()
    with pytest.raises(OptionError, match="exists"):
        write(_short(decisions=2), path)
    assert path.read_bytes() == before
    write(_short(decisions=2), path, overwrite=True)
    assert len(read(path)) == 2
    with pytest.raises(OptionError):
        write(_short(), tmp_path / "missing" / "game.jsonl")
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_data_file_of_the_users_is_named_by_its_content(tmp_path):
    """The record has no path in it; on replay the file is named, and must be the same."""
    own = json.loads((PACKAGE / "games/hasty_baker/data/base.json").read_text(encoding="utf-8"))
    own["ingredients"]["counts"]["flour"] += 1
    (tmp_path / "own.json").write_text(json.dumps(own))
    game = default_setup("hasty_baker_v0").game(data=tmp_path / "own.json")
    played = loads(dumps(record(game, seed=1, decisions=9)))
    assert str(tmp_path) not in dumps(played)
    os.rename(tmp_path / "own.json", tmp_path / "moved.json")
    assert replay(played, data=tmp_path / "moved.json") is None
    with pytest.raises(RecordError, match="data=FILE"):
        replay(played)
    own["ingredients"]["counts"]["flour"] += 1
    (tmp_path / "other.json").write_text(json.dumps(own))
    with pytest.raises(RecordError, match="not the file"):
        replay(played, data=tmp_path / "other.json")
    with pytest.raises(OptionError, match="map"):
        replay(played, data=tmp_path / "moved.json", map="x")


def test_changes_and_cells_go_both_ways():
    """`apply` undoes `difference`, `with_cells` undoes `cells_of`, for documents of any shape."""
    rng = np.random.default_rng(5)

    def document(depth):
        kind = rng.integers(5 if depth else 3)
        if kind < 3:
            return [int(rng.integers(4)), None, "ab"][kind]
        size = int(rng.integers(5))
        if kind == 3:
            return [document(depth - 1) for _ in range(size)]
        return {chr(97 + int(rng.integers(6))): document(depth - 1) for _ in range(size)}

    for _ in range(2000):
        old, new = ({"k": document(3), "l": document(2)} for _ in range(2))
        change = json.loads(json.dumps(difference(old, new)))
        assert (old if change is None else apply(change, old)) == new
        before, after = (rng.integers(-2, 2, 30).astype(np.int8).tobytes() for _ in range(2))
        assert with_cells(before, cells_of(before, after)) == after


def test_a_users_own_golden_is_checked(tmp_path):
    """`check_record` passes, or says what differs; as a failure of the test, not an error."""
    played = _short()
    write(played, tmp_path / "same.jsonl")
    check_record(tmp_path / "same.jsonl")
    other = _replace(played, decisions=(_replace(played.decisions[0], rewards=(5.0, 0.0)), *played.decisions[1:]))
    write(_replace(other, returns=(5.0, 0.0)), tmp_path / "other.jsonl")
    with pytest.raises(DeterminismError, match=r"reward: seat 0: recorded 5\.0, now 0\.0"):
        check_record(tmp_path / "other.jsonl")
    assert issubclass(DeterminismError, AssertionError)


@pytest.mark.parametrize("name", GAMES)
def test_the_commands(name, tmp_path):
    """`record` writes what `replay` finds the same; 0 same, 1 different, 2 unusable; the worst of several."""
    invoke = CliRunner().invoke
    path = tmp_path / "game.jsonl"
    made = invoke(app, ["record", name, "--agent", "mixed", "--seed", "4", "--decisions", "12", "--out", str(path)])
    assert made.exit_code == 0
    assert read(path) == record(default_setup(name).game(), "mixed", seed=4, decisions=12)
    printed = invoke(app, ["record", name, "--agent", "mixed", "--seed", "4", "--decisions", "12"])
    assert printed.stdout == path.read_text(encoding="utf-8")
    assert invoke(app, ["replay", str(path)]).exit_code == 0
    shown = invoke(app, ["replay", str(path), "--until", "5", "--render"])
    assert shown.stdout.startswith(read(path).env_at(5).game.render_text(read(path).env_at(5).state_record))
    position = invoke(app, ["replay", str(path), "--position", "7"])
    assert json.loads(position.stdout) == read(path).env_at(7).position()
    played = read(path)
    changed = _replace(played, decisions=(_replace(played.decisions[0], rewards=(5.0,) * played.players),))
    changed = _replace(changed, returns=(5.0,) * played.players, ending="stopped")
    write(changed, tmp_path / "changed.jsonl")
    different = invoke(app, ["replay", str(tmp_path / "changed.jsonl")])
    assert different.exit_code == 1
    assert "reward" in different.stdout
    assert invoke(app, ["replay", str(path), str(tmp_path / "changed.jsonl")]).exit_code == 1
    (tmp_path / "bad.jsonl").write_text("{}")
    bad = invoke(app, ["replay", str(tmp_path / "changed.jsonl"), str(tmp_path / "bad.jsonl"), str(path)])
    assert bad.exit_code == 2
    assert bad.exception is None or isinstance(bad.exception, SystemExit)
    for wrong in (["replay", str(path), "--until", "99"], ["replay", "missing"], ["record", "chess"]):
        assert invoke(app, wrong).exit_code == 2
