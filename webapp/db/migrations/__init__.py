"""Alembic's environment and the steps that a database goes through."""
