"""The sizes of tables."""

from __future__ import annotations

LEAST, MOST = 3, 5
WISHED = 4


def table_sizes(people: int, wished: int = WISHED, least: int = LEAST, most: int = MOST) -> tuple[int, ...]:
    """Return the sizes of the tables, the larger ones first: as near to the wished size as they can be.

    Sizes differ by one at most. Any number of people from three on can be seated at tables of three to five;
    fewer sit at one table.
    """
    if people <= least:
        return (people,) if people else ()
    counts = [count for count in range(1, people + 1) if least * count <= people <= most * count]
    if not counts:
        return (people,)

    def misfit(count: int) -> tuple[int, int]:
        small, larger = divmod(people, count)
        return larger * (small + 1 - wished) ** 2 + (count - larger) * (small - wished) ** 2, count

    count = min(counts, key=misfit)
    small, larger = divmod(people, count)
    return (small + 1,) * larger + (small,) * (count - larger)
