"""Pairs at the least cost, exactly: minimum-cost matching, with ties broken by lot.

Costs are whole numbers. Among matchings of the same cost the seed decides: a little chance is added to each edge, less
in sum than the smallest difference between two costs. So the same people, costs and seed give the same pairs in
whatever order they come.
"""

from collections.abc import Iterable, Mapping

from engine.tournament.edge import Edge, edge
from poems.chance import Bits

_CHANCE_BITS = 24


def cheapest(people: Iterable[str], costs: Mapping[Edge, int], bits: Bits) -> tuple[Edge, ...] | None:
    """Return everybody in pairs at the least cost in sum; None where no such pairs exist.

    `costs` has the pairs that are possible at all. The pairs come in the order of their ids.
    """
    import networkx as nx  # noqa: PLC0415 - slow to load, and every start of the server would wait for it

    everybody = sorted(people)
    graph = nx.Graph()
    graph.add_nodes_from(everybody)
    scale = max(len(everybody), 1) << _CHANCE_BITS
    top = max(costs.values(), default=0)
    for pair in sorted(costs):
        # the matching is of greatest weight, and a dear pair has little
        graph.add_edge(*pair, weight=(top - costs[pair]) * scale + bits.getrandbits(_CHANCE_BITS))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(everybody):
        return None
    return tuple(sorted(edge(*pair) for pair in found))
