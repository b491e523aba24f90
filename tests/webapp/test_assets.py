"""The files that every page is made of: kept for good by their version, and compressed."""

import gzip
import re

import pytest
from flask import Flask, url_for

from tests.support.club import PageClient
from webapp import assets

FONT = "fonts/naniwazu-kana.woff2"
PACKED = {"Accept-Encoding": "gzip, deflate"}


def address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=name)


def test_a_page_names_its_files_by_their_version(client: PageClient) -> None:
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text)
    assert found
    assert all(one.startswith(f"/static/of-{assets.version()}/") for one in found)


def test_a_text_is_the_same_compressed_and_plain(app: Flask, client: PageClient) -> None:
    sizes = {"plain": 0, "packed": 0}
    for name, path in assets.files():
        if path.suffix not in assets.TEXTS:
            continue
        where = address(app, name)
        plain, packed = client.get(where), client.get(where, headers=PACKED)
        assert plain.status_code == packed.status_code == 200, name
        assert plain.data == path.read_bytes()
        assert plain.content_type == packed.content_type
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer.headers["Vary"]
        assert "Content-Encoding" not in plain.headers
        if packed.content_encoding == "gzip":
            assert gzip.decompress(packed.data) == plain.data
            assert packed.headers["ETag"] != plain.headers["ETag"]
        else:
            assert len(packed.data) < assets.SMALLEST
        sizes["plain"] += len(plain.data)
        sizes["packed"] += len(packed.data)
    assert sizes["packed"] < 0.45 * sizes["plain"]


def test_a_file_is_kept_for_good_by_its_version_and_asked_for_without(app: Flask, client: PageClient) -> None:
    for name in (FONT, "css/base.css"):
        kept = client.get(address(app, name), headers=PACKED)
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in kept.headers
        for other in (f"/static/{name}", f"/static/of-000000000000/{name}"):
            asked = client.get(other, headers=PACKED)
            assert asked.headers["Cache-Control"] == "no-cache"
            again = client.get(other, headers={**PACKED, "If-None-Match": asked.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")


def test_a_font_is_compressed_already(app: Flask, client: PageClient) -> None:
    answer = client.get(address(app, FONT), headers=PACKED)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == (assets.FOLDER / FONT).read_bytes()


def test_who_takes_no_gzip_gets_none(app: Flask, client: PageClient) -> None:
    for accepts in ("", "identity", "gzip;q=0", "br", "deflate"):
        answer = client.get(address(app, "css/base.css"), headers={"Accept-Encoding": accepts})
        assert "Content-Encoding" not in answer.headers


def test_pages_are_never_compressed(client: PageClient) -> None:
    """They hold a token beside what a visitor typed: their size must not depend on how alike the two are."""
    for path in ("/", "/join", "/matches/", "/no-such-page"):
        assert "Content-Encoding" not in client.get(path, headers=PACKED).headers


def test_the_texts_of_the_poems_are_compressed_and_kept(client: PageClient) -> None:
    for address in ("/matches/cards.json", "/readings/poems.ja.json"):
        plain, packed = client.get(address), client.get(address, headers=PACKED)
        assert gzip.decompress(packed.data) == plain.data
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert packed.headers["Cache-Control"] == "private, max-age=31536000, immutable"


def test_nothing_else_is_served(client: PageClient) -> None:
    for name in ("no.js", "../app.py", "..%2fapp.py", "js/%00.js", "js", "", "js/../../app.py"):
        for folder in ("/static/", f"/static/of-{assets.version()}/"):
            assert client.get(folder + name, headers=PACKED).status_code == 404, name


def test_the_version_is_that_of_every_file_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    files = tuple(assets.files())
    seen = {assets.version()}
    for changed in (files[:-1], (("other", files[0][1]), *files[1:])):
        with monkeypatch.context() as patch:
            patch.setattr(assets, "files", lambda found=changed: iter(found))
            seen.add(assets.version.__wrapped__())
    assert len(seen) == 3
