"""A run's encoder as a folder to publish: loadable by sentence-transformers, with a model card."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from schemas.errors import UserError
from schemas.files import replace_folder
from trainer.recipes.reading import load_recipe
from trainer.recipes.settings import Recipe
from trainer.runs.folder import RunFolder

_CARD = """---
{front_matter}
---

# {name}

A sentence encoder fine-tuned with osscse so that sentences which mean the same are near each other
and a sentence and its negation are not, however many words they share. It maps a text to a vector
of {width} dimensions; compare vectors by cosine.

```python
from sentence_transformers import SentenceTransformer

model = SentenceTransformer("{name}")
vectors = model.encode(["The road is open.", "The road is not open.", "One can take the road."])
print(model.similarity(vectors, vectors))
```

## How it was made

| | |
| --- | --- |
{facts}

The objective is `contrastive + recall + lambda * two-way margin` of OssCSE (Findings of EMNLP 2023)
with the settings below. {template}Inputs are cut to {max_tokens} tokens.

```toml
{recipe}```

## Files

The folder needs no code of its own: `modules.json` names stock modules of sentence-transformers,
and `AutoTokenizer` and `AutoModel` of transformers load it too.{mask_note}
"""


def export(run: Path, output: Path) -> None:
    """Copy a run's kept encoder to a folder and write its model card.

    Args:
        run: folder of a run.
        output: folder to make; it must not exist or be empty.

    Raises:
        UserError: where the run has no encoder yet or `output` holds something.
    """
    folder = RunFolder(run)
    record = folder.read_record()
    if not folder.best.is_dir():
        raise UserError(
            f"{run} has no encoder yet: the run was stopped before its first validation. Go on"
            f" with `trainer fit --resume --output {run}`."
        )
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise UserError(f"{output} is not empty. Give another --output.")
    recipe = load_recipe(str(folder.recipe))
    card = model_card(output.name, folder.best, recipe, record)

    def write(fresh: Path) -> None:
        # Contents alone, so that who may read them is decided here and not where the run was.
        shutil.copytree(folder.best, fresh, copy_function=shutil.copyfile, dirs_exist_ok=True)
        (fresh / "README.md").write_text(card, encoding="utf-8", newline="\n")

    output.parent.mkdir(parents=True, exist_ok=True)
    replace_folder(output, write)


def model_card(name: str, encoder: Path, recipe: Recipe, record: dict[str, Any]) -> str:
    """Text of the model card.

    Args:
        name: of the model.
        encoder: its folder.
        recipe: of the run.
        record: of the run.
    """
    reading = json.loads((encoder / "sentence_bert_config.json").read_text(encoding="utf-8"))
    masked = recipe.pooling == "mask"
    template = recipe.template_anchor.replace("{}", "...")
    # A path says where one machine keeps a model, which helps nobody else.
    shown = replace(recipe, model=record["base_model"] or Path(recipe.model).name)
    return _CARD.format(
        front_matter=_front_matter(shown, record),
        name=name,
        width=record["dimensions"],
        facts=_facts(shown, record),
        template=f"The tokenizer writes `{template}` around every text. " if template else "",
        max_tokens=reading["max_seq_length"],
        recipe=shown.to_toml(),
        mask_note=(
            " Printing the model prints the vocabulary that `WordWeights` lists." if masked else ""
        ),
    )


def _front_matter(recipe: Recipe, record: dict[str, Any]) -> str:
    losses = ["loss:InfoNCE"]
    losses += ["loss:TwoWayMargin"] if recipe.margin_weight else []
    losses += ["loss:Recall"] if recipe.recall_gamma else []
    tags = ["sentence-transformers", "sentence-similarity", "feature-extraction"]
    tags += [f"dataset_size:{record['counts']['training']}", *losses]
    lines = ["tags:", *(f"- {tag}" for tag in tags)]
    if record["base_model"]:
        lines.append(f"base_model: {record['base_model']}")
    lines += ["pipeline_tag: sentence-similarity", "library_name: sentence-transformers"]
    return "\n".join(lines)


def _facts(recipe: Recipe, record: dict[str, Any]) -> str:
    counts = record["counts"]
    rows = [
        ("Base model", recipe.model),
        ("Pooling", recipe.pooling),
        ("Rows trained on", f"{counts['training']:,}"),
        ("Complete triples, of which held out", f"{counts['complete']:,}, {counts['heldout']:,}"),
        ("Software", ", ".join(f"{name} {v}" for name, v in record["versions"].items())),
    ]
    if not record["finished"]:
        rows.append(("State", "taken from a run that had not ended"))
    elif record["metric"] is not None:
        rows += [
            ("Validation", str(record["metric"])),
            ("Score before", f"{record['initial_score']:.4f}"),
            ("Score of these weights", f"{record['kept_score']:.4f}, step {record['kept_step']:,}"),
        ]
    return "\n".join(f"| {label} | {value} |" for label, value in rows)
