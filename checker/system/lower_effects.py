"""What a play does once it is announced and answered: its own effect, or what another rule puts in its place."""

from __future__ import annotations

from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import Bind, Constant, Local, Operation, Origin, Tree
from checker.system.lower_events import SUBJECT, beats, conflict_words, in_precedence, origin_of
from checker.system.lower_plays import current_play
from checker.system.lower_terms import BuildError
from checker.system.scopes import Scope
from kittens_dsl.core.rules import InsteadOfEffect, PlayRule, Rule


def carry_out(draft: Draft, scope: Scope, then: Continuation) -> Tree:
    """The effect of the play in progress, or what a rule puts in its place."""
    play = current_play(scope)
    rule, attachment = play.rule, play.rule.attachment
    names = [rule.name] + ([attachment.like] if isinstance(attachment, PlayRule) and attachment.like else [])
    wanted = [InsteadOfEffect(name) for name in names]
    rivals = in_precedence([one for one in draft.rules.rules if one.attachment in wanted])
    after = draft.share(f"{rule.name} carried out", then) if rivals else then

    def scope_of(said: Rule) -> Scope:
        parameters = {SUBJECT: play.player, **dict(play.variables)}
        instance, answered = draft.new_instance(), play.answered
        return Scope(origin_of(said), instance, parameters, play=play, in_setup=scope.in_setup, spoken_of=answered)

    def run(said: Rule) -> Tree:
        effect = scope_of(said)
        mark = draft.fired(said.name, effect.origin, is_rule=True)
        return before([mark], draft.lower_body(draft, said.body, effect, after))

    tree = run(rule)
    for number, rival in reversed(list(enumerate(rivals))):
        done = run(rival)
        for other in rivals[number + 1 :]:
            if not beats(rival, other):
                words = conflict_words(rival, other, f"the effect of {rule.name}")
                done = branch(draft.terms.test(other.guard, scope_of(other)), draft.stop(words, scope), done)
        tree = branch(draft.terms.test(rival.guard, scope_of(rival)), done, tree)
    return tree


def cancel_play(draft: Draft, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The effect of a response: the answered play changes between cancelled and not."""
    answered = current_play(scope).answered
    if answered is None:
        raise BuildError(f"{scope.origin.rule}: no play is answered here")
    return before([Bind(answered.cancelled, Operation("-", Constant(1), Local(answered.cancelled)))], then())
