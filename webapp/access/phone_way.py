"""The way from a phone to a page: its address, and a QR code that can open the door too."""

from dataclasses import dataclass

from flask import request, url_for
from markupsafe import Markup

from webapp.access.addresses import addresses
from webapp.access.qr import svg
from webapp.services import services


@dataclass(frozen=True, slots=True)
class Way:
    """An address for phones and its QR code; `lets_in` says that the code opens the door too."""

    url: str
    qr: Markup
    lets_in: bool


def phone_way(page: str, code: str = "") -> Way | None:
    """Return the way to a page of this server, through the door by an entry code where one is given.

    None where no phone reaches this server. The code stands behind the address's #, which no server is sent.
    """
    here = addresses(services().config.host, request.host)[-1]
    if not here.network:
        return None
    url = f"{here.url}{page}"
    link = f"{here.url}{url_for('access.join', next=page)}#{code}" if code else url
    return Way(url, svg(link), bool(code))
