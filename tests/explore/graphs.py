"""Random written-down models for the laws, and the same models as networkx graphs."""

import networkx
from hypothesis import strategies

from tests.toys import Table


@strategies.composite
def draw_tables(draw: strategies.DrawFn) -> Table:
    """Draw a model of up to 7 states with 3 monitors, on states and on forced points."""
    size = draw(strategies.integers(1, 7))
    node = strategies.integers(0, size - 1)
    edges = draw(strategies.lists(strategies.lists(node, max_size=3).map(tuple), min_size=size, max_size=size))
    mask = strategies.integers(0, 7)
    here = draw(strategies.dictionaries(node, mask, max_size=3))
    masks = draw(strategies.dictionaries(strategies.tuples(node, strategies.integers(0, 2)), mask, max_size=3))
    starts = draw(strategies.lists(node, min_size=1, max_size=2, unique=True))
    final = draw(strategies.lists(node, max_size=2))
    return Table(tuple(edges), tuple(starts), tuple(here.items()), tuple(masks.items()), tuple(final))


def build_reachable_graph(table: Table) -> "networkx.DiGraph[int, dict[str, object], dict[str, object]]":
    """Return the part of the model that can be reached from its starts."""
    graph: networkx.DiGraph[int, dict[str, object], dict[str, object]] = networkx.DiGraph()
    graph.add_nodes_from(range(len(table.edges)))
    graph.add_edges_from((source, target) for source, row in enumerate(table.edges) for target in row)
    reachable = set(table.starts).union(*(networkx.descendants(graph, start) for start in table.starts))
    return graph.subgraph(reachable)
