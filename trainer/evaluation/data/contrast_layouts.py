"""Layouts of contrast sets: this project's own and those of published sets.

The columns (keys) of its first row determine a file's layout. A new layout is a function and an
entry of `LAYOUTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import UserError
from trainer.evaluation.data.contrast_rows import ContrastPair, ContrastTriple
from trainer.evaluation.data.records import Record, read_records

Rows = Iterator[ContrastTriple | ContrastPair]


@dataclass(frozen=True, slots=True)
class Layout:
    """A file layout.

    Attributes:
        name: shown in messages.
        texts: columns with sentences.
        others: further columns of every such file.
        read: makes rows from a file's records; the path is for messages, the name for a set or
            subset that the records do not state.
    """

    name: str
    texts: tuple[str, ...]
    others: tuple[str, ...]
    read: Callable[[Sequence[Record], Path, str], Rows]

    @property
    def columns(self) -> tuple[str, ...]:
        """All that every such file has."""
        return (*self.texts, *self.others)


def read_rows(path: Path, name: str | None = None) -> list[ContrastTriple | ContrastPair]:
    """Read the rows of a file in any of the layouts.

    Args:
        name: of a set or subset that the file does not state; by default the file's, without what
            follows its last dot.

    Raises:
        UserError: the layout is unknown, or a row is unusable.
    """
    records = read_records(path)
    there = records[0].keys()
    layout = next((one for one in LAYOUTS if there >= {*one.columns}), None)
    if layout is None:
        raise UserError(f"{path} has the columns {', '.join(records[0])}{_wanted(records[0])}")
    for number, record in enumerate(records, start=1):
        for key in layout.columns:
            value = record.get(key)
            text = isinstance(value, str) and bool(value.strip())
            if value is None or (key in layout.texts and not text):
                raise UserError(f"{path}, row {number}: {key} is {value!r}. Fix or remove the row.")
    found = list(layout.read(records, path, path.stem if name is None else name))
    if not found:
        raise UserError(
            f"{path} has the columns of {layout.name}, but no row of it has both a paraphrase and"
            " a contradiction."
        )
    return found


def _wanted(record: Record) -> str:
    """What columns a record of no known layout lacks: of the nearest layout, or of any."""

    def lacking(one: Layout) -> list[str]:
        return [key for key in one.columns if key not in record]

    nearest = min(LAYOUTS, key=lambda one: len(lacking(one)) / len(one.columns))
    if 2 * len(lacking(nearest)) < len(nearest.columns):
        return f", but lacks {', '.join(lacking(nearest))}, as in {nearest.name}."
    known = "; ".join(f"{', '.join(one.columns)} ({one.name})" for one in LAYOUTS)
    return f". A contrast set has one of these groups: {known}."


def _triples(records: Sequence[Record], path: Path, name: str) -> Rows:
    for record in records:
        texts = (record[key] for key in ("anchor", "paraphrase", "contradiction"))
        yield ContrastTriple(*_names(record, name), *texts)


def _pairs(records: Sequence[Record], path: Path, name: str) -> Rows:
    for number, record in enumerate(records, start=1):
        same = _label(record["same"], path, number)
        yield ContrastPair(*_names(record, name), record["sentence1"], record["sentence2"], same)


def _names(record: Record, name: str) -> tuple[str, str]:
    """The values of `set` and of `subset` or `kind`; by default the file's name and ""."""
    return str(record.get("set") or name), str(record.get("subset") or record.get("kind") or "")


def _semantoneg(records: Sequence[Record], path: Path, name: str) -> Rows:
    """Vahtola et al. (2022): an input, three sentences, and which of them is its paraphrase."""
    for number, record in enumerate(records, start=1):
        texts, right = record["sentences"], record["label"]
        if not isinstance(texts, list) or right not in range(len(texts)):
            raise UserError(f"{path}, row {number}: label should be the number of a sentence.")
        wrong = [text for place, text in enumerate(texts) if place != right]
        for place, text in enumerate(wrong):
            yield ContrastTriple("semantoneg", f"wrong{place}", record["input"], texts[right], text)


def _sugarcrepe(records: Sequence[Record], path: Path, name: str) -> Rows:
    """SugarCrepe++ (Dumpala et al., 2024): two captions of a picture and one that misleads."""
    for record in records:
        texts = (record[key].strip() for key in ("caption", "caption2", "negative_caption"))
        yield ContrastTriple("sugarcrepe++", name, *texts)


_EDITS = {2: "scope", 3: "affirmative"}
"""Edits of CondaQA that change the meaning; 1 is the paraphrase, 0 the passage itself."""


def _condaqa(records: Sequence[Record], path: Path, name: str) -> Rows:
    """Ravichander et al. (2022): passages and their edits; the edited sentence is extracted.

    Passages that were edited elsewhere too are left out.
    """
    originals: dict[str, str] = {}
    edits: dict[str, dict[int, str]] = {}
    for number, record in enumerate(records, start=1):
        passage, edit = str(record["PassageID"]), str(record["PassageEditID"])
        if edit not in {"0", "1", "2", "3"}:
            raise UserError(f"{path}, row {number}: PassageEditID is {edit}; it should be 0 to 3.")
        originals[passage] = record["original sentence"].strip()
        edited = _edited(record["original passage"], originals[passage], record["sentence1"])
        if edited:
            edits.setdefault(passage, {})[int(edit)] = edited
    for passage, found in edits.items():
        for changed, subset in _EDITS.items():
            if 1 in found and changed in found:
                texts = (originals[passage], found[1], found[changed])
                yield ContrastTriple("condaqa", subset, *texts)


