"""An evening's path on each kind of database: enter by code, tap, be shown the door."""

from pathlib import Path

from tests.support import tapping
from tests.support.club import HOST, PHONE, client_at, config_in, services_of
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.club.demo import fill_if_empty
from webapp.services import epoch_of


def test_an_evening(url: str, tmp_path: Path) -> None:
    app = create_app(config_in(tmp_path, database_url=url))
    app.register_blueprint(tapping.blueprint)
    services = services_of(app)
    assert fill_if_empty(services.database)
    assert not fill_if_empty(services.database)
    assert epoch_of(services.database) == services.hub.epoch
    phone, organiser = client_at(app, PHONE, HOST), client_at(app, "127.0.0.1", "localhost")
    code = services.codes.current()[Role.HELPER]
    assert phone.form("/join", code=code).status_code == 303
    for number, by in enumerate("ABAB"):
        body = {"client_id": f"{number:032x}", "expected_seq": number, "command": {"by": by}}
        for repeated in (False, True):
            answer = phone.script("/taps/m/commands", body)
            assert (answer.status_code, answer.get_json()["repeated"]) == (200, repeated)
    late = {"client_id": "f" * 32, "expected_seq": 1, "command": {"by": "B"}}
    assert phone.script("/taps/m/commands", late).status_code == 409
    page = organiser.get("/taps/m").text
    assert ">ABAB<" in page
    assert f"{services.hub.epoch},match:m=4" in page
    assert organiser.form("/hall/codes/helper/everybody").status_code == 303
    assert phone.get("/").status_code == 303
    services.close()
