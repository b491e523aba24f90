"""Who may follow what."""

import pytest

from webapp.access.roles import Role
from webapp.access.visitor import Visitor
from webapp.db.store import Stream
from webapp.live.topics import may_follow


@pytest.mark.parametrize(
    ("kind", "public", "with_a_code"),
    [("match", True, True), ("reading", True, True), ("practice", False, True), ("secret", False, False)],
)
def test_who_looks_on_without_a_code_follows_no_practice(kind: str, public: bool, with_a_code: bool) -> None:
    topics = (Stream(kind, "x"),)
    assert may_follow(Visitor(Role.SPECTATOR, "192.168.1.9"), topics) is public
    assert may_follow(Visitor(Role.SPECTATOR, "192.168.1.9", "hash"), topics) is with_a_code