def _edited(passage: str, sentence: str, edited: str) -> str | None:
    """The text that replaces a sentence in an edited passage; None if more was edited."""
    before, there, after = passage.strip().partition(sentence)
    edited = edited.strip()
    if not there or not edited.startswith(before) or not edited.endswith(after):
        return None
    return edited[len(before) : len(edited) - len(after)].strip() or None


def _inference(records: Sequence[Record], path: Path, name: str) -> Rows:
    """Counterfactually augmented NLI (Kaushik et al., 2020): revised hypotheses of one premise."""
    rows = [(r["sentence1"], r["sentence2"], r["gold_label"], name) for r in records]
    return _entailed("cad-nli", rows)


def _nan(records: Sequence[Record], path: Path, name: str) -> Rows:
    """NaN-NLI (Truong et al., 2022): hypotheses of a premise with negation below the clause."""
    rows = [
        (r["premise"], r["hypothesis"], r["label"], str(r.get("Construction") or ""))
        for r in records
    ]
    return _entailed("nan-nli", rows)


def _entailed(name: str, rows: Sequence[tuple[str, str, str, str]]) -> Rows:
    """Each premise with each hypothesis that it entails and each that it contradicts.

    Args:
        rows: premise, hypothesis, label, subset.
    """
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for premise, hypothesis, label, subset in rows:
        labels = groups.setdefault((premise.strip(), subset.strip()), {})
        labels.setdefault(label.strip().lower(), []).append(hypothesis.strip())
    for (premise, subset), labels in groups.items():
        for entailed in labels.get("entailment", ()):
            for contradicted in labels.get("contradiction", ()):
                yield ContrastTriple(name, subset, premise, entailed, contradicted)


def _paws(records: Sequence[Record], path: Path, name: str) -> Rows:
    """PAWS (Zhang et al., 2019), with its texts tokenized as in the files."""
    for number, record in enumerate(records, start=1):
        same = _label(record["label"], path, number)
        yield ContrastPair("paws", name, record["sentence1"], record["sentence2"], same)


def _spans(records: Sequence[Record], path: Path, name: str) -> Rows:
    """The span similarity dataset (SDS): two sentences with their changed spans in braces."""
    for number, record in enumerate(records, start=1):
        first, second = (
            record[key].replace("{{", "").replace("}}", "") for key in ("premise", "hypothesis")
        )
        same = _label(record["sentence_similarity"], path, number)
        yield ContrastPair("sds", "", first, second, same)


_PHENOMENA = ("Lexical Semantics", "Predicate-Argument Structure", "Logic", "Knowledge")


def _diagnostic(records: Sequence[Record], path: Path, name: str) -> Rows:
    """GLUE's diagnostics (Wang et al., 2019), which have each pair of sentences in both directions.

    Sentences that entail each other mean the same, those that contradict each other do not; other
    pairs are left out.
    """
    labels: dict[frozenset[str], dict[str, str]] = {}
    first: dict[frozenset[str], Record] = {}
    for record in records:
        both = frozenset((record["Premise"].strip(), record["Hypothesis"].strip()))
        labels.setdefault(both, {})[record["Premise"].strip()] = record["Label"].strip().lower()
        first.setdefault(both, record)
    for both, found in labels.items():
        same = len(found) == 2 and set(found.values()) == {"entailment"}
        if same or "contradiction" in found.values():
            record = first[both]
            subset = next((f"{key}: {record[key]}" for key in _PHENOMENA if record.get(key)), "")
            one, other = (record[key].strip() for key in ("Premise", "Hypothesis"))
            yield ContrastPair("glue-diagnostic", subset, one, other, int(same))


def _label(value: object, path: Path, row: int) -> int:
    known = {"0": 0, "1": 1, "0.0": 0, "1.0": 1, "false": 0, "true": 1}  # pandas writes floats
    label = known.get(str(value).lower())
    if label is None:
        raise UserError(f"{path}, row {row}: the label is {value!r}; it should be 0 or 1.")
    return label


LAYOUTS = (
    Layout("this project's triples", ("anchor", "paraphrase", "contradiction"), (), _triples),
    Layout("this project's pairs", ("sentence1", "sentence2"), ("same",), _pairs),
    Layout("SemAntoNeg", ("input",), ("sentences", "label"), _semantoneg),
    Layout("SugarCrepe++", ("caption", "caption2", "negative_caption"), (), _sugarcrepe),
    Layout(
        "CondaQA",
        ("original passage", "original sentence", "sentence1"),
        ("PassageID", "PassageEditID"),
        _condaqa,
    ),
    Layout(
        "counterfactually augmented NLI", ("sentence1", "sentence2", "gold_label"), (), _inference
    ),
    Layout(
        "the span similarity dataset",
        ("premise", "hypothesis"),
        ("span_similarity", "sentence_similarity"),
        _spans,
    ),
    Layout("GLUE's diagnostics", ("Premise", "Hypothesis", "Label"), (), _diagnostic),
    Layout("NaN-NLI", ("premise", "hypothesis", "label"), (), _nan),
    Layout("PAWS", ("sentence1", "sentence2"), ("label",), _paws),
)
"""Every layout; the first match is used, since CondaQA has the columns of PAWS too."""
