"""What the places of a mat are called, where they are first met."""

import re

import pytest

from engine.karuta.field import Slot
from engine.training.layout import CORNERS
from tests.support.club import PageClient
from webapp.drills.kinds import KINDS

ON_MAT = [one.key for one in KINDS if one.on_mat]


def picture(page: str) -> list[tuple[str, str]]:
    """Return the places of the small mat as they stand on it, each in words and as players write it."""
    table = page.partition('class="sheet places"')[2].partition("</table>")[0]
    return re.findall(r'<td>(.+?) <span lang="ja">(.+?)</span></td>', table)


@pytest.mark.parametrize("key", ON_MAT)
@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_an_exercise_on_a_mat_says_what_its_places_are_called(
    client: PageClient, key: str, language: str
) -> None:
    found = picture(client.get(f"/drills/exercises/{key}", headers={"Accept-Language": language}).text)
    assert len(found) == 12
    own = [Slot.parse(f"{short}1") for _, short in found[6:]]
    assert [(slot.row, slot.end) for slot in own] == list(CORNERS)
    assert len({name for name, _ in found}) == 6
    # who sits opposite sees the same mat from the other side
    assert found[:6] == found[:5:-1]


def test_the_picture_is_open_till_an_exercise_was_done(client: PageClient) -> None:
    assert '<details class="sheet places" open>' in client.get("/drills/exercises/laying").text
    assert len(ON_MAT) == 4
    for one in KINDS:
        there = 'class="sheet places"' in client.get(f"/drills/exercises/{one.key}").text
        assert there is one.on_mat, one.key


def test_the_editor_of_layouts_has_it_too(client: PageClient) -> None:
    made = client.form("/teiichi/new", name="冬").headers["Location"]
    found = picture(client.get(made, headers={"Accept-Language": "en"}).text)
    assert found[6:8] == [("upper left", "左上"), ("upper right", "右上")]
