"""The way from a phone to the remote control: a QR code beside the reading."""

from flask import url_for

from webapp.access.phone_way import Way, phone_way
from webapp.access.roles import Role
from webapp.security import visitor
from webapp.services import services


def remote_way(reading: str) -> Way | None:
    """Return the way to a reading's remote control; None where no phone reaches this server.

    Only an organiser is shown the helpers' entry code, which stands behind the address's #; a phone that scans another
    helper's code types it at the door.
    """
    code = services().codes.current().get(Role.HELPER, "") if visitor().may(Role.ORGANISER) else ""
    return phone_way(url_for("reading.remote", reading=reading), code)
