"""Where to go after a form: only ever to a page of this server."""

from urllib.parse import urlsplit

from flask import redirect
from werkzeug.wrappers import Response


def own_path(target: str) -> str:
    r"""Return `target` if it is a path of this server, else `/`. `//x`, `/\x` and `https:x` lead elsewhere."""
    if not target.startswith("/") or target.startswith("//") or "\\" in target:
        return "/"
    if any(ord(sign) < 0x21 or ord(sign) == 0x7F for sign in target):
        return "/"
    try:
        parts = urlsplit(target)
    except ValueError:
        return "/"
    return target.removesuffix("?") if not parts.scheme and not parts.netloc else "/"


def back_to(target: str) -> Response:
    """Redirect, by GET, to a page of this server."""
    return redirect(own_path(target), code=303)
