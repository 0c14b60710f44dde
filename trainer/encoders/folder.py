"""Encoder folders: reads those of `transformers` and sentence-transformers, and writes its own.

The layout written is that of sentence-transformers before version 6, which every version reads:
`modules.json` with Transformer, [WordWeights], Pooling, [Dense], [Normalize]. Mask pooling is
`WordWeights` with weight 1 for the mask token alone, followed by mean pooling, so that loading
needs no custom code.
"""

from __future__ import annotations

import inspect
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from torch import nn

from schemas.advice import quoted
from schemas.encoders import DEMO, DEMO_ON_HUB, encoder_folder, holds_model
from schemas.errors import UserError, WorkFailed, first_line
from schemas.files import write_json
from schemas.hub import hub_answers
from schemas.progress import series
from schemas.weights import (
    ALLOW_PICKLE,
    check_tokens,
    check_whole,
    reading_weights,
    refusing_code,
    without_code,
)
from trainer.encoders.adapters import FOLDER, has_adapter, merged, write_adapter
from trainer.encoders.backbone import positions
from trainer.encoders.difference import (
    apply_difference,
    base_name,
    difference_file,
    read_stated,
)
from trainer.encoders.encoder import Encoder
from trainer.encoders.modules import Modules, read_modules, write_modules
from trainer.encoders.restate import check_usage, restated
from trainer.encoders.settings import EncoderSettings
from trainer.encoders.several import RECORD, refuse_several
from trainer.encoders.templates import (
    SpecialTokens,
    has_template,
    hide_mask,
    mask_name,
    shown_name,
    unbounded,
    undefined_tokens,
)
from trainer.encoders.tensors import failing_as_files
from trainer.settings.values import PoolingMode

OTHER_FORMS = ("onnx/*", "static/*")
"""Files of a released model that hold it in forms other than the folder's own."""


@dataclass(frozen=True, slots=True)
class Unstated:
    """Defaults for a model whose folder does not state its pooling.

    Attributes:
        pooling: where the embedding comes from.
        template: text around each sentence, with `{}` and `[MASK]`; empty for none.
    """

    pooling: PoolingMode
    template: str = ""


def load_encoder(
    name_or_path: str,
    *,
    pooling: PoolingMode | None = None,
    template: str | None = None,
    max_tokens: int | None = None,
    prompt: str | None = None,
    unstated: Unstated | None = None,
) -> Encoder:
    """Load an encoder.

    Args:
        name_or_path: a sentence-transformers folder, a folder of `transformers`, a run folder, a
            name on the model hub, a difference's file, `demo` (all-MiniLM-L6-v2), or `osscse`.
        pooling: overrides the folder's; required if the folder states none.
        template: text around a sentence, not prompts; empty for no template; None as stated.
        max_tokens: overrides the folder's.
        prompt: name of the folder's prompt for every text, instead of its default, if any.
        unstated: pooling and template to use if neither argument nor folder states a pooling.

    Raises:
        UserError: there is no such model or prompt, its pooling is unknown or unsupported, a
            template is given for a model without mask token, or an argument cannot be used.
    """
    check_usage(pooling, template, max_tokens)
    modules = stated_modules(name_or_path)
    prompts = (
        modules.prompts if prompt is None else modules.prompts.with_default(prompt, name_or_path)
    )
    if pooling is None and modules.pooling is None and unstated is not None:
        pooling, template = unstated.pooling, unstated.template
    chosen = pooling or modules.pooling
    if chosen is None:
        told = f"{name_or_path} does not say how it pools token states into one vector."
        raise UserError(f"{told} Add --pooling cls, mean or mask.")
    backbone = _load_backbone(modules, name_or_path)
    if (difference := difference_file(name_or_path)) is not None:
        apply_difference(backbone, read_stated(difference))
    tokenizer, tokens = _load_tokenizer(modules.backbone, name_or_path, backbone)
    longest = positions(backbone)
    settings = EncoderSettings(
        pooling=chosen,
        max_tokens=min(modules.max_tokens or longest, longest),
        positions=longest,
        tokens=tokens,
        normalize=modules.normalize,
        lower_case=modules.lower_case,
        base_model=_hub_name(name_or_path),
        prompts=prompts,
        similarity=modules.similarity,
        truncate_dim=modules.truncate_dim,
    )
    encoder = Encoder(backbone, tokenizer, settings, modules.dense)
    encoder = restated(encoder, template=template, max_tokens=max_tokens)
    if chosen == "mask" and not has_template(encoder.tokenizer):
        raise UserError(
            f"Pooling mask needs a template with [MASK], and {name_or_path} has none."
            " Use pooling cls or mean, or an encoder that was trained with a template."
        )
    return encoder


