"""Verbs for what happens to a thing, or is done by somebody, only once.

A missing verb costs contradictions; a wrong one makes some that may be true together with their
sentence.
"""

from __future__ import annotations

# These happen only once if done to one thing: "signed the treaty", "made his debut".
WITH_ONE_THING = frozenset(
    (
        "achieve adapt add air arrest assign award bestow break bring broadcast broker buy"
        " capture cast change commission compose confiscate defeat deliver describe design"
        " detect develop digitise digitize direct earn enter expand file film find force fund"
        " fuse gain grant hand happen hold host identify integrate isolate issue land loan lose"
        " make negotiate obtain occur orchestrate order organise organize paint pass patch place"
        " produce propose receive record rediscover remove rescue resolve return secure seize"
        " sell send set shoot sign stage steal take trade transfer waive win write"
    ).split()
)
# These happen to one thing or person only once: to be born, founded, sunk.
ONCE_ONLY = WITH_ONE_THING.union(
    (
        "abdicate abduct abolish accede accredit acquire acquit activate adjourn admit adopt age"
        " amalgamate amputate annex announce appoint apprentice approve arise arrive assassinate"
        " assimilate attain auction author awaken axe ban baptise baptize bear beatify become"
        " befriend begin behead bequeath betroth blind build bulldoze burn bury cancel canonise"
        " canonize capitulate capsize castrate cease cede certify charter choose christen"
        " circumcise clone close co-found coalesce codify cofound coin collapse colonise colonize"
        " commandeer commence commission commit compile complete conceive conclude confer confirm"
        " conquer conscript consecrate consolidate construct convene convert convict convince"
        " convoke court-martial crash create cremate crown crucify culminate cut debunk debut"
        " decapitate decipher declare declassify decode decolonise decolonize decommission"
        " deconsecrate decorate decriminalise decriminalize dedicate defect defrock delist demerge"
        " demobilise demobilize demolish demote denationalise denationalize depart depopulate"
        " deport depose derail deregulate desegregate deselect designate destroy die disappear"
        " disband disbar discharge discontinue discover disestablish disintegrate disinter"
        " dismantle dismember dismiss dispatch dispossess disqualify dissolve divorce donate"
        " double downgrade draft drain drown dub dynamite elect electrify electrocute elevate"
        " emancipate embalm embark emerge emigrate enact end enfranchise enlist ennoble enrol"
        " enroll enslave enthrone entomb eradicate erect erupt escape establish evacuate evict"
        " excommunicate execute exhume exile exonerate expel expire explode expropriate"
        " extend exterminate extinguish extradite federate fell finalise finalize finish fire flee"
        " fold forfeit form formalise formalize found free gazette graduate green-light greenlight"
        " guillotine gut habilitate halt hang hire immigrate immortalise impeach implode impound"
        " imprison inaugurate incarcerate incinerate incorporate indenture indict induce induct"
        " inherit initiate inscribe instal install institute institutionalise intern introduce"
        " invent jail jettison join kill knight lapse launch leave legalise legalize legitimise"
        " legitimize liberate list lynch maim maroon marry martyr massacre matriculate mechanise"
        " mechanize merge militarise mobilise mobilize modernise modernize mothball move mummify"
        " murder name nationalise nationalize naturalise naturalize nominate nullify oblige"
        " obsolete offload open ordain originate orphan oust outlaw outsource overrun overtake"
        " overthrow pardon partition patent pave pawn perish persuade plant poison premiere"
        " privatise privatize proclaim promote promulgate prorogue publish pulp purchase quit"
        " ratify raze re-elect reacquire reactivate readmit reaffirm rebrand rebuild rebury recant"
        " recapture rechristen reclassify recognise recognize recommission reconfigure reconquer"
        " rededicate redeem redesign redesignate redevelop reestablish refit refound refurbish"
        " regain register regroup rehouse reincorporate reinstate reinter reintroduce reject"
        " relaunch release relegate relinquish relocate remarry remodel rename renovate renumber"
        " reopen reorganise reorganize repaint repatriate repeal replace repossess reprieve"
        " repudiate reroute rescind resettle reshape resign restore restructure resume retake"
        " retire retitle reunify reunite revert revive revoke rout sack salvage scrap sculpt"
        " scuttle seal secede secularise secularize select sentence separate sequence serialise"
        " serialize settle sever shelve shut shutter sink slaughter slay solemnise solemnize split"
        " stab start step strangle subdivide subsume succeed succumb suicide supersede supplant"
        " suppress surrender suspend switch terminate title topple torch torpedo trademark"
        " transform translate transplant turn unearth unify unite unmask unseat unveil upgrade"
        " usurp vacate vandalise vandalize vanish vest veto wed widen widow wind withdraw wound"
        " wreck wrest zone"
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
        " seat command throne crown status autonomy government patent asylum recognition power"
        " control fame statehood sovereignty emancipation suffrage parole clearance obe mbe cbe"
        " order cross premiership presidency chairmanship leadership custody possession ownership"
        " priesthood parliament"
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
    "come": frozenset("out existence being force effect power operation service ashore".split()),
    "go": frozenset(
        "bankrupt sale liquidation administration service business effect air extinct public live"
        " missing blind deaf solo exile retirement production receivership defunct".split()
    ),
    "take": frozenset(
        "control power office possession command charge silk effect vows orders throne over down"
        " captive prisoner helm reins holy".split()
    ),
    "enter": frozenset(
        "service force office production circulation parliament priesthood seminary convent"
        " monastery receivership administration novitiate".split()
    ),
    "lose": frozenset("job seat office independence sight life lives leg arm eye hearing".split()),
    "fall": frozenset("disuse ruin ill dormant vacant".split()),
    "call": frozenset("bar up".split()),
    "run": frozenset(("aground",)),
    "set": frozenset(("up",)),
    "give": frozenset("birth up".split()),
    "break": frozenset("out up away".split()),
    "kick": frozenset(("off",)),
    "step": frozenset(("down",)),
    "stand": frozenset(("down",)),
    "pass": frozenset(("away",)),
    "part": frozenset("company ways".split()),
    "lay": frozenset("down foundations foundation".split()),
    "swear": frozenset(("in",)),
    "tear": frozenset(("down",)),
    "pull": frozenset(("down",)),
    "knock": frozenset(("down",)),
    "phase": frozenset(("out",)),
    "draw": frozenset(("up",)),
    "blow": frozenset(("up",)),
    "strike": frozenset("deal down".split()),
    "put": frozenset("sale".split()),
    "carry": frozenset(("out",)),
}
# To say this of somebody makes the noun behind the verb no further person: "was named bishop".
NAMING = frozenset(
    "appoint elect name crown consecrate ordain proclaim declare nominate create make designate"
    " select choose reelect re-elect install instal call rename retitle".split()
)
# Whoever decides to do a thing, or is brought to, does so once.
DECIDING = frozenset("decide agree opt resolve vow elect choose".split())
# Of these there is one beginning and one end, though they stand without "the".
UNDERTAKINGS = frozenset(
    (
        "construction production filming photography shooting recording development independence"
        " work building excavation mining publication operation service membership training"
        " broadcasting restoration renovation demolition"
    ).split()
)
