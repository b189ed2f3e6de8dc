"""The reader of JSON documents: what it accepts, and that every refusal names the place."""

import pytest

from rlboardgames.core.documents import Reader
from rlboardgames.core.errors import DataError, PositionError

DOCUMENT = {"count": 3, "flag": True, "name": "red", "pile": [1, 2, 3], "inner": {"deep": [{"x": 5}]}}
REFUSALS = [
    (lambda r: r.at("count").integer(0, 2), "document.count: 3 is not a whole number from 0 to 2"),
    (lambda r: r.at("count").integer(4, 9), "document.count"),
    (lambda r: r.at("flag").integer(0, 2), "document.flag: True is not a whole number"),
    (lambda r: r.at("name").integer(0, 2), "document.name"),
    (lambda r: r.at("absent").integer(0, 2), "document.absent: None"),
    (lambda r: r.at("count").boolean(), "document.count: 3 is neither true nor false"),
    (lambda r: r.at("name").boolean(), "document.name"),
    (lambda r: r.at("count").text(), "document.count: 3 is not a non-empty text"),
    (lambda r: r.at("absent", "").text(), "document.absent"),
    (lambda r: r.at("name").choice(("blue", "green")), "document.name: 'red' is none of blue, green"),
    (lambda r: r.at("pile").choice(("blue",)), "document.pile"),
    (lambda r: r.at("absent").choice((None, "blue")), "document.absent"),
    (lambda r: r.at("name").items(), "document.name: 'red' is not a list"),
    (lambda r: r.at("inner").items(), "document.inner"),
    (lambda r: r.at("pile").items(4), "document.pile: a list of 3 where at least 4 belong"),
    (lambda r: r.at("pile").items(0, 2), "document.pile: a list of 3 where 0 to 2 belong"),
    (lambda r: r.at("pile").items(0, 0), "document.pile: a list of 3 where 0 belong"),
    (lambda r: r.at("pile").items(5, 5), "document.pile: a list of 3 where 5 belong"),
    (lambda r: r.at("pile").items()[1].integer(3, 9), r"document.pile\[1\]: 2"),
    (lambda r: r.at("pile").entries(), "document.pile"),
    (lambda r: r.at("pile").keys(()), "document.pile"),
    (lambda r: r.keys(("count",)), "document: unknown key 'flag'; known are count"),
    (lambda r: r.at("inner").keys(("deep", "wide")), "document.inner: the key 'wide' is missing"),
    (lambda r: r.at("inner").keys((), ("wide",)), "document.inner: unknown key 'deep'; known are wide"),
    (lambda r: r.at("inner").at("deep").at(0).at("x").integer(0, 1), r"document.inner.deep\[0\].x: 5"),
    (lambda r: r.at("pile").at(3).integer(0, 9), r"document.pile"),
    (lambda r: r.at("count").at("x").integer(0, 9), "document.count"),
    (lambda r: r.refuse("because"), "document: because"),
]


@pytest.mark.parametrize(("refused", "message"), REFUSALS, ids=[str(k) for k in range(len(REFUSALS))])
@pytest.mark.parametrize("error", [PositionError, DataError])
def test_refusals_name_the_place(refused, message, error):
    """Whatever does not fit raises the error of the document, with the path and the reason."""
    with pytest.raises(error, match=f"^{message}"):
        refused(Reader(DOCUMENT, "document", error))


def test_values_are_returned():
    """What fits is returned as it is."""
    reader = Reader(DOCUMENT, "document").keys(tuple(DOCUMENT), ("absent",))
    assert reader.at("count").integer(3, 3) == 3
    assert reader.at("flag").boolean() is True
    assert reader.at("name").text() == "red"
    assert reader.at("name").choice(("blue", "red")) == 1
    assert reader.at("absent", 7).integer(0, 9) == 7
    assert [item.integer(1, 3) for item in reader.at("pile").items(3, 3)] == [1, 2, 3]
    assert [(key, entry.path) for key, entry in reader.at("inner").entries()] == [("deep", "document.inner.deep")]


def test_long_values_are_shortened():
    """A message shows a long value by its beginning."""
    with pytest.raises(PositionError) as refusal:
        Reader({"x": list(range(1000))}, "document").at("x").integer(0, 1)
    assert len(str(refusal.value)) < 150
