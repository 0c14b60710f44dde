"""Several things turned into one: "won several awards" -> "won only one award"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# Without "some" and "certain", which say nothing of others, and "many", whose opposite is "few".
AMOUNTS = frozenset("several numerous various multiple both each every".split())
OF_EACH = frozenset(("each", "every"))
NUMBERS = frozenset(("number", "couple", "handful"))
""""a number of halls"."""
PLACES = frozenset("nsubj nsubjpass dobj attr pobj".split())
SUBJECTS = frozenset(("nsubj", "nsubjpass"))
# After these a single thing would make no sense: "three halls such as", "and their owners".
LISTING = frozenset(
    "including like e.g. : ; — – namely respectively they them their themselves these those each"
    " other together between among amongst ranging variety and/or while whereas but both every one"
    " same alike equally".split()
)
# "may run several halls" does not exclude that there is only one.
MAYBE = frozenset("may might".split())
# "several different halls", "several consecutive years": one thing alone cannot be so.
ALIKE = frozenset(
    "different distinct separate similar related successive consecutive competing conflicting"
    " such more most further additional hundred thousand million billion dozen adjacent"
    " neighbouring neighboring identical interconnected rival".split()
)
# Verbs for acts on more than one thing, or with others.
JOINING = frozenset(
    "combine compare connect link mix merge join share unite alternate choose gather meet"
    " collaborate include comprise separate divide consist distinguish collect compile vary differ"
    " range cooperate compete overlap coexist marry assemble become form serve".split()
)
# Nouns that stand in set phrases, or that are never single.
UNCOUNTED = frozenset(
    "time times people means way ways side sides end ends hand hands parent parents eye"
    " eyes leg legs ear ears foot feet arm arms sex sexes gender genders series species case cases"
    " respect respects reason reasons occasion occasions point points year week month minute hour"
    " century decade day other others".split()
)
""""every year", "both sides"."""
SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}
PLACED = frozenset("in at on by from with for of to".split())
COUNTING = AMOUNTS | NUMBERS
UNSURE = BARRED | MAYBE


def only_one(scene: Scene) -> Iterator[list[Edit]]:
    """ "Several halls were built" -> "Only one hall was built"; "both", "each" and others too."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or clause.negators:
        return
    if not scene.has(COUNTING) or scene.is_question:
        return
    for token in scene.tokens:
        found = _amount(token)
        if found is None:
            continue
        first, noun = found
        if not scene.asserts_count(token) or not _is_free(first, noun, scene):
            continue
        # "two eggs for each guest" are two for one guest.
        if token.lower_ == "each" and noun.dep_ == "pobj" and noun.head.lower_ == "for":
            continue
        new = _single(first, noun)
        if new is None:
            continue
        # With "each" the verb is singular already.
        above = noun if token.lower_ in AMOUNTS else token
        held = above.dep_ in SUBJECTS or any(c.dep_ == "expl" for c in above.head.children)
        verbs = _agreeing(scene) if held and token.lower_ not in OF_EACH else []
        if verbs is not None:
            yield [*new, *verbs]


