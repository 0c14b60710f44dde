"""What the tables and their columns mean, in the words of the data card."""

from __future__ import annotations

from schemas.tables import Stage

MEANINGS: dict[Stage, str] = {
    "triples": "a variant of a sentence: anchor, paraphrase, negation; of variant 0, which every"
    " sentence has, what is missing is null (`status`)",
    "sentences": "a sentence as it was read, with source and line",
    "negations": "a contradiction of a sentence, at rank 0 its denial or the reason of none: kind,"
    " rule that made it, words changed",
    "rephrasings": "a candidate paraphrase that rules made of the sentence's parse",
    "backtranslations": "a candidate paraphrase, with the text in the pivot language",
    "verdicts": "a candidate: match error rate, and why it was taken or refused",
}
COLUMNS: dict[str, str] = {
    "id": "first 8 bytes, big-endian, of the SHA-256 of the sentence; the same in every table",
    "text": "the sentence",
    "source": "file that it was read from",
    "line": "line of that file, or row of a table",
    "variant": "place among the triples of its sentence; 0 is the denial of the main clause with"
    " the chosen paraphrase, as in the paper",
    "anchor": "the sentence",
    "paraphrase": "same meaning, other wording; null where none was accepted",
    "negation": "same wording, opposite meaning; null where no rule gave one",
    "kind": "kind of contradiction: `negation` is the denial of the main clause",
    "rule": "rule of the negation (`rephrasings`: paraphrase), or why there is none (`left_out`: it"
    " was, for the balance); `paraphrase:` before it: made from a paraphrase",
    "paraphrase_rule": "rules of a paraphrase that was not translated; `near_copy` (before them)"
    " where it is nearer to the sentence than the window allows; null for the others",
    "cue": "words that the negation put in, changed or took out",
    "pivot_lang": "language that the paraphrase went through",
    "rank": "place among the candidates of its sentence and pivot, 0 the best; in `negations` among"
    " the contradictions, 0 the denial of the main clause; in `rephrasings` 0 moves furthest",
    "pivot_text": "the translation into the pivot language",
    "score": "mean log-probability a token of the way back; null from an engine that gives none",
    "mer": "match error rate of paraphrase and sentence, 0 to 1",
    "negation_mer": "match error rate of negation and sentence, 0 to 1",
    "similarity": "cosine with the sentence; null where no floor was set or a guard refuses",
    "verdict": "`accepted`, `no_candidate`, or the first check that refuses the candidate",
    "entailment": "lesser probability that one entails the other; null as for `similarity`",
    "confidence": "how sure the judges are of the candidate, 0 to 1; null where none was asked",
    "forced": "log-probability a token of the pivot text given the paraphrase, less that given the"
    " sentence; null where not asked for",
    "agreement": "how alike both are in another pivot, 0 to 1; null where not asked for",
    "guard": "first check besides window and similarity that refuses it; null where none does",
    "chosen": "whether it is the paraphrase of its triple",
    "status": "`complete`, `no_paraphrase`, `no_negation` or `anchor_only`",
}