def stated_modules(name_or_path: str) -> Modules:
    """What a model states about itself, without loading it; names as in `load_encoder`.

    Raises:
        UserError: there is no such model, or it needs something that is not supported.
    """
    folder = _locate(name_or_path)
    try:
        return read_modules(folder)
    except (TypeError, KeyError, ValueError, AttributeError, IndexError, OSError) as error:
        raise UserError(
            f"{folder} does not describe its modules in a readable form"
            f" ({type(error).__name__}: {error}): modules.json or a file that it names is damaged."
        ) from error


def save_encoder(encoder: Encoder, folder: Path) -> None:
    """Write an encoder as a folder that sentence-transformers and `transformers` load.

    A low-rank update is merged into the weights, and written beside them.

    Args:
        folder: an existing empty folder.
    """
    if has_adapter(encoder):
        write_adapter(encoder, folder / FOLDER)
        encoder = merged(encoder)
    backbone: Any = encoder.backbone
    with _quiet(), failing_as_files(folder):
        backbone.save_pretrained(folder)
    tokenizer = unbounded(encoder.tokenizer).to_str(pretty=True)
    (folder / "tokenizer.json").write_text(tokenizer, encoding="utf-8", newline="\n")
    write_json(folder / "tokenizer_config.json", _tokenizer_config(encoder, backbone))
    write_modules(encoder, folder, _without_pooler(type(backbone)))
    for weights in folder.rglob("*.safetensors"):
        # safetensors makes files that only their owner can read, whatever the umask.
        shutil.copymode(folder / "modules.json", weights)


def _tokenizer_config(encoder: Encoder, backbone: Any) -> dict[str, Any]:
    tokens = encoder.settings.tokens
    named = {"cls": tokens.cls, "sep": tokens.sep, "pad": tokens.pad, "unk": tokens.unk}
    if mask := mask_name(encoder.tokenizer, tokens):
        named["mask"] = mask
    if backbone.config.model_type in {"roberta", "xlm-roberta", "camembert"}:
        named.update(bos=tokens.cls, eos=tokens.sep)
    config: dict[str, Any] = {
        # A model's own class (such as BertTokenizer) would rebuild the post-processor from scratch
        # and drop the template silently.
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": encoder.settings.max_tokens,
        # transformers warns if token types are missing, and later versions add them.
        "model_input_names": ["input_ids", "attention_mask"],
        **{f"{name}_token": token for name, token in named.items()},
    }
    pre_tokenizer = encoder.tokenizer.pre_tokenizer
    if hasattr(pre_tokenizer, "add_prefix_space"):
        # transformers 4 overwrites the flag in tokenizer.json with this one.
        config["add_prefix_space"] = pre_tokenizer.add_prefix_space
    return config


def _hub_name(name_or_path: str) -> str | None:
    """The hub name of a model; None for a folder."""
    if (difference := difference_file(name_or_path)) is not None:
        return read_stated(difference).base
    if name_or_path == DEMO:
        return None if holds_model(DEMO) else DEMO_ON_HUB
    return None if Path(name_or_path).exists() else name_or_path


def _locate(name_or_path: str, changed_by: Path | None = None) -> Path:
    """The local folder of a model, downloaded from the hub if it is a hub name.

    Args:
        changed_by: the file of the difference whose base it is; None if it was named by itself.
    """
    if (difference := difference_file(name_or_path)) is not None:
        return _locate(base_name(read_stated(difference)), difference)
    path = Path(encoder_folder(name_or_path))
    for folder in (path / "best", path):
        if (folder / "config.json").is_file() or (folder / "modules.json").is_file():
            return folder
    if (path / RECORD).is_file():
        raise UserError(
            f"{path} is a run without an encoder. Resume it with"
            f" `trainer fit --resume --output {quoted(path)}`."
        )
    refuse_several(path)
    if path.exists():
        raise UserError(f"{path} is not a model: it has no config.json. Give a model's folder.")
    return _fetch(name_or_path, changed_by)


