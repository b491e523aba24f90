"""Settings: options before the environment before the defaults; a secret that nobody else reads."""

import os
from pathlib import Path

import pytest

from webapp.config import PORT, from_environment
from webapp.refusal import Refusal


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("NANIWAZU_")]:
        monkeypatch.delenv(name)


def test_a_first_start_makes_its_folder_and_its_secret(tmp_path: Path) -> None:
    home = tmp_path / "new" / "club"
    config = from_environment(folder=home)
    assert config.folder == home
    assert home.stat().st_mode & 0o777 == 0o700
    secret = home / "secret.key"
    assert secret.stat().st_mode & 0o777 == 0o600
    assert config.secret_key == secret.read_text()
    assert len(config.secret_key) == 64
    assert config.database_url == f"sqlite:///{home / 'club.sqlite3'}"
    assert (config.host, config.port, config.public) == ("127.0.0.1", PORT, False)
    assert from_environment(folder=home) == config


def test_a_secret_that_others_can_read_is_closed(tmp_path: Path) -> None:
    from_environment(folder=tmp_path)
    (tmp_path / "secret.key").chmod(0o644)
    from_environment(folder=tmp_path)
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64])
def test_a_secret_that_is_none_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)
    with pytest.raises(Refusal, match=r"secret\.key"):
        from_environment(folder=tmp_path)


def test_the_environment_and_the_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {
        "DATA": str(tmp_path / "e"),
        "HOST": "0.0.0.0",
        "PORT": "9000",
        "PUBLIC": "1",
        "NAMES": "a.example b",
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"NANIWAZU_{name}", value)
    config = from_environment()
    assert (config.folder, config.host, config.port) == (tmp_path / "e", "0.0.0.0", 9000)
    assert (config.public, config.names) == (True, ("a.example", "b"))
    config = from_environment(folder=tmp_path / "o", host="127.0.0.1", port=0, public=False)
    assert (config.folder, config.host, config.port, config.public) == (tmp_path / "o", "127.0.0.1", 0, False)


@pytest.mark.parametrize("port", ["x", "-1", "65536", "８０", "1.5"])
def test_a_port_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("NANIWAZU_PORT", port)
    with pytest.raises(Refusal, match="NANIWAZU_PORT"):
        from_environment(folder=tmp_path)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgresql://a:b@h/c", "postgresql+psycopg://a:b@h/c"),
        ("postgres://h/c", "postgresql+psycopg://h/c"),
        ("postgresql+psycopg://h/c", "postgresql+psycopg://h/c"),
        ("sqlite:////x/y.sqlite3", "sqlite:////x/y.sqlite3"),
    ],
)
def test_database_addresses(tmp_path: Path, given: str, read: str) -> None:
    assert from_environment(folder=tmp_path, database=given).database_url == read


@pytest.mark.parametrize(
    "given", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://h/c", "postgresql+psycopg2://h/c"]
)
def test_other_databases_are_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(Refusal):
        from_environment(folder=tmp_path, database=given)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Refusal, match="cannot make the data folder"):
        from_environment(folder=tmp_path / "file" / "club")
