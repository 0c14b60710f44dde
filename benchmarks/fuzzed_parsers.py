"""The folder of a parser, for `fuzz.py`: a small spaCy model with all that the rules read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzzed import Target

TEXTS = ("The old ferry moves.", "Anna has three dogs, hasn't she?")
FILES = (
    "meta.json", "config.cfg", "tokenizer", "vocab/strings.json", "vocab/key2row",
    "vocab/lookups.bin", "vocab/vectors", "vocab/vectors.cfg", "tok2vec/cfg", "tok2vec/model",
    "tagger/cfg", "tagger/model", "parser/cfg", "parser/model", "parser/moves",
    "ner/cfg", "ner/model", "ner/moves",
)  # fmt: skip
EMBED = {
    "@architectures": "spacy.MultiHashEmbed.v2", "width": 16, "rows": [50, 50],
    "attrs": ["NORM", "SHAPE"], "include_static_vectors": False,
}  # fmt: skip
ENCODE = {
    "@architectures": "spacy.MaxoutWindowEncoder.v2", "width": 16, "window_size": 1,
    "maxout_pieces": 2, "depth": 1,
}  # fmt: skip
SHARED = {"@architectures": "spacy.Tok2VecListener.v1", "width": 16, "upstream": "tok2vec"}
PARSED = {
    "tags": ["DT", "JJ", "NN", "VBZ", "."],
    "heads": [2, 2, 3, 3, 3],
    "deps": ["det", "amod", "nsubj", "ROOT", "punct"],
    "entities": ["O", "O", "U-ORG", "O", "O"],
}
REPEATS = 40
"""spaCy leaves out labels that it saw fewer than 30 times."""


def _transitions(kind: str) -> dict[str, Any]:
    """A component like those of en_core_web_sm, whose layers are six times as wide."""
    return {
        "model": {
            "@architectures": "spacy.TransitionBasedParser.v2", "state_type": kind,
            "extra_state_tokens": False, "hidden_width": 8, "maxout_pieces": 2,
            "use_upper": True, "tok2vec": SHARED,
        }
    }  # fmt: skip


def _parser(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        if not (folder / "own").exists():
            import spacy
            from spacy.training import Example

            parser = spacy.blank("en")
            tok2vec = {"@architectures": "spacy.Tok2Vec.v2", "embed": EMBED, "encode": ENCODE}
            parser.add_pipe("tok2vec", config={"model": tok2vec})
            tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": SHARED}
            parser.add_pipe("tagger", config={"model": tagger})
            parser.add_pipe("parser", config=_transitions("parser"))
            parser.add_pipe("ner", config=_transitions("ner"))
            example = Example.from_dict(parser.make_doc(TEXTS[0]), PARSED)
            parser.initialize(lambda: [example] * REPEATS)
            optimizer = parser.resume_training()
            for _ in range(20):
                parser.update([example] * 4, sgd=optimizer)
            parser.to_disk(folder / "own")
        return folder / "own" / name

    return make


def _read(folder: Path) -> Any:
    """As `pipeline run negate --kinds all --check` reads it."""
    from pipeline.negation import parser
    from pipeline.negation.kinds.table import parse_kinds

    own = str(folder / "own")
    config = parser.NegationConfig(kinds=parse_kinds("all"), per_sentence=4, check=True)
    parser._load.cache_clear()
    parser.parser_version(own)
    return len(parser.contradict_texts(parser.parser_for(config, own), TEXTS, config))


TARGETS = {f"parser: {file}": Target(_parser(file), _read, examples=2) for file in FILES}
