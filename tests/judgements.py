"""Judgements of triples and of refused candidates."""

from pipeline.storage.judgements import Judgement


def judgement(key, part=None, reader="anna", **more):
    """One of a complete triple, good unless a part of it is named."""
    texts = {"anchor": "It rains.", "paraphrase": "Rain falls.", "negation": "It does not rain."}
    source = {"kind": "negation", "rule": "do_support.v1", "pivot_lang": "de"}
    source["paraphrase_rule"] = None
    return Judgement(reader, key, **{"variant": 0, **texts, **source, **more}, part=part)
