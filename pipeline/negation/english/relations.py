"""Relations and their opposites, which need more than one word: "led to" and "prevented".

Read pair by pair; the two cannot both hold of the same things at the same time.
"""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    pairs = (line.split(":") for line in text.strip().splitlines())
    return {one.strip(): other.strip() for one, other in pairs}


STATES = _pairs(
    """
    similar to: different from
    different from: identical to
    identical to: different from
    equal to: different from
    equivalent to: different from
    distinct from: identical to
    analogous to: different from
    dependent on: independent of
    reliant on: independent of
    independent of: dependent on
    based on: unrelated to
    related to: unrelated to
    linked to: unrelated to
    linked with: unrelated to
    connected with: unrelated to
    associated with: unrelated to
    inspired by: unrelated to
    derived from: unrelated to
    descended from: unrelated to
    due to: unrelated to
    connected to: cut off from
    attached to: detached from
    detached from: attached to
    separate from: part of
    separated from: connected to
    influenced by: unaffected by
    opposed to: in favour of
    subject to: exempt from
    exempt from: subject to
    prone to: immune to
    susceptible to: immune to
    vulnerable to: immune to
    immune to: susceptible to
    resistant to: susceptible to
    sensitive to: insensitive to
    close to: far from
    adjacent to: far from
    next to: far from
    parallel to: perpendicular to
    perpendicular to: parallel to
    superior to: inferior to
    inferior to: superior to
    hostile to: friendly towards
    loyal to: disloyal to
    faithful to: unfaithful to
    beneficial to: harmful to
    harmful to: beneficial to
    toxic to: harmless to
    essential to: unnecessary for
    essential for: unnecessary for
    open to: closed to
    closed to: open to
    accessible to: inaccessible to
    available to: unavailable to
    available in: unavailable in
    available on: unavailable on
    available for: unavailable for
    visible from: invisible from
    visible in: invisible in
    familiar to: unfamiliar to
    familiar with: unfamiliar with
    compatible with: incompatible with
    consistent with: inconsistent with
    interested in: indifferent to
    involved in: uninvolved in
    present in: absent from
    present at: absent from
    present on: absent from
    absent from: present in
    contained in: absent from
    found in: absent from
    found on: absent from
    covered in: free of
    covered by: free of
    covered with: free of
    rich in: poor in
    poor in: rich in
    full of: free of
    filled with: free of
    free of: full of
    exposed to: protected from
    protected from: exposed to
    allied with: hostile to
    limited to: unrestricted by
    restricted to: widespread beyond
    confined to: widespread beyond
    suitable for: unsuitable for
    ready for: unprepared for
    unique to: widespread beyond
    endemic to: absent from
    native to: absent from
    popular in: unpopular in
    popular with: unpopular with
    popular among: unpopular among
    common in: rare in
    common among: rare among
    common on: rare on
    rare in: common in
    active in: inactive in
    capable of: incapable of
    aware of: unaware of
    impressed with: unimpressed with
    impressed by: unimpressed by
    unaffected by: influenced by
    friendly with: hostile to
    satisfied with: dissatisfied with
    aligned with: opposed to
    certain of: uncertain of
    """
)
"""What something is in relation to another thing: adjective or participle, and preposition."""

DEEDS = _pairs(
    """
    lead to: prevent
    result in: prevent
    contribute to: hinder
    focus on: ignore
    concentrate on: ignore
    adhere to: deviate from
    conform to: deviate from
    comply with: violate
    detract from: add to
    differ from: match
    believe in: reject
    react to: ignore
    respond to: ignore
    arrive in: leave
    arrive at: leave
    """
)
"""Verb and preposition; the object stays."""

WITH_OBJECT = _pairs(
    """
    cause: prevent
    allow: prevent
    enable: prevent
    expand: reduce
    broaden: narrow
    restrict: extend
    protest: applaud
    attack: defend
    defend: attack
    criticise: praise
    criticize: praise
    praise: criticize
    condemn: praise
    ban: allow
    shorten: lengthen
    lengthen: shorten
    honour: insult
    honor: insult
    welcome: deplore
    obey: disobey
    disobey: obey
    overestimate: underestimate
    underestimate: overestimate
    conceal: reveal
    trigger: prevent
    facilitate: hinder
    promote: hinder
    hinder: facilitate
    impede: facilitate
    inhibit: promote
    stimulate: suppress
    suppress: stimulate
    emphasise: downplay
    emphasize: downplay
    stress: downplay
    highlight: downplay
    downplay: emphasize
    exceed: fall short of
    defeat: lose to
    retain: lose
    resemble: differ from
    attract: repel
    violate: comply with
    ignore: consider
    neglect: care for
    endorse: oppose
    advocate: oppose
    favour: oppose
    favor: oppose
    embrace: reject
    renounce: embrace
    enhance: impair
    impair: enhance
    boost: reduce
    diminish: increase
    minimise: maximise
    minimize: maximize
    maximise: minimise
    maximize: minimize
    extend: shorten
    enlarge: reduce
    exaggerate: understate
    unify: divide
    unite: divide
    divide: unite
    refute: confirm
    contradict: confirm
    nationalise: privatise
    nationalize: privatize
    privatise: nationalise
    privatize: nationalize
    decriminalise: criminalise
    decriminalize: criminalize
    criminalise: decriminalise
    stabilise: destabilise
    stabilize: destabilize
    destabilise: stabilise
    convict: acquit
    acquit: convict
    demote: promote
    upgrade: downgrade
    outperform: underperform
    enrich: impoverish
    resist: succumb to
    lack: have
    underline: downplay
    increase: decrease
    decrease: increase
    reduce: increase
    improve: worsen
    worsen: improve
    strengthen: weaken
    weaken: strengthen
    encourage: discourage
    discourage: encourage
    accept: reject
    reject: accept
    oppose: support
    protect: endanger
    endanger: protect
    simplify: complicate
    reveal: conceal
    permit: forbid
    prohibit: permit
    forbid: permit
    destroy: preserve
    approve: reject
    """
)
"""Verbs with an object, in the main clause or below it."""
NEVER_PASSIVE = frozenset(
    "allow enable exceed defeat resemble neglect resist lack have outperform complete ignore remove"
    " attract restrict attack defend cause".split()
)
"""Verbs whose opposites have no passive, or a passive with another meaning."""

OF_THE_MAIN_VERB = frozenset("attack defeat complete resist lack accept reject".split())
"""Changed only as the main verb, since elsewhere the rest gives the result: "won by defeating"."""
