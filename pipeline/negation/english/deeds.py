"""Verbs for what people do: they can fail at it, or refuse to do it.

The lists are for the rules of `kinds`. A missing verb costs contradictions; a wrong one makes odd
ones.
"""

from __future__ import annotations

# Things done on purpose: one can fail at them, refuse to do them, stop doing them.
ACTIONS = frozenset(
    (
        "win reach pass finish complete solve repair fix find catch persuade convince stop"
        " prevent return arrive answer reply pay deliver open close lock qualify score meet"
        " achieve attract notice recognise recognize improve protect save rescue defend recover"
        " respond start attend provide keep sell publish secure obtain get make raise unite defeat"
        " capture conquer escape explain identify detect submit sign renew register build produce"
        " manufacture play perform sing dance write read teach study work travel visit walk run"
        " drive ride swim eat drink cook bake serve help support train compete fight attack"
        " destroy paint draw design develop create record release broadcast direct act appear join"
        " leave marry vote elect appoint hire employ promote graduate enrol enroll learn speak"
        " talk discuss negotiate trade export import buy rent lease operate use offer accept"
        " collect gather grow plant harvest hunt fish move settle climb cross enter carry bring"
        " send post wear clean wash cut chop peel pour slice throw kick hit lead manage organise"
        " organize host celebrate found establish launch introduce invent discover explore"
        " translate edit borrow replace supply force assert divide shift sponsor dominate head"
        " fill cover adopt approve reject ratify abolish ban impose lift enforce issue deny"
        " declare surrender grant award invade occupy besiege liberate annex seize reopen expand"
        " extend reduce increase double merge split acquire purchase inherit rename redesign"
        " rebuild remodel modernise modernize upgrade equip install add remove convert adapt"
        " premiere debut star feature beat overcome break tie resign retire relocate transfer"
        " emigrate flee migrate land depart disembark arrest convict sentence charge acquit"
        " execute free pardon rob kidnap murder assassinate wound injure evacuate treat cure heal"
        " diagnose examine inspect measure calculate predict demonstrate prove refute confirm"
        " reprint compile illustrate engrave print photograph film shoot choreograph conduct"
        " compose arrange tour preside chair govern rule reform unify command coach recruit enlist"
        " deploy attach dispatch convene summon assemble nominate endorse oppose veto repeal amend"
        " draft denounce criticise criticize praise thank apologise apologize inaugurate dedicate"
        " consecrate christen baptise baptize ordain maintain restore renovate demolish fund"
        " finance donate invest smoke practise practice preach pray worship protest strike"
        " campaign investigate prosecute become receive take hold contribute earn gain form"
        " succeed survive show report mention describe propose recommend warn inform invite name"
        " honour honor connect link change choose select spread impress assist implement enact"
        " erect facilitate reveal update address engage relinquish appeal inspire generate avenge"
        " mentor dispute repel hand devise undertake undergo access administer advertise aid"
        " allocate analyse analyze announce apply approach argue arm arouse assign assume"
        " authorise authorize back block boost capitalise challenge clarify clear commission"
        " commit complain comply confront consolidate construct consult contact contest continue"
        " control convey coordinate correct count cultivate decide defy delay delegate deport"
        " depict deposit designate deter determine devote dig dismantle display dispose dissolve"
        " distribute disturb document drag drain dump ease educate eliminate embark enable"
        " encourage enhance ensure entertain evade evaluate exceed exchange exercise exhibit expel"
        " exploit expose express extract fashion feed fulfil fulfill furnish guard guide halt"
        " house illuminate imitate imprison improvise influence instal insist instruct integrate"
        " interview intervene interpret justify kill lay legalise legalize lobby locate lower"
        " market master mine mobilise mobilize motivate narrate navigate notify nurse observe"
        " order outlaw outline oversee pack patent penetrate persecute petition pick pilot place"
        " pledge postpone present press profit promise prompt propel pull pump pursue push"
        " question raid rally realise realize rear rebel recall reclaim reconstruct redefine"
        " regain regulate reinforce relate relay relieve remind render reproduce request require"
        " resist resolve resume retain retake retreat retrieve review revise revive revolt"
        " revolutionise revolutionize salvage satisfy schedule seat shape shelter sketch slay"
        " smuggle soften stage station steal stimulate strengthen subdue sue suppress suspend"
        " sustain swap sweep switch tackle tap target tax test thwart top trace track transcribe"
        " transform transmit transport triumph trouble uncover undermine unearth unveil urge"
        " utilise utilize vacate value venture verify view volunteer withdraw withstand witness"
        " yield portray cite officiate prevail attempt follow consider advance proceed specialise"
        " specialize incorporate boycott downgrade amalgamate collaborate terminate consume spark"
        " emerge evolve represent give set end result begin occur cause trigger combine define"
        " embody highlight commemorate affect pose embrace escalate excel extinguish finalise"
        " finalize flourish foster fuel ignite immigrate impact incite initiate inject innovate"
        " intercept lecture lend levy mature modify nationalise nationalize outlast outperform"
        " outsell outscore overhaul overrun overtake participate patrol penalise penalize perfect"
        " persist plead plunder popularise popularize precipitate progress prolong prosper provoke"
        " publicise publicize purge quit rehabilitate reinstate reissue remake repatriate"
        " republish resettle reunite sack sanction screen seal segregate shield shut signal"
        " simplify refer remain stay last happen arise list share tell ask constitute generalise"
        " generalize mirror echo turn specify spur stabilise stabilize standardise standardize"
        " steer storm streamline substitute supersede supervise surpass topple traverse transition"
        " upset vanquish voice wage weaken welcome encode allow permit compel induce advise"
        " involve focus reflect prohibit disrupt reward recite resurface exemplify accommodate"
        " complement characterise characterize emphasise emphasize violate avoid entail dub crown"
        " quote interrupt congratulate canvass pioneer rebuff condemn file testify uphold dismiss"
        " recapture relaunch rejoin escort disarm reconcile formalise formalize prepare heed demand"
        " seek fire carve comment fly proclaim solicit"
        " cede reaffirm search abandon orchestrate institute colonise colonize load haul"
        " activate categorise categorize classify obey supplement align guarantee ransack ambush"
        " reestablish retell brand reappoint degrade prescribe emit handle monitor advocate"
        " ignore acknowledge sail distinguish repeat differentiate absorb attribute tighten"
        " cooperate downsize board crossbreed subdivide discourage encounter accelerate"
        " intensify scrutinise scrutinize adjudicate broker preview"
    ).split()
)
# Things done repeatedly: one can stop doing them.
HABITS = frozenset(
    (
        "produce manufacture play sing teach study work serve support publish sell provide offer"
        " use run manage host train operate employ supply dominate export import bake cook hunt"
        " fish grow plant breed smoke drink wear visit attend compete perform write paint collect"
        " rent lease fund finance sponsor organise organize maintain lead head broadcast"
        " develop build repair issue control administer oversee regulate coordinate cater conduct"
        " deliver distribute edit educate enforce generate grant lend license monitor process"
        " protect recruit research restore ship store supervise tour trade transport treat campaign"
        " assist house hold"
    ).split()
)
# With an object and "to" and a verb: "allowed gas to escape".
PROMPTING = frozenset(
    (
        "prompt allow enable encourage inspire persuade convince lead force motivate urge help"
        " permit induce compel order invite request advise instruct train teach drive push cause"
        " ask tell"
    ).split()
)
# In the present these say how something is: "It measures two metres", "Members require a card".
OF_STATE = frozenset(
    (
        "require relate measure hold house feature star consider assume request argue receive run"
        " start continue begin end number seat value cost lie take consist mean occur view follow"
        " report announce appeal inform warn cite speak act gather get make read arise happen last"
        " remain stay extend"
    ).split()
)
# Participles of states that last, and so can end: "is used", "is known as".
LASTING = frozenset(
    (
        "used known called considered regarded recognised recognized classified based"
        " headquartered owned taught spoken supported sustained associated studied offered"
        " performed produced found treated hosted served governed ruled administered led"
        " managed operated run played grown celebrated observed maintained protected connected"
        " linked surrounded covered inhabited broadcast distributed sold held printed"
        " exhibited displayed kept stored housed worn eaten consumed cultivated required"
        " recommended permitted allowed accepted needed funded financed sponsored divided"
        " shared practised practiced viewed seen employed exported imported manufactured"
        " published released represented referred termed dubbed nicknamed commemorated revered"
        " worshipped threatened endangered feared respected admired dominated"
        " credited accompanied conducted presented acknowledged listed ranked rated"
        " valued favoured favored preferred debated disputed contested cited quoted remembered"
        " honoured honored portrayed depicted reserved abbreviated monitored subjected exposed"
        " controlled regulated supervised patrolled staffed equipped powered driven licensed"
        " manned involved focused transported organised organized supplied appointed selected"
        " awarded handled processed marketed advertised edited aired discussed"
    ).split()
)
# Things that one could refuse to do.
OF_WILL = frozenset(
    (
        "attend join sign pay accept answer reply return vote marry leave play perform sing sell"
        " publish release serve support help meet discuss negotiate visit appear speak compete work"
        " teach study record direct defend train move settle enter wear"
    ).split()
)
# What was done to a thing -> what the thing is if nobody did it.
UNDONE = {
    done: f"un{done}"
    for done in (
        "published finished used released explored recorded discovered developed noticed detected"
        " confirmed damaged paid signed sold solved identified answered challenged occupied"
        " restored changed touched defeated protected registered repaired documented explained"
        " tested treated reported harmed resolved"
    ).split()
}
# Things that are given, and so can be denied to somebody.
GIVEN = frozenset(("awarded", "granted", "given", "offered", "allowed"))
# Done once: before that, it has "yet to be" done.
COMPLETED = frozenset(
    (
        "founded established formed created built constructed erected opened introduced launched"
        " proposed appointed replaced merged revived rebuilt renamed transferred promoted sent"
        " added moved translated inaugurated unveiled completed installed invented patented"
        " legalised legalized named drafted listed diagnosed married shown presented performed"
        " filmed staged screened broadcast delivered consecrated crowned acquired purchased bought"
        " expanded extended converted redesigned renovated reopened reprinted reissued dedicated"
        " ordained baptised baptized christened incorporated privatised privatized hired recruited"
        " enlisted deployed dispatched published released signed sold elected reelected chosen"
        " discovered printed enlarged modernised modernized electrified connected commissioned"
        " used divided nominated terminated abandoned instituted uncovered conceived carved mounted"
        " refurbished halted reversed proclaimed drained refined lowered digitised digitized"
        " declared announced drawn written composed designed developed produced made held buried"
        " organised organized won passed implemented devised superseded disbanded restored adapted"
        " painted observed recorded played aired conducted undertaken reviewed evacuated closed"
        " repeated reformed remodelled remodeled realised realized chartered identified approved"
        " adopted ratified recognised recognized deleted rearranged tested debated described"
        " investigated measured analysed analyzed studied collected assembled manufactured"
        " submitted issued initiated designated authorised authorized coined removed deposited"
        " reconstructed upgraded overhauled relaunched reestablished exhibited simplified revised"
        " edited replicated ordered prepared demoted"
        " enacted interred shot assigned donated dispersed demonstrated attempted recovered"
        " relocated awarded granted carried authored compiled separated isolated"
        " synthesised synthesized sequenced classified codified standardised standardized"
        " excavated unearthed surveyed mapped inscribed engraved illustrated exchanged summoned"
        " convened notified licensed accredited fitted armed equipped attached linked integrated"
        " consolidated restructured nationalised nationalized transformed"
    ).split()
)
# What happens to somebody or something that could have avoided it.
SUFFERED = frozenset(
    (
        "arrested captured killed injured wounded convicted sentenced executed imprisoned jailed"
        " interned deported exiled expelled fired sacked dismissed defeated beaten relegated"
        " eliminated destroyed damaged demolished sunk hit struck attacked raided looted bombed"
        " burned burnt banned censored suspended fined charged indicted sued accused criticised"
        " criticized blamed evicted demoted conscripted disqualified excommunicated assassinated"
        " murdered tortured robbed kidnapped abolished dissolved disbanded cancelled canceled"
        " scrapped annexed occupied invaded besieged plundered persecuted condemned denounced"
        " detained deposed overthrown ousted impeached removed vetoed overturned decommissioned"
        " scuttled dismantled razed flooded ruined torpedoed ambushed stabbed hanged beheaded"
        " poisoned stolen expropriated confiscated nationalised nationalized excluded rejected"
        " relieved discharged banished outlawed forbidden prohibited suppressed"
    ).split()
)
# Things that one can hope for and not achieve.
CHOSEN = frozenset(
    (
        "elected reelected selected chosen nominated promoted admitted shortlisted approved"
        " ratified adopted passed picked drafted hired recognized recognised accepted"
    ).split()
)
