"""Those who come: thirty for the night of Five Hundred, fourteen of whom stay for dominoes with other partners."""

from __future__ import annotations

NAMES = (
    "Ann Lee",
    "Bob O'Brien",
    "Žilvinas Kazlauskas",
    "Łukasz Wójcik",
    "Nguyễn Thị Hoa",
    "Nguyễn Văn An",
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Earl",
    "Zoë Ångström",
    "Siân Ó Briain",
    "李娜",
    *(f"Guest {number}" for number in range(11, 31)),
)


def as_lines() -> str:
    """Return the first half, one name a line."""
    return "\n".join(NAMES[:15])


def as_csv() -> str:
    """Return the second half as a spreadsheet writes it."""
    return "name\n" + "\n".join(f'"{name}"' for name in NAMES[15:])


def pairs(count: int, *, apart: int) -> str:
    """Return so many pairs as lines; nobody stands twice while ``apart`` is odd."""
    return "\n".join(f"{NAMES[2 * pair]} + {NAMES[(2 * pair + apart) % len(NAMES)]}" for pair in range(count))


def crowd(count: int) -> list[str]:
    """Return so many more names, none of which is among the thirty."""
    return [f"{NAMES[number % 10]} the {number // 10 + 2}nd" for number in range(count)]


def pairs_of(names: list[str]) -> str:
    """Return people as pairs, one a line, each with the next."""
    return "\n".join(f"{first} + {second}" for first, second in zip(names[::2], names[1::2], strict=True))
