"""Who is asking: the same answer for pages and for streams."""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.access.hosts import is_loopback
from webapp.access.roles import Role, is_private, needed_role
from webapp.access.sessions import EntrySessions, hashed

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that say a proxy stands in between. They are never believed; they only take the loopback's trust away."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A request's maker: role, the peer's address, and the hash of the session's token if there is one."""

    role: Role
    address: str
    session: str | None = None

    @property
    def actor(self) -> str:
        """How the log names the visitor."""
        return f"{self.role.word}:{self.session[:12] if self.session else self.address}"

    def may(self, role: Role) -> bool:
        """Whether the visitor may do what `role` may."""
        return self.role >= role

    def may_use(self, view: object) -> bool:
        """Whether a view's mark lets the visitor in."""
        needed = needed_role(view)
        return needed is not None and self.may(needed) and not (self.is_public and is_private(view))

    @property
    def is_public(self) -> bool:
        """Whether the visitor looks on because all may, and came in by no code."""
        return self.role == Role.SPECTATOR and self.session is None


def identify(
    sessions: EntrySessions, *, address: str, token: str | None, headers: Mapping[str, str], public: bool
) -> Visitor:
    """Return who a request comes from.

    The loopback is the organiser, unless a proxy's header shows that the request began elsewhere. `headers`
    has lower-case names; `token` is the entry cookie's; `public` makes a guest a spectator.
    """
    if is_loopback(address) and not any(name in headers for name in FORWARDED):
        return Visitor(Role.ORGANISER, address)
    if token:
        session = hashed(token)
        role = sessions.role_of(session)
        if role is not None:
            return Visitor(role, address, session)
    return Visitor(Role.SPECTATOR if public else Role.GUEST, address)
