"""Labels in words: who decided what at a decision point, the same for the System and for the oracle of core."""

from __future__ import annotations

from typing import NamedTuple

CHANCE = -1
NOBODY = -2


class Label(NamedTuple):
    """One decision. `owner` is a seat from 0, CHANCE, or NOBODY (the table as a whole: nobody answers).

    verb and words, by the statement that asks:
      play     (rule, card names, target seat or None, named card or None)     an Option with plays=True
      respond  (rule,)                                                         OpenWindow
      pass     ()                                                              OpenWindow: nobody answers any more
      card     (kind,)                                                         ChooseCard
      player   (seat,)                                                         ChoosePlayer
      place    (position from 0 = top,)                                        Insert into an ordered pile
      place    ("anywhere",)                                                   Insert into a bag: the only label
      place    (position, or LOOSE, or LOOSE + 1 + cards below,)               Insert into a pile in segments
      option   (words,)                                                        ChooseOne, one of its options
      confirm  (words,)                                                        If that a referee is asked: it is so
      deny     (words,)                                                        ... or not
      apply    (rule,)                                                         an optional Instead rule is used
      decline  (rule,)                                                         ... or not
      draw     (kind,)                                                         TakeTop from a pile, by chance
      pick     (kind,)                                                         ChanceCard
      arrange  (kinds from the top,)                                           ShufflePile of an ordered pile
      hand     (seat, kinds)                                                   Deal
    """

    owner: int
    verb: str
    words: tuple[object, ...]