def _fetch(name: str, changed_by: Path | None) -> Path:
    """Folder of a hub model in the local cache.

    Raises:
        UserError: the hub does not have it.
        WorkFailed: the hub cannot be reached.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    lacking = f"There is no model folder {name}"
    advice = "Give the path of a folder, or a name such as bert-base-uncased."
    offline = "Give the path of a local folder, or demo, which needs no network."
    if changed_by is not None:
        lacking = f"{changed_by} is a difference from its base model {name}. {lacking} here"
        advice = offline = "Put the base model there, or run where this path leads to it."
    wanted = ["*.json", "*.txt", "*.safetensors"]
    if os.environ.get(ALLOW_PICKLE) == "1":
        wanted.append("pytorch_model*.bin")
    try:
        return Path(snapshot_download(name, allow_patterns=wanted, ignore_patterns=[*OTHER_FORMS]))
    except HFValidationError as error:
        raise UserError(f"{lacking}, and it is not a hub name. {advice}") from error
    except Exception as error:  # the errors of the hub's client depend on its version
        reached = hub_answers()
        why = "it has no such model, or it may not be read" if reached else "it cannot be reached"
        raise (UserError if reached else WorkFailed)(
            f"{lacking}, and downloading it from the model hub failed: {why}. {offline}"
        ) from error


def _load_backbone(modules: Modules, name: str) -> nn.Module:
    import transformers

    with _quiet():
        try:
            given = without_code(str(modules.backbone))
            config = transformers.AutoConfig.from_pretrained(modules.backbone, **given)
            kind: Any = transformers.MODEL_MAPPING.get(type(config), None)
            if kind is None or getattr(config, "is_encoder_decoder", False):
                raise UserError(
                    f"{name} is a {config.model_type} model, not an encoder of text. Give a BERT-"
                    " or RoBERTa-like model."
                )
            given = reading_weights(str(modules.backbone)) | _without_pooler(kind)
            with refusing_code(name):
                backbone, report = kind.from_pretrained(
                    modules.backbone, output_loading_info=True, **given
                )
        except (UserError, MemoryError):
            raise
        except Exception as error:  # transformers and its libraries raise errors of any type
            raise UserError(
                f"{name} is not a model that can be loaded: {first_line(error)}"
            ) from error
    check_whole(name, report)
    whole: nn.Module = backbone
    return whole.float()


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide the report of unused weights and the loading bar."""
    from transformers.utils import logging

    settings: Any = logging
    shown, bar = settings.get_verbosity(), settings.is_progress_bar_enabled()
    settings.set_verbosity_error()
    settings.disable_progress_bar()
    try:
        yield
    finally:
        settings.set_verbosity(shown)
        if bar:
            settings.enable_progress_bar()


def _without_pooler(kind: type) -> dict[str, bool]:
    """Arguments that leave out the unused dense layer on the first token."""
    known = "add_pooling_layer" in inspect.signature(kind.__init__).parameters  # type: ignore[misc]
    return {"add_pooling_layer": False} if known else {}


def _load_tokenizer(folder: Path, name: str, backbone: Any) -> tuple[Tokenizer, SpecialTokens]:
    import transformers

    try:
        own = transformers.AutoTokenizer.from_pretrained(folder, **without_code(str(folder)))
        file = folder / "tokenizer.json"
        # The file has the template; a class of transformers may have rebuilt it without.
        backend = Tokenizer.from_file(str(file)) if file.is_file() else own.backend_tokenizer
    except UserError:
        raise
    except Exception as error:  # tokenizers raises bare Exception for a damaged file
        raise UserError(f"The tokenizer of {name} cannot be loaded: {first_line(error)}") from error
    tokenizer = unbounded(backend)
    tokens: dict[str, Any] = {
        kind: getattr(own, f"{kind}_token", None) for kind in ("cls", "sep", "pad", "unk")
    }
    missing = [kind for kind, token in tokens.items() if token is None]
    if missing:
        raise UserError(
            f"The tokenizer of {name} has no {' and no '.join(missing)} token; a BERT- or"
            " RoBERTa-like encoder is needed."
        )
    if unknown := undefined_tokens(tokenizer):
        raise UserError(
            f"The tokenizer of {name} adds {series(unknown)} to texts and does not define"
            f" {'them' if unknown[1:] else 'it'}: tokenizer.json is damaged."
        )
    check_tokens(name, tokenizer.get_vocab(), backbone.get_input_embeddings().num_embeddings)
    known = SpecialTokens(**tokens, mask=own.mask_token and shown_name(own.mask_token))
    # Folders written by earlier versions let texts spell the mask.
    return hide_mask(tokenizer, known) if has_template(tokenizer) else tokenizer, known
