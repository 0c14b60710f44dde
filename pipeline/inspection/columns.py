"""Descriptions of the tables and their columns for the data card."""

from __future__ import annotations

from schemas.tables import Stage

MEANINGS: dict[Stage, str] = {
    "triples": "a variant of a sentence: anchor, paraphrase, negation. Every sentence has"
    " variant 0, in which missing parts are null (see `status`)",
    "sentences": "a sentence as it was read, with source and line",
    "negations": "a contradiction of a sentence: its kind, the rule that made it, the changed"
    " words; rank 0 is the denial, or the reason why there is none",
    "rephrasings": "a candidate paraphrase that rules made from the parsed sentence, or from a"
    " translation of it",
    "backtranslations": "a candidate paraphrase, with the text in the pivot language",
    "verdicts": "a candidate: its match error rate, and why it was accepted or refused",
}
COLUMNS: dict[str, str] = {
    "id": "first 8 bytes, big-endian, of the SHA-256 of the sentence; the same in every table",
    "text": "the sentence",
    "source": "file that the sentence came from",
    "line": "line of that file, or row of a table",
    "variant": "number of the triple within its sentence; 0 is the denial of the main clause with"
    " the chosen paraphrase, as in the paper",
    "anchor": "the sentence",
    "paraphrase": "same meaning, other wording; null if none was accepted",
    "negation": "similar wording, opposite meaning; null if no rule made one",
    "kind": "kind of contradiction: `negation` is the denial of the main clause",
    "rule": "rule that made the negation (in `rephrasings`: the paraphrase), or why there is none"
    " (`left_out`: dropped for balance); with the prefix `paraphrase:` made from a paraphrase, with"
    " `shortened:` from the main clause alone",
    "paraphrase_rule": "rules that made the paraphrase, behind a pivot if from a translation"
    " (`pt+passive.v1`); null if it was only translated; `near_copy` (a prefix for rules) if it is"
    " nearer to the sentence than the window allows",
    "base_rank": "rank in `backtranslations` of the translation that the rules were applied to;"
    " null if they were applied to the sentence",
    "cue": "words that the negation added, changed or removed",
    "pivot_lang": "pivot language of the paraphrase, `de>ru` for a chain of them; null if rules"
    " made it, even from a translation (see `paraphrase_rule`)",
    "rank": "number among the candidates of its sentence and pivot, 0 the best; in `negations`"
    " among the contradictions, 0 the denial; in `rephrasings` 0 differs most from the sentence",
    "pivot_text": "the translation into the pivot language; for a chain, one line per language",
    "score": "mean log-probability per token of the translation back; null if the engine has none",
    "mer": "match error rate between paraphrase and sentence, 0 to 1",
    "negation_mer": "match error rate between negation and sentence, 0 to 1",
    "similarity": "cosine with the sentence; null if there was no threshold or a guard refuses it",
    "verdict": "`accepted`, `no_candidate`, or the first check that refuses the candidate",
    "entailment": "lower probability of the two that each entails the other; null as `similarity`",
    "confidence": "how confident the judges are in the candidate, 0 to 1; null without judges",
    "new_words": "number of new content words, at most two; 0 without `--select diverse` and"
    " `--min-new-words`",
    "forced": "log-probability per token of the pivot text given the paraphrase, minus that given"
    " the sentence; null if not asked for",
    "trust": "estimated probability that it says the same as the anchor; null if not asked for",
    "agreement": "similarity of both in another pivot language, 0 to 1; null if not asked for",
    "guard": "first check other than window and similarity that refuses it; null if none does",
    "chosen": "whether it is the paraphrase of its triple",
    "status": "`complete`, `no_paraphrase`, `no_negation` or `anchor_only`",
}
