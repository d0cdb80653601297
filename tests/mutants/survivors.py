"""Mutants of the base box that make no difference, each with the reason why nothing can tell."""

from __future__ import annotations

_SEEN_ANYWAY = "whoever is to see the card sees it in the zone that it leaves or comes to, by the declared zones"
_TOLD_ANYWAY = "whoever is to see a card of this zone is told so by each move into it that the rules make"
_NOT_ASKED = "it is used in setup alone, and nothing asks who has seen a card before play begins"
_WAS_ZERO = "the counter is 0 whenever this line is reached, so to grow by a number is to become that number"
_ORDER_OF_SEATS = "each player gets one Defuse of the same name, in whatever order and from whosever place it comes"
_JOINS_LATER = "what lies there is moved on to the same place by a later step of setup, before anybody can tell"
_KITTEN_WAS_SEEN = (
    "the kitten was seen by all when it went off; where it goes is the place of the label, not a sight of a card"
)
_NO_DRAW = "with the other defaults nobody draws from an empty pile (property deck-lasts); scenes name their readings"
_FAR_AWAY = "no play comes near this bound: what a game can owe or count is far less"
_OWN_TURN = "a kitten goes off only before the turn holder (property danger-in-the-own-turn): the test is always true"

SURVIVORS: dict[str, str] = {
    "base.rounds: debt becomes: grows, in `debt(holder(turn)) := 1`": _WAS_ZERO,
    "base.lose: debt becomes: grows, in `debt(after(you)) := debt(you)`": _WAS_ZERO,
    "base.starter: debt becomes: grows, in `debt(holder(turn)) := 1`": _WAS_ZERO,
    "base.play: always: if play is cancellable, in `if play is cancellable`": (
        "a window for a play without the trait has no answers, and a window without answers is no decision"
    ),
    "base.lose: you becomes after(you), in `after(you) wins`": (
        "one player is left, so whoever comes after the next player is that player again"
    ),
    "base.defuse: always: if you is holder(turn), in `if you is holder(turn)`": _OWN_TURN,
    "base.defuse: always: if you is holder(turn), in `if you is holder(turn)` #2": _OWN_TURN,
    "defuse.may-save: part dropped: defuse-choice = optional": (
        "the forced rule is offered first and always applies; in the text the two overlap, which is an error (tested)"
    ),
    "base.attack: debt becomes: grows, in `debt(victim) := debt(you)`": _WAS_ZERO,
    (
        'five.play: part dropped: $prize is "Exploding Kitten", '
        'in `if ($prize is "Exploding Kitten" and five-kitten = explodes)`'
    ): ("to keep any other card by the rule of keeping is to move it to the hand"),
    # ---- declarations
    "counter kittens: 0 to 31 becomes 1 to 31": "setup sets it before it is read, to 1 at least",
    "counter kittens: 0 to 31 becomes 0 to 30": _FAR_AWAY,
    "counter kittens: 0 to 31 becomes 0 to 32": _FAR_AWAY,
    "counter debt: 0 to 31 becomes 0 to 30": _FAR_AWAY,
    "counter debt: 0 to 31 becomes 0 to 32": _FAR_AWAY,
    "ambiguity empty-pile: default alarm becomes no-draw": _NO_DRAW,
    "ambiguity empty-pile: default alarm becomes out": _NO_DRAW,
    "ambiguity empty-pile: default alarm becomes reshuffle": _NO_DRAW,
    "ambiguity defuse-ends: default drawn-turn becomes any-turn": (
        "with the other defaults a kitten goes off only when it is drawn, and that draw ends the turn anyway"
    ),
    # ---- setup
    "base.count: kittens becomes: grows, in `kittens := (players - 1)`": _WAS_ZERO,
    (
        "base.kittens: to pile becomes to box, "
        'in `move (kittens - count("Exploding Kitten" in pile)) "Exploding Kitten": aside -> pile`'
    ): (_JOINS_LATER),
    (
        'base.kittens: (kittens - count("Exploding Kitten" in pile)) becomes '
        '(kittens + count("Exploding Kitten" in pile)), '
        'in `move (kittens - count("Exploding Kitten" in pile)) "Exploding Kitten": aside -> pile`'
    ): ("in the base box no kitten lies in the pile yet"),
    'base.reserve: to drawn becomes to hand, in `move 1 "Defuse": aside -> drawn(they)`': _JOINS_LATER,
    "base.deal: to hand becomes to drawn, in `deal 7: box -> every hand`": _JOINS_LATER,
    "base.reserve: holder(turn) becomes after(holder(turn)), in `for they from holder(turn)`": _ORDER_OF_SEATS,
    'base.reserve: they becomes after(they), in `move 1 "Defuse": aside -> drawn(they)`': _ORDER_OF_SEATS,
    "base.own-defuse: holder(turn) becomes after(holder(turn)), in `for they from holder(turn)`": _ORDER_OF_SEATS,
    "base.own-defuse: they becomes after(they), in `move every any card: drawn(they) -> hand(they)`": _ORDER_OF_SEATS,
    "base.own-defuse: they becomes after(they), in `move every any card: drawn(they) -> hand(they)` #2": (
        _ORDER_OF_SEATS
    ),
    # ---- who sees a card
    "base.play: seen by nobody, in `move played -> discard, seen by all`": _SEEN_ANYWAY,
    "base.empty-pile: seen by everyone, in `move every any card: discard -> pile`": _SEEN_ANYWAY,
    "base.lose: seen by nobody, in `move every any card: exploding(you) -> discard, seen by all`": _SEEN_ANYWAY,
    "base.lose: seen by nobody, in `move every any card: exploding(you) -> removed, seen by all`": _SEEN_ANYWAY,
    "base.lose: seen by nobody, in `move every any card: hand(you) -> discard, seen by all`": _SEEN_ANYWAY,
    'base.defuse: seen by nobody, in `move 1 "Defuse": hand(you) -> discard, seen by all`': _SEEN_ANYWAY,
    "base.defuse: seen by everyone, in `insert $card: exploding(you) -> pile where you likes, seen by you`": (
        _KITTEN_WAS_SEEN
    ),
    "base.defuse: not seen by you, in `insert $card: exploding(you) -> pile where you likes, seen by you`": (
        _KITTEN_WAS_SEEN
    ),
    "base.defuse: you becomes after(you), in `insert $card: exploding(you) -> pile where you likes, seen by you` #3": (
        _KITTEN_WAS_SEEN
    ),
    **{
        f"{rule}: {change}, in `move 1 ${card}: hand(target) -> hand(you), seen by you and target`{turn}": _SEEN_ANYWAY
        for rule, card in (("favor.play", "gift"), ("pair.play", "loot"), ("triple.look", "prize"))
        for change, turn in (
            ("not seen by you", ""),
            ("not seen by target", ""),
            ("you becomes target", " #2"),
            ("target becomes you", " #2"),
        )
    },
    "base.keep: not seen by you, in `move 1 $card: drawn(you) -> hand(you), seen by you`": _SEEN_ANYWAY,
    "base.kitten: seen by nobody, in `move 1 $card: drawn(you) -> exploding(you), seen by all`": _SEEN_ANYWAY,
    "five.play: seen by nobody, in `move 1 $prize: discard -> drawn(you), seen by all`": _SEEN_ANYWAY,
    "five.play: seen by nobody, in `move 1 $prize: discard -> hand(you), seen by all`": _SEEN_ANYWAY,
    "zone discard: seen by everyone becomes seen by nobody": _TOLD_ANYWAY,
    "zone removed: seen by everyone becomes seen by nobody": _TOLD_ANYWAY,
    "zone exploding: seen by everyone becomes seen by owner": _TOLD_ANYWAY,
    "zone exploding: seen by everyone becomes seen by nobody": _TOLD_ANYWAY,
    "zone hand: seen by owner becomes seen by nobody": _TOLD_ANYWAY,
    "zone drawn: seen by owner becomes seen by nobody": _TOLD_ANYWAY,
    "zone box: seen by everyone becomes seen by nobody": _NOT_ASKED,
    "zone aside: seen by everyone becomes seen by nobody": _NOT_ASKED,
}
