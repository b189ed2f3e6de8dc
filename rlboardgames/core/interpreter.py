"""Views through which drivers see their arrays when the rules run in the interpreter.

NumPy scalars do not compute like compiled code: ``np.int8(5) * 100`` is -12. These views read as Python integers, so
the arithmetic is that of 64-bit machine code, and they refuse what compiled code would do silently: an index out of
range, a value that does not fit its field, an unknown field, a write to read-only tables.
"""

import functools
import math

import numpy as np

__all__ = ["ArrayView", "RecordView", "with_views"]


class ArrayView:
    """An array of numbers or bools that reads as Python numbers and checks every index."""

    __slots__ = ("_cells", "_start", "shape")

    def __init__(self, cells, shape, start=0):
        self._cells = cells
        self._start = start
        self.shape = shape

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def _offset(self, index):
        indices = index if isinstance(index, tuple) else (index,)
        offset = 0
        for i, size in zip(indices, self.shape, strict=False):
            if not 0 <= i < size:
                raise IndexError(f"index {index} is outside the shape {self.shape}")
            offset = offset * size + i
        rest = self.shape[len(indices) :]
        return self._start + offset * math.prod(rest), rest

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._part(index)
        offset, rest = self._offset(index)
        return ArrayView(self._cells, rest, offset) if rest else self._cells[offset]

    def _part(self, index):
        first = 0 if index.start is None else index.start
        stop = len(self) if index.stop is None else index.stop
        if len(self.shape) != 1 or index.step is not None or not 0 <= first <= stop <= len(self):
            raise IndexError(f"{index} is no part of the shape {self.shape}")
        return ArrayView(self._cells, (stop - first,), self._start + first)

    def view(self, dtype):
        """Return cells of one byte as an array of records."""
        raw = self._cells.cast("B")[self._start : self._start + math.prod(self.shape)]
        return _RecordArrayView(raw, dtype)

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            if index != slice(None):
                raise IndexError("only the whole array [:] may be assigned to at once")
            for offset in range(self._start, self._start + math.prod(self.shape)):
                self._cells[offset] = value
            return
        offset, rest = self._offset(index)
        if rest:
            raise IndexError(f"index {index} does not name a single cell of the shape {self.shape}")
        self._cells[offset] = value


class RecordView:
    """One record: fields as attributes, numbers as Python integers."""

    __slots__ = ("_buffer", "_fields", "_parts")

    def __init__(self, buffer, fields):
        object.__setattr__(self, "_buffer", buffer)
        object.__setattr__(self, "_fields", fields)
        object.__setattr__(self, "_parts", {})

    @property
    def dtype(self):
        """The record type."""
        return self._fields.dtype

    def _part(self, name):
        part = self._parts.get(name)
        if part is None:
            offset, size, code, shape = self._fields.layout(name)
            cells = self._buffer[offset : offset + size].cast(code)
            part = self._parts[name] = ArrayView(cells, shape) if shape else cells
        return part

    def __getattr__(self, name):
        part = self._part(name)
        return part if isinstance(part, ArrayView) else part[0]

    def __setattr__(self, name, value):
        part = self._part(name)
        if isinstance(part, ArrayView):
            raise AttributeError(f"field {name} is an array: assign to its cells")
        part[0] = value


class _Fields:
    """Offset, size, format and shape of each field of a record type."""

    def __init__(self, dtype):
        self.dtype = dtype
        self._layout = {}
        for name, (field, offset, *_) in dtype.fields.items():
            self._layout[name] = offset, field.itemsize, field.base.char, field.shape

    def layout(self, name):
        try:
            return self._layout[name]
        except KeyError:
            raise AttributeError(f"the record has no field {name}") from None


_fields = functools.cache(_Fields)


class _RecordArrayView:
    """A one-dimensional array of records."""

    __slots__ = ("_buffer", "_fields", "_itemsize")

    def __init__(self, buffer, dtype):
        self._buffer = buffer
        self._fields = _fields(dtype)
        self._itemsize = dtype.itemsize

    def __len__(self):
        return len(self._buffer) // self._itemsize

    def _bytes_of(self, i):
        if not 0 <= i < len(self):
            raise IndexError(f"record {i} of {len(self)}")
        return self._buffer[i * self._itemsize : (i + 1) * self._itemsize]

    def __getitem__(self, i):
        return RecordView(self._bytes_of(i), self._fields)

    def __setitem__(self, i, record):
        self._bytes_of(i)[:] = record._buffer

    def view(self, dtype):
        """Return all bytes of the records as an array of numbers."""
        cells = self._buffer.cast(np.dtype(dtype).char)
        return ArrayView(cells, cells.shape)


def _view(value):
    if isinstance(value, tuple):  # a named one
        return type(value)(*map(_view, value))
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.names:
        raw = value.view(np.uint8).data
        return _RecordArrayView(raw if value.flags.writeable else raw.toreadonly(), value.dtype)
    cells = value.reshape(-1).view(np.uint8).data
    cells = cells.cast(value.dtype.char) if value.size else cells
    return ArrayView(cells if value.flags.writeable else cells.toreadonly(), value.shape)


def with_views(driver):
    """Wrap a driver so that it sees its array arguments through checking views.

    Parameters
    ----------
    driver : callable
        A driver that would otherwise be compiled.

    Returns
    -------
    callable
    """

    @functools.wraps(driver)
    def interpreted(*arguments):
        return driver(*[_view(argument) for argument in arguments])

    return interpreted
