"""What is kept until anything is written."""

from contextlib import closing

from tests.webapp.db.test_writer import keys, put
from webapp.db.database import Database
from webapp.kept import Kept


def test_a_value_is_kept_until_anybody_writes(database: Database) -> None:
    counted: list[int] = []
    kept = Kept[int]()

    def count() -> int:
        counted.append(len(keys(database)))
        return counted[-1]

    before = kept.of(database, count)
    assert [kept.of(database, count) for _ in range(3)] == [before] * 3
    assert len(counted) == 1, "reading changes nothing"
    database.write(put("a"))  # type: ignore[arg-type]
    assert (kept.of(database, count), len(counted)) == (before + 1, 2)
    with closing(Database(database.url)) as elsewhere:
        elsewhere.write(put("b"))  # type: ignore[arg-type]
        assert (kept.of(database, count), len(counted)) == (before + 2, 3)
        assert kept.of(elsewhere, count) == before + 2, "each has its own"


def test_what_is_written_while_it_is_worked_out_is_not_missed(database: Database) -> None:
    kept = Kept[int]()

    def slow() -> int:
        found = len(keys(database))
        database.write(put("late"))  # type: ignore[arg-type]
        return found

    before = kept.of(database, slow)
    assert kept.of(database, lambda: len(keys(database))) == before + 1
