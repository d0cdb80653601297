"""The collected cases (disputes, frequent questions, bugs of other programs): each is a scene, or says why it is none.

A scene cites its case by number, in a comment: `-- case 056`, or `-- cases 057 and 058`.
"""

from __future__ import annotations

import re

from kittens_dsl.source.shipped import find_spec_directory

NUMBERS = """
    003 004 006 007 009 010 011 012 013 015 018 019 020 021 022 023 024 027 028 033 034 035 036 038 039 042
    044 045 046 047 049 052 053 054 055 056 057 058 059 062 063 066 068 069 071 072 073 075 077 079 080 081
    083 084 087 088 089 090 091 092 095 096 098 099 101 103 104 106 107 108 111 113 114 115 116 118 119 120
    122 123 124 127 129 130 132 133 135 136 138 141 142 143 144 146 148 149 151 152 153 154 156 157 160 161
    162 164
"""
"""The cases of the four boxes."""

PLAYED = NUMBERS.split()

OTHER_BOXES = {
    "016": "Armageddon and the two special cats: the box Good vs. Evil",
    "032": "slaps: the party box",
    "166": "the party box and its paw prints",
    "167": "zombies",
    "168": "zombies",
    "170": "Armageddon and Godcat: the box Good vs. Evil",
    "171": "recipes",
    "172": "clones: the zombie box",
}
"""The cases that are no scene, each with what it needs that the four boxes do not have."""


def cited_cases() -> set[str]:
    """The numbers of the cases that comments in the scenes cite."""
    files = (find_spec_directory() / "scenes").glob("**/*.kit")
    comments = [part for file in files for part in re.findall(r"-- *(cases? [^\n]*)", file.read_text(encoding="utf-8"))]
    heads = [re.match(r"cases? (\d{3}(?:(?:, | and )\d{3})*)", comment) for comment in comments]
    return {number for head in heads if head for number in re.findall(r"\d{3}", head[1])}


def test_every_case_of_the_four_boxes_is_a_scene() -> None:
    assert [number for number in PLAYED if number not in cited_cases()] == []
    assert len(PLAYED) >= 100


def test_every_cited_case_is_one_of_them() -> None:
    assert sorted(cited_cases() - set(PLAYED)) == []


def test_every_case_that_is_no_scene_says_why() -> None:
    assert all(reason for reason in OTHER_BOXES.values())
    assert set(OTHER_BOXES) & set(PLAYED) == set()