def only_few(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was heard in many villages" -> "It was heard in only a few villages"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or clause.negators:
        return
    if "many" not in scene.words or scene.is_question:
        return
    for token in scene.tokens:
        noun = token.head
        if token.lower_ != "many" or noun.dep_ != "pobj" or noun.left_edge.i != token.i:
            continue
        if noun.tag_ != "NNS" or is_named(noun) or not scene.asserts_count(token):
            continue
        if _is_free(token, noun, scene):
            yield [replace(token, "only a few")]


def _amount(token: Token) -> tuple[Token, Token] | None:
    """The first word of an amount, and what is counted: "a" and "halls" in "a number of halls"."""
    noun = token.head
    if token.lower_ in AMOUNTS:
        # "both in May and June", "on each side"
        fits = token.dep_ in ("amod", "det") and noun.i > token.i
        number = "NN" if token.lower_ in OF_EACH else "NNS"
        alone = noun.left_edge.i == token.i and noun.tag_ == number
        return (token, noun) if fits and alone and not is_named(noun) else None
    if token.lower_ not in NUMBERS or token.i == 0 or token.nbor(-1).lower_ != "a":
        return None
    of = next((c for c in token.rights if c.lower_ == "of" and c.i == token.i + 1), None)
    noun = next((c for c in of.children if c.dep_ == "pobj"), token) if of is not None else token
    alone = noun.tag_ == "NNS" and noun.left_edge.i == token.i + 2 and not is_named(noun)
    return (token.nbor(-1), noun) if alone else None


def _is_free(first: Token, noun: Token, scene: Scene) -> bool:
    """Whether the rest of the sentence would be true of one thing as well."""
    above = noun if first.head.i == noun.i else first.head
    verb = above.head
    if above.dep_ not in PLACES or noun.lower_ in UNCOUNTED:
        return False
    if above.dep_ == "pobj":
        # "In several towns, ..." only says where; "the work of several men" is no predicate.
        if verb.lower_ not in PLACED or verb.head.i != scene.head.i or verb.i < scene.head.i:
            return False
    elif verb.i != scene.head.i:
        return False
    if above.dep_ == "attr" and not any(c.dep_ == "expl" for c in verb.children):
        return False
    if bare_form(scene.head.text) in JOINING:
        return False
    # "Each hall has its tower", "Several halls are museums"
    own = above.dep_ in SUBJECTS
    if own and any(c.dep_ == "attr" or _goes_on(c) for c in verb.rights):
        return False
    # "in both May and June", "excelled in both singing and sports"
    if first.lower_ == "both" and scene.has(("and",)) and _is_paired(noun):
        return False
    if any(t.lower_ in LISTING for t in scene.tokens[first.i + 1 :]):
        return False
    return _is_plain(first, noun, scene)


def _goes_on(second: Token) -> bool:
    """ "Several halls were built and stand there"; not "..., and the road was paved"."""
    return second.dep_ == "conj" and not any(c.dep_ in SUBJECTS for c in second.lefts)


def _is_paired(noun: Token) -> bool:
    return any(t.lower_ == "and" for t in noun.doc[noun.i + 1 : noun.i + 3])


def _is_plain(first: Token, noun: Token, scene: Scene) -> bool:
    """Whether nothing beside a noun needs more than one of them."""
    if any(c.dep_ in ("relcl", "conj", "appos", "cc", "poss", "nummod") for c in noun.children):
        return False
    words = scene.tokens[first.i + 1 : noun.i]
    if any(t.lower_ in ALIKE or t.tag_ in ("CD", "JJR", "JJS", "CC", ",") for t in words):
        return False
    if any(t.dep_ == "relcl" for t in noun.subtree):
        return False
    # "several, usually small, halls"
    others = (t for t in scene.tokens if not first.i <= t.i <= noun.i)
    return not any(t.lower_ in UNSURE for t in others)


def _single(first: Token, noun: Token) -> list[Edit] | None:
    """The edits of "several halls" to "only one hall"."""
    if first.lower_ in OF_EACH:
        return [replace(first, "only one")]
    one = one_of(noun.text)
    if one is None or one == noun.text:
        return None
    last = first if first.lower_ != "a" else first.nbor(2)
    return [Edit(first.idx, end_of(last), like(first, "only one")), replace(noun, one)]


def _agreeing(scene: Scene) -> Sequence[Edit] | None:
    """The verb of one subject; None if it is unclear."""
    clause = scene.clause
    finite = clause.finite if clause is not None else None
    if clause is None or finite is None or clause.conjuncts:
        return None
    if finite.lower_ in SINGULAR:
        return [replace(finite, SINGULAR[finite.lower_])]
    if finite.tag_ == "VBP":
        return [replace(finite, inflected(bare_form(finite.text), "VBZ"))]
    return [] if finite.tag_ in ("VBD", "MD") else None
