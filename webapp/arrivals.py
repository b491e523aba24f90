"""A match that ends on a board tells the tournament that it is played for; neither feature knows of the other.

It can be done again without harm: where the server is killed between the two logs, the desk shows what the board says.
"""

from webapp.matches.tables import Table
from webapp.services import Services
from webapp.tournaments import boards


def table_moved(known: Services, before: Table, table: Table) -> None:
    """After something happened at a table: a result that is new goes to its tournament, if it has one."""
    if table.state.result is not None and table.state.result != before.state.result:
        boards.arrived(known, table)
