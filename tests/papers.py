"""Papers read back: how many pages a PDF has, and what stands on them."""

from __future__ import annotations

import io

from pypdf import PdfReader

LONG = "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallo"
"""A name that is as long as the names of which a paper promises that they fit."""
UNBROKEN = "W" * 60
HOSTILE = (
    "#panic(1) #{1+1}",
    "$x^2$ *bold* _slanted_",
    "`raw` @reference <label>",
    "\\ \\u{41} // gone /* gone */",
    "= Heading - item + item",
    "] ) } \" ' [ ( {",
    '#import "/etc/passwd"',
    "<script>alert(1)</script> &amp;",
    "Łukasz Žilvinas Ąžuolas ųė",
    "Ёлена Αθηνά",
    "~tilde ^ % & ; -- ---",
    UNBROKEN,
)
"""Names that a typesetter could read as something else."""


def pages_of(pdf: bytes) -> list[str]:
    """Return what stands on each page, without the spaces: where a line breaks is the layout's business."""
    return [squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


def count_of(pdf: bytes) -> int:
    """Return how many pages there are, which is quicker than reading them."""
    return len(PdfReader(io.BytesIO(pdf)).pages)


def squeezed(text: str) -> str:
    """Return a text without spaces, those included that have no width."""
    return "".join(text.replace("\u200b", "").split())
