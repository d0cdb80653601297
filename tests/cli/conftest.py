"""A small scope and a specification to break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kittens_dsl.source.shipped import find_spec_directory

SMALL = """
[[deck]]
players = 2
dealt = 1
copies = { "Exploding Kitten" = 1, "Defuse" = 2, "Skip" = 1, "Nope" = 1 }
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A scope file of a few hundred decision points."""
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return str(path)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A copy of the specification to break."""
    return Path(shutil.copytree(find_spec_directory(), tmp_path / "spec"))
