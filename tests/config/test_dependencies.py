import importlib.metadata
import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.embedded import paths

REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")


def pins(name):
    """Package and version of each line, without extras."""
    lines = (paths.CHECKOUT / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r "))]


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_pinned_to_one_version_each(name):
    assert [line for line in pins(name) if not re.fullmatch(r"[A-Za-z0-9_.-]+(\[[a-z,]+\])?==[0-9][\w.]*", line)] == []


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_what_is_installed(name):
    named = dict(re.sub(r"\[.*\]", "", line).split("==") for line in pins(name))

    assert {package: importlib.metadata.version(package) for package in named} == named


def test_requirements_name_all_that_they_need_in_turn():
    pinned = [Requirement(line) for name in REQUIREMENTS for line in pins(name)]
    needed = {
        canonicalize_name(further.name)
        for requirement in pinned
        for further in map(Requirement, importlib.metadata.requires(requirement.name) or ())
        if any(
            further.marker is None or further.marker.evaluate({"extra": extra}) for extra in requirement.extras | {""}
        )
    }

    assert needed - {canonicalize_name(requirement.name) for requirement in pinned} == set()


def test_every_package_of_the_product_is_explained():
    first_block = (paths.CHECKOUT / "requirements.txt").read_text().split("\n\n")[0]
    named = [Requirement(line).name for line in first_block.splitlines() if not line.startswith("#")]
    _, runs, _ = (paths.CHECKOUT / "docs" / "dependencies.md").read_text().split("\n## ")

    assert re.findall(r"^\| (\w[\w-]*) \|", runs, re.MULTILINE) == ["package", *named]
