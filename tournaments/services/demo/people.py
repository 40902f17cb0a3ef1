"""The people of the demo club, and who plays with whom on which evening."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "Ann Lee",
    "Bob O'Brien",
    "Žilvinas Kazlauskas",
    "Łukasz Wójcik",
    "Nguyễn Thị Hoa",
    "Siobhán Ní Dhomhnaill",
    "Ądam Żółkiewski",
    "Šarūnė Žukauskaitė",
    "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
    "Jürgen Groß",
    "Émile Lefèvre",
    "María José Núñez",
    "Søren Ångström",
    "Zoë Clarke",
    "王秀英",
    "გიორგი ბერიძე",
    "Giorgos Pappas",
    "D'Arcy Smith, Jr.",
    "Aoife Kelly",
    "Tomasz Lewandowski",
    "Rūta Petrauskienė",
    "Graham Tate",
    "Priya Raman",
    "Yusuf Demir",
    "Ólafur Jónsson",
    "Irena Nowak",
    "Mick Doyle",
    "Hanna Virtanen",
    "Vytautas Šimkus",
    "Li Na",
)
"""Thirty, in several scripts; one of sixty letters, one with a comma, some with marks that sort nowhere by default."""


def pairs(count: int, *, apart: int) -> tuple[tuple[str, str], ...]:
    """Return so many pairs in which nobody stands twice; another ``apart`` (odd) makes other partners.

    >>> pairs(2, apart=1)
    (('Ann Lee', "Bob O'Brien"), ('Žilvinas Kazlauskas', 'Łukasz Wójcik'))
    >>> pairs(2, apart=3)
    (('Ann Lee', 'Łukasz Wójcik'), ('Žilvinas Kazlauskas', 'Siobhán Ní Dhomhnaill'))
    """
    return tuple((NAMES[2 * pair], NAMES[(2 * pair + apart) % len(NAMES)]) for pair in range(count))
