"""A census: noisy counts of every region, of its counties and of their blocks."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

PEOPLE = 2

COUNTRY = {
    "name": "country",
    "children": [
        {"name": "east", "children": [{"name": "east-1", "blocks": [0]}, {"name": "east-2", "blocks": [1]}]},
        {"name": "west", "blocks": [2]},
    ],
}


def blocks(region):
    """All blocks of a region."""
    if "blocks" in region:
        return region["blocks"]
    found = []
    for child in region["children"]:
        found.extend(blocks(child))
    return found


def measure(region, homes, table):
    """Writes the noisy count of the region, and of all inside of it, into the table."""
    inside = blocks(region)
    count = sum(1 for home in homes if home in inside)
    table[region["name"]] = clamp(count + geometric(1 / 2), 0, PEOPLE)
    for child in region.get("children", []):
        measure(child, homes, table)


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(7), neighbors=one(), expect="refuted")
@mechanism
def census(homes: Vector[Int[0, 2], 2]):
    table = {}
    measure(COUNTRY, homes, table)
    return table
