"""More files for `fuzz.py` to damage: other models, published test sets."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzzed import Target, text_file

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # for the makers of small models
    sys.path.append(str(ROOT))

META = {"lang": "en", "name": "own", "version": "3.8.0", "pipeline": ["tagger", "parser"]}
SENTENCE = "The old ferry moves."
SENTEVAL = {
    "STS/STS12-en-test/STS.gs.x.txt": "4.6\n1.5\n",
    "STS/STS12-en-test/STS.input.x.txt": "A man.\tOne man.\nIt rains\tIt snows\n",
    "CR/custrev.pos": "It works well.\nI like it.\n",
    "CR/custrev.neg": "It broke at once.\nI sent it back.\n",
}
LAYOUTS: dict[str, list[dict[str, Any]]] = {
    "SemAntoNeg": [
        {"idx": 0, "label": 0, "input": "It is odd.", "sentences": ["It is.", "No.", "So."]}
    ],
    "SugarCrepe++": [
        {"id": 0, "caption": "A cup.", "caption2": "The cup.", "negative_caption": "A mug."}
    ],
    "inference pairs": [
        {"premise": "It rains.", "hypothesis": text, "label": label}
        for label, text in (("entailment", "It is wet."), ("contradiction", "It is dry."))
    ],
    "CondaQA": [
        {
            "PassageID": 7, "PassageEditID": edit, "QuestionID": "q10", "label": "YES",
            "sentence2": "Was it shut?", "original passage": "Rain fell. Nobody came.",
            "original sentence": "Nobody came.", "sentence1": f"Rain fell. {text}",
        }
        for edit, text in enumerate(("Nobody came.", "No one came.", "Nobody left.", "All came."))
    ],
}  # fmt: skip


def _plain(name: str, *, without: str = "") -> Callable[[Path], Path]:
    """Makes an encoder of `transformers`, without the file `without` if given."""

    def make(folder: Path) -> Path:
        from tests.tiny_encoders import make_bert

        if not (folder / name).exists():
            make_bert(folder)
            if without:
                (folder / without).unlink()
        return folder / name

    return make


def _read_plain(folder: Path) -> Any:
    from trainer.encoders.folder import load_encoder

    return load_encoder(str(folder), pooling="mean").encode([SENTENCE]).shape


def _mask_pooled(name: str) -> Callable[[Path], Path]:
    """Makes an encoder that pools the mask token, saved in the format of sentence-transformers."""

    def make(folder: Path) -> Path:
        from tests.tiny_encoders import make_bert
        from trainer.encoders.folder import load_encoder, save_encoder

        if not (folder / "saved").exists():
            for part in ("plain", "saved"):
                (folder / part).mkdir()
            plain = str(make_bert(folder / "plain"))
            encoder = load_encoder(plain, pooling="mask", template='It means "[MASK]": {}')
            save_encoder(encoder, folder / "saved")
        return next((folder / "saved").glob(name))

    return make


def _read_mask_pooled(folder: Path) -> Any:
    from trainer.encoders.folder import load_encoder

    return load_encoder(str(folder / "saved")).encode([SENTENCE]).shape


def _headed(head: str, name: str) -> Callable[[Path], Path]:
    """Makes a BERT with a head of `transformers`."""

    def make(folder: Path) -> Path:
        if not (folder / "model").exists():
            import torch
            import transformers

            from tests.tiny_encoders import make_bert

            (folder / "plain").mkdir()
            plain = make_bert(folder / "plain")
            labels = {0: "contradiction", 1: "entailment", 2: "neutral"}
            config = transformers.BertConfig.from_pretrained(plain, id2label=labels)
            torch.manual_seed(5)
            getattr(transformers, f"BertFor{head}")(config).save_pretrained(folder / "model")
            transformers.AutoTokenizer.from_pretrained(plain).save_pretrained(folder / "model")
        return folder / "model" / name

    return make


def _read_judge(folder: Path) -> Any:
    from pipeline.acceptance.measures.entailment import Entailment

    return len(Entailment(str(folder / "model"), "cpu").both_ways([(SENTENCE, "It moves.")]))


def _read_masked(folder: Path) -> Any:
    import random

    from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel

    model = MaskedLanguageModel(str(folder / "model"))
    model.edit(SENTENCE, rate=0.2, insert=False, draw=random.Random(0))


def _translation(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        from tiny_models import tiny_translation_model

        if not (folder / "model").exists():
            tiny_translation_model(folder / "model", "en-de")
        return folder / "model" / name

    return make


def _read_translation(folder: Path) -> Any:
    from pipeline.translation.checkpoint import examine, load_model, load_tokenizer

    name = str(folder / "model")
    load_tokenizer(name)(["Good morning."])
    return examine(name, load_model(name)).sha256


def _read_meta(path: Path) -> Any:
    from pipeline.negation.parser import parser_version

    return parser_version(str(path.parent))


def _filtered(file: str) -> Callable[[Path], Path]:
    """Makes triples with their manifest, catalogue and card."""

    def make(folder: Path) -> Path:
        from pipeline.acceptance.judging import FilterConfig
        from pipeline.stages.filter import run_filter
        from tests.artifacts import make_artifacts

        if not (folder / "triples").exists():
            texts: dict[str, tuple[str | None, list[tuple[Any, ...]]]] = {
                f"The {i} doors are open.": (f"The {i} doors are not open.", [])
                for i in range(11, 19)
            }
            make_artifacts(folder, texts)
            run_filter(folder, FilterConfig())
        return folder / file

    return make


def _read_filtered(folder: Path) -> Any:
    """As `trainer fit` reads them."""
    from trainer.data.triples import TripleTable

    table = TripleTable(folder)
    table.fingerprint()
    rows = table.training(seed=0, epoch=0, buffer=9, heldout=0.1, rows="all")
    return table.count(0.1), len(list(rows))


def _read_card(folder: Path) -> Any:
    """Write derived files with faults anew; returns the faults that remain."""
    from pipeline.inspection.derived import derived_faults, write_derived
    from pipeline.storage.artifacts import ArtifactsFolder

    artifacts = ArtifactsFolder(folder)
    for file, _ in list(derived_faults(artifacts)):
        write_derived(artifacts, file)
    return [*derived_faults(artifacts)]


def _layout(name: str, rows: list[dict[str, Any]]) -> Target:
    content = "".join(json.dumps(row) + "\n" for row in rows)
    return text_file(f"{name.split()[0]}.jsonl", content, _read_layout)


def _read_layout(path: Path) -> Any:
    from trainer.evaluation.data.contrast_layouts import read_rows

    return read_rows(path)


def _senteval(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        for file, text in SENTEVAL.items():
            if not (folder / file).exists():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(text, "utf-8", newline="\n")
        return folder / name

    return make


def _read_senteval(folder: Path) -> Any:
    from trainer.evaluation.data.labelled import read_transfer
    from trainer.evaluation.data.senteval import read_senteval_sts

    return read_senteval_sts(folder), read_transfer(folder)


HEADED = (
    ("entailment model", "SequenceClassification", _read_judge),
    ("masked language model", "MaskedLM", _read_masked),
)
TARGETS = {
    "weights of words": Target(
        _mask_pooled("*_WordWeights/config.json"), _read_mask_pooled, examples=3
    ),
    "length of an encoder": Target(
        _mask_pooled("sentence_bert_config.json"), _read_mask_pooled, examples=3
    ),
    "tokenizer's config": Target(_plain("tokenizer_config.json"), _read_plain, examples=3),
    "vocabulary": Target(_plain("vocab.txt", without="tokenizer.json"), _read_plain, examples=3),
    **{
        f"{kind}: {file}": Target(_headed(head, file), read, examples=3)
        for kind, head, read in HEADED
        for file in ("config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors")
    },
    **{
        f"translation model: {file}": Target(_translation(file), _read_translation, examples=3)
        for file in ("config.json", "generation_config.json", "vocab-src.json", "merges.txt")
    },
    "parser's description": text_file("meta.json", json.dumps(META), _read_meta),
    "manifest that fit reads": Target(
        _filtered("triples/manifest.json"), _read_filtered, vouched=True
    ),
    "shard that fit reads": Target(
        _filtered("triples/part-00000.parquet"), _read_filtered, vouched=True
    ),
    "data card": Target(_filtered("README.md"), _read_card, examples=5),
    "catalogue": Target(_filtered("catalog.sql"), _read_card, examples=5),
    **{f"contrast set: {name}": _layout(name, rows) for name, rows in LAYOUTS.items()},
    "pairs of SentEval": Target(_senteval("STS/STS12-en-test/STS.input.x.txt"), _read_senteval),
    "labelled sentences of SentEval": Target(_senteval("CR/custrev.pos"), _read_senteval),
}
