"""Packs that are being taken in: one at a time, in the background, with their progress."""

import secrets
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from reader.packs.faults import PackError, PackFlaw
from reader.packs.importing import import_pack
from reader.reason import Reason
from webapp.per_server import PerServer
from webapp.services import Services
from webapp.voices.operations import shelf

KEPT = 20
"""So many uploads are remembered; a page asks for its own within seconds."""


@dataclass(frozen=True, slots=True)
class Upload:
    """How far a pack is: files done, of how many; at the end its name and what files gave nothing, or the fault."""

    id: str
    done: int = 0
    total: int = 0
    name: str = ""
    fault: Reason | str = ""
    unread: tuple[Reason, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return bool(self.name or self.fault)


class Uploads:
    """Takes packs in. A second one while one is at work is refused, as each keeps a core busy."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = threading.Lock()
        self._known: dict[str, Upload] = {}
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether a pack is being taken in."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, zipped: Path, title: str, credit: str, licence: str) -> Upload | None:
        """Begin to take in a zip, which is deleted afterwards; None while another one is at work.

        Raises PackError for a name that is taken.
        """
        shelf(self._services).free_name(title)
        with self._lock:
            if self.busy:
                return None
            upload = Upload(secrets.token_hex(8))
            self._known[upload.id] = upload
            for oldest in list(self._known)[:-KEPT]:
                del self._known[oldest]
            self._thread = threading.Thread(
                target=self._run, args=(upload.id, zipped, title, credit, licence), name="pack", daemon=True
            )
            self._thread.start()
            return upload

    def of(self, identity: str) -> Upload | None:
        """Return how far an upload is."""
        return self._known.get(identity)

    def close(self) -> None:
        """Stop after the file that is being decoded."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, identity: str, zipped: Path, title: str, credit: str, licence: str) -> None:
        def progress(done: int, total: int) -> None:
            if self._stopped.is_set():
                raise PackError(Reason(PackFlaw.STOPPED))
            self._note(identity, done=done, total=total)

        try:
            pack, check = import_pack(
                zipped, shelf(self._services), title, credit=credit, licence=licence, progress=progress
            )
            self._note(identity, name=pack.name, unread=check.unread)
        except PackError as error:
            self._note(identity, fault=error.reason)
        except Exception as error:  # noqa: BLE001 - the page must learn that nothing more will come
            self._note(identity, fault=f"{type(error).__name__}: {error}")
        finally:
            zipped.unlink(missing_ok=True)

    def _note(self, identity: str, **changes: int | str | Reason | tuple[Reason, ...]) -> None:
        with self._lock:
            if identity in self._known:
                self._known[identity] = replace(self._known[identity], **changes)  # type: ignore[arg-type]


_UPLOADS = PerServer(Uploads)


def uploads(services: Services) -> Uploads:
    """Return the server's uploads, made at the first need and stopped with the server."""
    return _UPLOADS.of(services)
