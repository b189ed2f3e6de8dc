"""The text file of a record: JSON lines, the same bytes for the same game on every machine. See ``docs/records.md``."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np

from rlboardgames.core.checks import MAX_GAMES
from rlboardgames.core.documents import Reader, file_name
from rlboardgames.core.errors import OptionError, RecordError, shown
from rlboardgames.core.records import MAX_SEATS
from rlboardgames.records.changes import apply, cells_of, difference, with_cells
from rlboardgames.records.record import ENDINGS, Decision, Record, Snapshot, returns_of

__all__ = ["VERSION", "dumps", "loads", "read", "write"]

VERSION = 1
"""Of the format."""

_MOST_BYTES = 2**28
_MOST_CELLS = 2**20


# ------------------------------------------------------------------------------------------------------------- Writing


def dumps(record):
    """Return the text of a record.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str
        JSON lines.
    """
    header = {
        "record": VERSION,
        "game": record.game,
        "players": record.players,
        "options": record.options,
        "files": record.files,
        "seed": record.seed,
        "agent": record.agent,
        "begins": "deal" if record.is_dealt else "position",
        "fields": {name: list(shape) for name, shape in record.fields.items()},
        "actions": list(record.actions),
    }
    blank = Snapshot({}, b"", (bytes(_length(record.fields)),) * record.players)
    first = {**_digests(record.beginning), "position": _ordered(record.beginning.position)}
    lines = [header, {**first, "cells": _cells(blank, record.beginning)}]
    before = record.beginning
    for decision in record:
        lines.append(_decision_line(before, decision))
        before = decision.after
    lines.append({"end": record.ending, "returns": list(record.returns), "position": _ordered(before.position)})
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def _length(fields):
    return sum(int(np.prod(shape, dtype=int)) for shape in fields.values())


def _decision_line(before, decision):
    line = {"decision": decision.number, "seat": decision.seat, "action": decision.action}
    if any(decision.rewards):
        line["rewards"] = list(decision.rewards)
    changes = difference(before.position, decision.after.position) or {}
    return {**line, **_digests(decision.after), "changes": _ordered(changes), "cells": _cells(before, decision.after)}


def _ordered(value):
    # the same keys in the same order, however they have come together
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(element) for element in value] if isinstance(value, list) else value


def _digests(snapshot):
    return {
        "state": _digest(json.dumps(snapshot.position, sort_keys=True, separators=(",", ":")).encode()),
        "mask": np.packbits(np.frombuffer(snapshot.mask, np.int8)).tobytes().hex(),
        "observations": [_digest(observation) for observation in snapshot.observations],
    }


def _digest(content):
    return hashlib.blake2b(content, digest_size=4).hexdigest()


def _cells(before, after):
    return [cells_of(*pair) for pair in zip(before.observations, after.observations, strict=True)]


def write(record, path, overwrite=False):
    """Write a record into a file, completely or not at all.

    Parameters
    ----------
    record : Record
    path : str or path-like
    overwrite : bool
        Whether an existing file may be replaced.

    Raises
    ------
    OptionError
        The file exists, or cannot be written.
    """
    path, content = Path(path), dumps(record).encode()
    try:
        if path.exists() and not overwrite:
            raise OptionError(f"{file_name(path)} exists: name another file, or overwrite it")
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            temporary.write_bytes(content)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError(f"{file_name(path)} cannot be written: {error}") from error


# ------------------------------------------------------------------------------------------------------------- Reading


def read(path):
    """Read a record from a file.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    Record

    Raises
    ------
    RecordError
        Names the file, the line and the reason.
    """
    name = file_name(path)
    try:
        if not os.path.isfile(path):
            raise RecordError(f"{name}: there is no such file")
        if os.path.getsize(path) > _MOST_BYTES:
            raise RecordError(f"{name}: too large for a record")
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{name}: cannot be read as text: {error}") from error
    return loads(text, name)


def loads(text, name="record"):
    """Read a record from a text; `name` is for messages.

    Raises
    ------
    RecordError
        Names the line and the reason.
    """
    lines = text.split("\n")
    if lines[-1] != "":
        raise RecordError(f"{name}, line {len(lines)}: the file is cut: its last line has no end")
    readers = [_line_reader(line, f"{name}, line {number}") for number, line in enumerate(lines[:-1], 1)]
    if len(readers) < 3:
        raise RecordError(f"{name}: the file is cut: a record has three lines or more, this has {len(readers)}")
    header, beginning, *decisions, end = readers
    _check_header(header)
    is_ended = isinstance(end.value, dict) and "end" in end.value
    if not is_ended:
        end.refuse("the file is cut: the last line tells of the end")
    return _Parser(header.value).record(beginning, decisions, end)


def _line_reader(line, name):
    try:
        return Reader(json.loads(line, parse_constant=_refuse_constant), name, RecordError)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{name}: no JSON document: {error}") from error


def _refuse_constant(constant):
    raise ValueError(f"{constant} is no number")


def _check_header(reader):
    if not isinstance(reader.value, dict) or "record" not in reader.value:
        reader.refuse("this is no play record: it does not begin with a header")
    if reader.at("record").value != VERSION or isinstance(reader.value["record"], bool):
        reader.at("record").refuse(f"the format is {shown(reader.value['record'])}, and this version reads {VERSION}")
    keys = ("record", "game", "players", "options", "files", "seed", "agent", "begins", "fields", "actions")
    reader.keys(keys)
    reader.at("game").name()
    reader.at("players").integer(1, MAX_SEATS)
    for part in ("options", "files"):
        for key, _ in reader.at(part).entries():
            if not key.isidentifier() or key == "num_players":
                reader.at(part).refuse(f"{shown(key)} is no keyword of a game")
    for _, digest in reader.at("files").entries():
        digest.text()
    seed = reader.at("seed")
    if type(seed.value) is not int or seed.value < 0:
        seed.refuse(f"{shown(seed.value)} is no seed")
    reader.at("agent").text()
    reader.at("begins").choice(("deal", "position"))
    for _, shape in reader.at("fields").entries():
        for size in shape.items(1, 8):
            size.integer(1, _MOST_CELLS)
    if _length(reader.value["fields"]) > _MOST_CELLS:
        reader.at("fields").refuse("an observation is not as long")
    size, digest = reader.at("actions").items(2, 2)
    size.integer(1, MAX_GAMES)
    digest.text()


class _Parser:
    """Reads the lines of a record, each with what the line before has left."""

    def __init__(self, header):
        self._header = header
        self._num_actions = header["actions"][0]

    def record(self, beginning, decisions, end):
        header = self._header
        size = _length(header["fields"])
        blank = Snapshot({}, b"", (bytes(size),) * header["players"])
        beginning.keys(("state", "mask", "observations", "position", "cells"))
        position = beginning.at("position")
        position.keys((), tuple(position.value) if isinstance(position.value, dict) else ())
        first = self._snapshot(beginning, blank, position.value)
        played: list[Decision] = []
        for line in decisions:
            played.append(self._decision(line, played[-1].after if played else first, len(played) + 1))
        return Record(
            game=header["game"],
            players=header["players"],
            options=header["options"],
            files=header["files"],
            seed=header["seed"],
            agent=header["agent"],
            is_dealt=header["begins"] == "deal",
            fields={name: tuple(shape) for name, shape in header["fields"].items()},
            actions=tuple(header["actions"]),
            beginning=first,
            decisions=tuple(played),
            ending=self._ending(end, played, played[-1].after if played else first),
            returns=tuple(end.value["returns"]),
        )

    def _decision(self, line, before, number):
        line.keys(
            ("decision", "seat", "action", "state", "mask", "observations", "changes", "cells"), optional=("rewards",)
        )
        if line.at("decision").integer(1, 2**31) != number:
            line.at("decision").refuse(f"this is decision {number}")
        seat = line.at("seat").integer(0, self._header["players"] - 1)
        action = line.at("action").text()
        rewards = self._numbers(line.at("rewards", [0.0] * self._header["players"]))
        changes = line.at("changes")
        if not isinstance(changes.value, dict):
            changes.refuse(f"{shown(changes.value)} is not an object")
        try:
            position = apply(changes.value, before.position)
        except (ValueError, RecursionError) as error:
            changes.refuse(f"the file is damaged: {error}")
        return Decision(number, seat, action, rewards, self._snapshot(line, before, position))

    def _numbers(self, reader):
        numbers = reader.items(self._header["players"], self._header["players"])
        for number in numbers:
            if type(number.value) not in (int, float) or not abs(number.value) < 2**31:
                number.refuse(f"{shown(number.value)} is no reward")
        return tuple(float(number.value) for number in numbers)

    def _snapshot(self, line, before, position):
        cells = line.at("cells").items(self._header["players"], self._header["players"])
        observations = tuple(self._vector(text, old) for text, old in zip(cells, before.observations, strict=True))
        snapshot = Snapshot(position, self._mask(line.at("mask")), observations)
        for key, digest in _digests(snapshot).items():
            if line.value[key] != digest:
                line.at(key).refuse(
                    f"the file is damaged: {shown(line.value[key])} where the line's content has {digest}"
                )
        return snapshot

    def _vector(self, reader, old):
        if not isinstance(reader.value, str):
            reader.refuse(f"{shown(reader.value)} is no text")
        try:
            return with_cells(old, reader.value)
        except ValueError as error:
            reader.refuse(f"the file is damaged: {error}")

    def _mask(self, reader):
        try:
            bits = np.frombuffer(bytes.fromhex(reader.text()), np.uint8)
        except ValueError:
            reader.refuse(f"{shown(reader.value)} is no mask in hexadecimal digits")
        if len(bits) != -(-self._num_actions // 8):
            reader.refuse(f"a mask of {len(bits)} bytes for {self._num_actions} actions")
        return np.unpackbits(bits)[: self._num_actions].tobytes()

    def _ending(self, line, played, last):
        line.keys(("end", "returns", "position"))
        line.at("end").choice(ENDINGS)
        returns = self._numbers(line.at("returns"))
        if returns != returns_of(played, self._header["players"]):
            line.at("returns").refuse("the file is damaged: these are not the sums of the rewards")
        if line.value["position"] != last.position:
            line.at("position").refuse("the file is damaged, or cut: this is not where the last decision led")
        return line.value["end"]
