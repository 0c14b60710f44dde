"""Words and relations that keep a clause from being asserted as a whole."""

from __future__ import annotations

from pipeline.negation.english.lexicon import MINIMISERS, NEGATORS

# What may be true may also be false, and so may its opposite.
WEAK = frozenset("may might could can would should ought 'd ca".split())
# Words for a part of something, or for an addition: the rest may differ.
PARTIAL = frozenset(
    "some any sometimes often occasionally usually generally typically frequently partly partially"
    " other others another such various several many numerous mostly mainly largely commonly"
    " normally especially particularly example e.g. including like most least almost nearly if"
    " unless whether or rather instead perhaps maybe probably possibly approximately likely"
    " allegedly reportedly seem seems seemed appear appears appeared variously each every"
    " respectively portion portions proportion certain".split()
)
DENYING = (
    NEGATORS
    | MINIMISERS
    | frozenset(("no", "without", "nobody", "nothing", "none", "few", "neither", "nor"))
)
BARRED = PARTIAL | DENYING
# "Somebody left a bag", and somebody else failed to.
SOMEBODY = frozenset(("somebody", "someone", "something"))
# As a subject: "Hundreds cheered", and hundreds of others did not.
COUNTS = frozenset("dozens hundreds thousands scores number people others one all".split())
# "They failed to find the red key", and the white one, too.
UNDOING = frozenset(
    "fail fails failed failing refuse refuses refused refusing decline declines declined forget"
    " forgets forgot neglect neglects neglected avoid avoids avoided deny denies denied unable"
    " incapable impossible unlikely unwilling reluctant hesitant stop stops stopped".split()
)
# Subordinate clauses, and what the speaker only reports.
APART = frozenset(
    "advcl ccomp csubj csubjpass relcl parataxis appos dep intj acl pcomp mark meta".split()
)
SUBJECT = frozenset(("nsubj", "nsubjpass"))
