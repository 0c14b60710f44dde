"""Word lists for the rules that move phrases.

They were collected by hand, by reading the results of the rules. A missing word costs paraphrases;
a word too many makes wrong ones.
"""

from __future__ import annotations

OF_TIME = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june"
    " july august september october november december spring summer autumn winter year month week"
    " day morning afternoon evening night weekend century decade season war period moment time era"
    " hour minute years months weeks days hours minutes noon midnight today yesterday tomorrow"
    " tonight 1990s mondays sundays saturdays fridays christmas easter childhood youth lifetime"
    " reign breakfast lunch dinner birthday holidays".split()
)
"""Nouns and adverbs of time."""

PASSIVE_VERBS = frozenset(
    "abandon accept accuse adapt adopt advertise advise announce appoint approve"
    " arrange arrest attack award bake ban block bomb book break build burn bury cancel capture"
    " carry catch celebrate challenge change chase check choose clean clear climb close collect"
    " command commission complete compose conduct confirm conquer construct control convert cook"
    " copy correct cover create criticise criticize cross cut damage defeat defend deliver demolish"
    " describe design destroy detect develop devise direct discover discuss distribute divide draw"
    " drive drop edit elect employ encourage establish evacuate examine execute explain explore"
    " express fill film finance fix force form found frighten fund govern grow guard guide hide"
    " hire host hunt identify implement improve influence inform injure inspect inspire install"
    " introduce invade invent investigate invite judge kick kidnap kill launch lead lift light"
    " limit load lock manage manufacture mark mention merge modify monitor murder name nominate"
    " note notice occupy offer open operate oppose order organise organize overlook own"
    " paint perform persuade photograph plan plant play plough polish postpone praise prepare"
    " present prevent print produce promote propose protect prove provide publish pull purchase"
    " pursue push question raise read rebuild recognise recognize recommend record recruit"
    " reduce reject release remove renovate repair replace report request rescue restore reveal"
    " review revise rewrite rob ruin rule save search seize sell send sentence settle shoot sign"
    " sing solve steal stop supervise supply support surprise surround teach tear test"
    " threaten throw tie train translate transport treat trigger use visit warn wash watch water"
    " welcome win witness wound wrap write".split()
)
"""Verbs whose passive is natural with most objects and any agent."""
