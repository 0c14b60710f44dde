"""Verbs for what happens to a thing, or is done by somebody, only once.

The lists were written verb by verb. A missing verb costs contradictions; a verb too many makes
some that can be true beside their sentence.
"""

from __future__ import annotations

# Of one thing or person these are said of one time: it is born, founded, sunk.
ONCE_ONLY = frozenset(
    (
        "plant bring send force enter expand organise organize detect"
        " integrate direct produce orchestrate broker add patch resolve fuse"
        " die bear found establish open close publish release build construct erect complete finish"
        " elect appoint ordain consecrate crown knight marry divorce graduate retire resign"
        " abdicate join leave become move relocate emigrate immigrate debut premiere create form"
        " adopt ratify annex abolish repeal enact inaugurate launch invent discover patent destroy"
        " demolish raze dismantle name rename rechristen convert merge acquire purchase inherit"
        " incorporate privatise privatize nationalise nationalize disband dissolve expire execute"
        " murder kill assassinate hang behead exile expel deport liberate conquer sink wreck scrap"
        " commission decommission begin start end cease introduce arrive settle succeed replace"
        " promote sack fire hire draft enlist enroll enrol induct emerge originate unveil dedicate"
        " bury cremate canonise canonize baptise baptize beatify christen sentence convict acquit"
        " charter separate split secede unite unify reunite disappear vanish defect surrender"
        " capitulate disestablish federate remarry title codify formalise formalize legalise"
        " legalize outlaw ban shut halt discontinue write compose author paint sculpt translate"
        " film coin describe record designate declare certify grant accredit list register admit"
        " readmit recognise recognize reorganise reorganize rebuild restore renovate extend"
        " electrify double upgrade earn matriculate habilitate turn age flee escape land announce"
        " sign transfer depart return step commit sell buy collapse burn crash explode erupt win"
        " lose defeat succumb drown suicide occur happen confirm approve pass reject veto dismiss"
        " oust depose overthrow relinquish cede donate bequeath file arrest capture seize imprison"
        " award hand switch change take make receive hold host issue air broadcast stage break set"
        " develop design propose order assign obtain negotiate overtake inscribe relegate select"
        " revive reaffirm awaken regain nominate initiate reopen resume refound reestablish"
        " rededicate enthrone install instal oblige"
    ).split()
)
# Of these, only what is done to one thing is done once: "signed the treaty", "made his debut".
WITH_ONE_THING = frozenset(
    (
        "bring send force enter expand organise organize detect"
        " integrate direct produce orchestrate broker add patch resolve fuse"
        " make take receive award hold host issue air broadcast stage break set hand change win"
        " lose defeat sign grant earn record write compose paint film describe sell buy file pass"
        " hit occur happen capture seize arrest return transfer land develop design propose order"
        " assign obtain negotiate"
    ).split()
)
# With "make", "receive" and the like these are had once.
MILESTONES = frozenset(
    (
        "debut premiere degree doctorate phd ph.d. ph.d bachelor master ba ma md diploma"
        " citizenship independence knighthood peerage habilitation baptism ordination baccalaureate"
        " licence license charter accreditation vows oath commission name breakthrough nobel office"
        " seat command throne crown status autonomy government patent asylum"
    ).split()
)
# These come again: another one may have been in the other year.
RECURRING = frozenset(
    (
        "festival festivals election elections championship championships cup game games season"
        " tournament tournaments meeting meetings congress conference conferences census fair fairs"
        " convention summit edition competition race exhibition exhibitions event events match"
        " ceremony concert concerts referendum session show parade rally party tour protest"
        " protests"
    ).split()
)
