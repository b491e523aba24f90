"""Secret numbers that are bound before anything comes from them: the fingerprint is shown first, the number after."""

from poems.chance import Seed
from webapp.db.models import Setting
from webapp.db.store import Command, new_client_id
from webapp.db.writer import Transaction
from webapp.seeds import fresh
from webapp.services import Services
from webapp.tournaments import log
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.log import Purpose, SeedCommitted
from webapp.tournaments.objections import Because, Objection


def commit_seed(
    known: Services, code: str, number: int, purpose: Purpose = Purpose.DRAW, *, actor: str
) -> None:
    """Make a new seed for what is drawn next: its commitment is shown, the seed kept secret.

    One that was not used yet is thrown away, and the log tells of it. Raises NoSuchTournament.
    """
    contest(known, code, number)
    seed = fresh()
    event = log.encode(SeedCommitted(seed.commitment(), purpose))

    def job(transaction: Transaction) -> None:
        transaction.session.merge(Setting(key=seed_key(code, number, purpose), value=seed.hex))
        stream = log.stream_of(code, number)
        known.store.put(transaction, Command(stream, (event,), None, new_client_id(), actor))

    known.database.write(job)


def seed_key(code: str, number: int, purpose: Purpose) -> str:
    """Return the name of the setting that keeps a seed until it is used."""
    of = "" if purpose is Purpose.DRAW else f"-{purpose}"
    return f"seed:tournament{of}:{code}-{number}"


def secret_of(known: Services, found: Contest, purpose: Purpose = Purpose.DRAW) -> Seed:
    """Return the seed that comes next for a purpose. Raises Objection where none was committed to."""
    with known.database.session() as session:
        kept = session.get(Setting, seed_key(found.code, found.number, purpose))
    waiting = found.state.waiting(purpose)
    if kept is None or waiting is None or not (seed := Seed.from_hex(kept.value)).fits(waiting):
        raise Objection(Because.NO_SEED)
    return seed
