"""Verbs for what happens to a thing, or is done by somebody, only once.

A missing verb costs contradictions; a wrong one makes some that may be true together with their
sentence.
"""

from __future__ import annotations

# These happen only once if done to one thing: "signed the treaty", "made his debut".
WITH_ONE_THING = frozenset(
    (
        "add air arrest assign award break bring broadcast broker buy capture change compose"
        " defeat describe design detect develop direct earn enter expand file film force fuse"
        " grant hand happen hold host integrate issue land lose make negotiate obtain occur"
        " orchestrate order organise organize paint pass patch produce propose receive record"
        " resolve return seize sell send set sign stage take transfer win write"
    ).split()
)
# These happen to one thing or person only once: to be born, founded, sunk.
ONCE_ONLY = WITH_ONE_THING.union(
    (
        "abdicate abduct abolish accede accredit acquire acquit admit adopt age annex announce"
        " appoint approve arrive assassinate author awaken ban baptise baptize bear beatify"
        " become begin behead bequeath build burn bury cancel canonise canonize capitulate"
        " capsize cease cede certify charter choose christen close codify coin collapse commence"
        " commission commit complete conclude confer confirm conquer consecrate construct"
        " convene convert convict crash create cremate crown debut declare decommission dedicate"
        " defect demobilise demobilize demolish depart depopulate deport depose derail designate"
        " destroy die disappear disband discontinue discover disestablish disinter dismantle"
        " dismiss dissolve divorce donate double draft drown elect electrify electrocute"
        " emancipate emerge emigrate enact end enfranchise enlist enrol enroll enthrone erect"
        " erupt escape establish evict excommunicate execute exhume exile exonerate expel expire"
        " explode extend extradite federate finalise finalize finish fire flee form formalise"
        " formalize found graduate guillotine habilitate halt hang hire immigrate impeach"
        " imprison inaugurate incorporate indict induct inherit initiate inscribe instal install"
        " introduce invent join kill knight launch leave legalise legalize liberate list marry"
        " matriculate merge move murder name nationalise nationalize naturalise naturalize"
        " nominate nullify oblige open ordain originate oust outlaw overtake overthrow patent"
        " perish plant premiere privatise privatize promote promulgate publish purchase ratify"
        " raze readmit reaffirm rebuild rebury rechristen recognise recognize reconfigure"
        " rededicate reestablish refound regain register reinter reintroduce reject release"
        " relegate relinquish relocate remarry rename renovate reopen reorganise reorganize"
        " repeal replace rescind resign restore resume retire retitle reunite revive revoke sack"
        " scrap sculpt scuttle secede secularise secularize select sentence separate sequence"
        " serialise serialize settle shut sink split start step succeed succumb suicide"
        " surrender switch title topple torpedo trademark translate turn unearth unify unite"
        " unseat unveil upgrade vanish veto wreck"
    ).split()
)
# These are done on many days, and so on two of the same year.
ON_MANY_DAYS = frozenset(
    (
        "appear exhibit hear meet perform play present say sail screen show sing speak stage"
        " talk teach tour travel visit wear"
    ).split()
)
# Obtained only once, with "make", "receive" and the like.
MILESTONES = frozenset(
    (
        "debut premiere degree doctorate phd ph.d. ph.d bachelor master ba ma md diploma"
        " citizenship independence knighthood peerage habilitation baptism ordination baccalaureate"
        " licence license charter accreditation vows oath commission name breakthrough nobel office"
        " seat command throne crown status autonomy government patent asylum"
    ).split()
)
# These recur: there may have been another one in the other year.
RECURRING = frozenset(
    (
        "festival festivals election elections championship championships cup game games season"
        " tournament tournaments meeting meetings congress conference conferences census fair fairs"
        " convention summit edition competition race exhibition exhibitions event events match"
        " ceremony concert concerts referendum session show parade rally party tour protest"
        " protests"
    ).split()
)
# Each comes to pass only once, though its verb alone may recur: "came into force", "took office".
TURNS = {
    "come": frozenset("out existence being force effect power operation service".split()),
    "go": frozenset("bankrupt sale liquidation administration service business effect".split()),
    "take": frozenset("control power office possession command charge silk effect".split()),
    "enter": frozenset("service force office production circulation".split()),
    "lose": frozenset("job seat office independence sight".split()),
    "fall": frozenset("disuse ruin ill".split()),
    "call": frozenset(("bar",)),
}
# Of these there is one beginning and one end, though they stand without "the".
UNDERTAKINGS = frozenset(
    (
        "construction production filming photography shooting recording development independence"
        " work building excavation mining publication operation service membership training"
        " broadcasting restoration renovation demolition"
    ).split()
)
