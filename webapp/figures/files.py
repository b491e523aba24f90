"""A table of figures as a CSV file."""

from webapp import csv_file
from webapp.figures.views import Table


def to_csv(table: Table) -> bytes:
    """Return the file, the titles of the columns first."""
    return csv_file.to_csv(([one.title for one in table.columns], *table.rows), csv_file.figure)
