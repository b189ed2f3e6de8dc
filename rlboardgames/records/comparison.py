"""Replaying a record, and finding the first decision at which the game is another one now."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rlboardgames.core.checks import whole_number
from rlboardgames.core.errors import BoardGameError, RecordError
from rlboardgames.records.changes import flat_difference
from rlboardgames.records.players import BUILT_IN, BuiltIn
from rlboardgames.records.record import Table, actions_of, fields_of

__all__ = ["Difference", "Finding", "replay"]


@dataclass(frozen=True)
class Finding:
    """One thing that is not as recorded.

    Attributes
    ----------
    what : str
        "state", "mask", "observation of seat 1", "reward", "legal action", "choice", "seat to move", "end", "fields" or
        "actions".
    where : str
        Key of the position, field and cell of the observation, name of the action, or seat.
    recorded, now : object
        The values; None for what is not there.
    """

    what: str
    where: str
    recorded: Any
    now: Any


@dataclass(frozen=True)
class Difference:
    """The first decision after which something is not as recorded.

    Attributes
    ----------
    decision : int
        Its number; 0 for the beginning.
    action : str or None
        What was played then.
    findings : tuple of Finding
    table : str
        A drawing of the table now.
    """

    decision: int
    action: str | None
    findings: tuple[Finding, ...]
    table: str

    def __str__(self):
        where = "at the beginning" if self.decision == 0 else f"after decision {self.decision}, {self.action!r}"
        lines = [f"{f.what}: {f.where}: recorded {f.recorded!r}, now {f.now!r}" for f in self.findings]
        return "\n".join([f"different {where}", *lines])


def replay(record, until=None, **files):
    """Play a recorded game again and compare.

    Parameters
    ----------
    record : Record
    until : int, optional
        Compare so many decisions only.
    **files : str or path-like
        The user's own data files, by the option that names them.

    Returns
    -------
    Difference or None
        None if everything is as recorded.

    Raises
    ------
    RecordError
        The record cannot be played: there is no such game, option or action, or a file is missing.
    OptionError, DataError

    Examples
    --------
    >>> from rlboardgames import hasty_baker_v0
    >>> from rlboardgames.records import record
    >>> replay(record(hasty_baker_v0.game(), seed=5, decisions=10)) is None
    True
    """
    until = len(record) if until is None else whole_number("until", until, 0, len(record))
    game = record.make_game(**files)
    findings = _layout_findings(record, game)
    if findings:
        return Difference(0, None, findings, "")
    table = _begin(record, game)
    player = BuiltIn(record.agent, game, record.seed) if record.agent in BUILT_IN else None
    findings = _findings(game, record.beginning, table.snapshot())
    if findings:
        return Difference(0, None, findings, game.render_text(table.state))
    for decision in record.decisions[:until]:
        findings = _decide(table, player, decision)
        if findings:
            return Difference(decision.number, decision.action, findings, game.render_text(table.state))
    if until == len(record) and record.ending not in (table.ending, "stopped"):
        finding = Finding("end", "why the game ended", record.ending, table.ending)
        return Difference(until, None, (finding,), game.render_text(table.state))
    return None


def _layout_findings(record, game):
    fields, actions = fields_of(game), actions_of(game)
    names = dict.fromkeys([*record.fields, *fields])
    pairs = [(name, record.fields.get(name), fields.get(name)) for name in names]
    findings = [Finding("fields", name, old, new) for name, old, new in pairs if old != new]
    if not findings and list(record.fields) != list(fields):
        findings = [Finding("fields", "their order", list(record.fields), list(fields))]
    if record.actions != actions:
        findings.append(Finding("actions", "their number and names", record.actions, actions))
    return tuple(findings)


def _begin(record, game):
    if record.is_dealt:
        return Table(game, record.seed)
    try:
        return Table(game, record.seed, record.position(0, game))
    except BoardGameError as error:
        raise RecordError(f"the game cannot begin at the recorded position: {error}") from error


def _decide(table, player, decision):
    game = table.game
    if decision.action not in game.actions.names:
        raise RecordError(f"decision {decision.number}: {game.name} has no action {decision.action!r}")
    if table.seat != decision.seat:
        return (Finding("seat to move", "seat", decision.seat, table.seat),)
    index = game.action_index(decision.action)
    if not game.mask(table.state)[index]:
        return (Finding("legal action", decision.action, "legal", "not legal"),)
    chosen = decision.action if player is None else game.action_name(player.choose(table.state))
    choice = (Finding("choice", player.name, decision.action, chosen),) if chosen != decision.action else ()
    rewards = table.play(index)
    pairs = enumerate(zip(decision.rewards, rewards, strict=True))
    paid = tuple(Finding("reward", f"seat {seat}", old, new) for seat, (old, new) in pairs if old != new)
    return choice + paid + _findings(game, decision.after, table.snapshot())


def _findings(game, recorded, now):
    state = flat_difference(recorded.position, now.position)
    findings = [Finding("state", *found) for found in state]
    masks = np.frombuffer(recorded.mask, np.int8), np.frombuffer(now.mask, np.int8)
    words = ("not legal", "legal")
    findings += [
        Finding("mask", game.actions.names[k], words[masks[0][k]], words[masks[1][k]])
        for k in np.flatnonzero(masks[0] != masks[1])
    ]
    for seat, vectors in enumerate(zip(recorded.observations, now.observations, strict=True)):
        old, new = (np.frombuffer(vector, np.int8) for vector in vectors)
        findings += _cell_findings(game.observation, seat, old, new)
    return tuple(findings)


def _cell_findings(spec, seat, old, new):
    before, after = spec.split(old), spec.split(new)
    return [
        Finding(
            f"observation of seat {seat}",
            f"{name}{cell.tolist()}",
            int(before[name][tuple(cell)]),
            int(now[tuple(cell)]),
        )
        for name, now in after.items()
        for cell in np.argwhere(before[name] != now)
    ]
