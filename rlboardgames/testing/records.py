"""Golden games of users' own: a record that must play as it was recorded."""

from rlboardgames.core.errors import DeterminismError
from rlboardgames.records import read, replay

__all__ = ["check_record"]


def check_record(path, **files):
    """Check that a game plays as it was recorded, to the last cell of every observation.

    Parameters
    ----------
    path : str or path-like
        Of a record, as ``rlboardgames record`` and `rlboardgames.records.write` make it.
    **files : str or path-like
        Data files of the record's game, by the option that names them.

    Raises
    ------
    DeterminismError
        Something is different: the message says after which decision, what and where, with the recorded and the present
        value, and shows the table.
    RecordError
        The file is damaged, or of a game, option or action that there is not.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from rlboardgames import monad_v0
    >>> from rlboardgames.records import record, write
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(record(monad_v0.game(), seed=1, decisions=5), Path(folder) / "monad.jsonl")
    ...     check_record(Path(folder) / "monad.jsonl")
    """
    difference = replay(read(path), **files)
    if difference is not None:
        raise DeterminismError(f"{path}: {difference}\n\n{difference.table}")
