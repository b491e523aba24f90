"""Strict reading of JSON, with the place of every fault."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.document import DEEPEST, DocumentError, Node, loads

JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_reads_what_json_writes(value: Any) -> None:
    data = json.dumps(value, ensure_ascii=False).encode()
    assert loads(data) == value
    assert loads(b"\xef\xbb\xbf" + data) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON: Expecting value at line 1, column 1"),
        (b"{", "is not JSON: Expecting property name"),
        (b"{}x", "is not JSON: Extra data at line 1, column 3"),
        (b"[1,]", "is not JSON"),
        (b"\xff", "is not UTF-8 text: byte 0"),
        ("{}".encode("utf-16"), "is not UTF-8 text"),
        (b'{"a": 1, "a": 2}', 'the key "a" comes twice'),
        (b"[NaN]", "NaN is no number"),
        (b"[-Infinity]", "-Infinity is no number"),
        (b"[1e999]", "beyond all bounds"),
        (b"[-1e999]", "beyond all bounds"),
        (b"1" * 5000, "thousands of digits"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested too deeply"),
        (b'["\\ud800"]', "half a character"),
        (b'{"\\udc00": 1}', "half a character"),
    ],
)
def test_refuses(data: bytes, reason: str) -> None:
    with pytest.raises(DocumentError) as error:
        loads(data)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_nests_as_deep_as_it_says() -> None:
    assert loads(b"[" * DEEPEST + b"]" * DEEPEST)


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert loads(b'"\\ud842\\udfb7"') == "𠮷"


def test_a_place_leads_to_the_value() -> None:
    node = Node({"reads": [{"card": 1}, {"card": "x", "odd key": {"": 5}}]})
    second = node.need("reads").items()[1]
    assert second.need("card").place == "reads[1].card"
    assert second.need("odd key").need("").place == 'reads[1]."odd key".""'
    with pytest.raises(
        DocumentError, match=r'^reads\[1\]\.card: a poem from 1 to 100 is wanted here, not "x"$'
    ):
        second.need("card").whole(1, 100, "a poem")
    with pytest.raises(DocumentError, match=r"^reads\[1\]\.took: is missing$"):
        second.need("took")


@pytest.mark.parametrize("value", [True, False, None, 1.0, "1", [1], {}, 0, 101, -1, 10**30])
def test_whole_numbers_are_ints_in_their_bounds(value: Any) -> None:
    with pytest.raises(DocumentError, match="from 1 to 100"):
        Node(value).whole(1, 100)


def test_a_message_stays_short() -> None:
    for value in ("x" * 10_000, 10**4000, {"a": "x" * 1000}):
        with pytest.raises(DocumentError) as error:
            Node(value, "here").whole(0, 1)
        assert len(str(error.value)) < 120


def test_a_choice_names_what_there_is() -> None:
    assert Node("own").choice("own", "opp") == "own"
    for value in ("Own", 1, None, []):
        with pytest.raises(DocumentError, match='"own" or "opp" is wanted here'):
            Node(value).choice("own", "opp")
