"""Models, migrations and the append-only event store."""
