"""Groups of beams that must differ, against a plain search with lists."""

import math
import re

import numpy as np
import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.marian.beams import beam_search
from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.vocabulary import load_vocabularies
from tests.pipeline.translation.engines.marian.toy import Toy, log_probabilities

PLACES, WORDS = 6, 7
LIMITS = [6, 4, 5]


def tables(seed, count=3):
    random = np.random.default_rng(seed)
    return random.normal(size=(count, PLACES, WORDS, WORDS)) * 1.5


def plain(table, decoding, limit):
    """Diverse beam search of one source: lists of words with their weights, group by group."""
    each = decoding.beams // decoding.beam_groups
    groups = [[([], 0.0)] for _ in range(decoding.beam_groups)]
    done = [[] for _ in groups]
    for _ in range(limit - 1):
        counts = np.zeros(WORDS)
        for g, beams in enumerate(groups):
            ways = [
                (words, word, weight + gain)
                for words, weight in beams
                for word, gain in enumerate(log_probabilities(table, words))
            ]
            ways.sort(key=lambda way: -(way[2] - decoding.diversity * counts[way[1]]))
            ways = ways[: each - len(done[g])]
            groups[g] = []
            for words, word, weight in ways:
                counts[word] += 1
                if word == 0:
                    done[g].append((words, weight / (len(words) + 1), True))
                else:
                    groups[g].append(([*words, word], weight))
    for g, beams in enumerate(groups):
        done[g] += [(words, weight / (limit - 1), False) for words, weight in beams]
        done[g].sort(key=lambda way: (not way[2], -way[1]))
    turns = [row[i] for i in range(each) for row in done if i < len(row)]
    distinct = list({tuple(way[0]): way for way in reversed(turns)}.values())[::-1]
    distinct.sort(key=lambda way: not way[2])
    return sorted(distinct[: decoding.candidates], key=lambda way: (not way[2], -way[1]))


@pytest.mark.parametrize("groups", [1, 2, 3, 6])
@pytest.mark.parametrize("diversity", [0.0, 0.7, 5.0])
def test_the_search_is_the_plain_one_in_any_company(groups, diversity):
    for seed in range(4):
        made, decoding = tables(seed), Decoding(6, 4, beam_groups=groups, diversity=diversity)
        found = beam_search(Toy(made), decoding, LIMITS)
        assert [[o.ids for o in row] for row in found] == [
            [words for words, _, _ in plain(table, decoding, limit)]
            for table, limit in zip(made, LIMITS, strict=True)
        ]
        for table, limit, row in zip(made, LIMITS, found, strict=True):
            wanted = plain(table, decoding, limit)
            assert [o.score for o in row] == pytest.approx([w for _, w, _ in wanted], abs=1e-5)
            assert [o.finished for o in row] == [ended for _, _, ended in wanted]
        assert found == [
            beam_search(Toy([table]), decoding, [limit])[0]
            for table, limit in zip(made, LIMITS, strict=True)
        ]


def test_groups_begin_with_different_words_and_take_turns_in_the_result():
    made = tables(1, count=8)
    for diversity, most in ((0.0, 1.0), (50.0, 3.0)):
        decoding = Decoding(3, 3, beam_groups=3, diversity=diversity)
        found = beam_search(Toy(made), decoding, [PLACES] * 8)
        firsts = [len({tuple(o.ids[:1]) for o in row}) for row in found]
        assert np.mean(firsts) == most
    # Without diversity all groups find the same; each translation is given once.
    same = beam_search(Toy(made), Decoding(4, 4, beam_groups=2, diversity=0.0), [PLACES] * 8)
    assert all(len(row) == 2 for row in same)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beam_groups": 0}, r"--beam-groups 0 must divide --beams \(now 4\)"),
        ({"beam_groups": 3}, r"--beam-groups 3 must divide --beams \(now 4\)"),
        ({"beam_groups": 2, "sample": True}, "no effect with --sampling"),
        ({"diversity": -1.0}, "--diversity -1 must be at least 0"),
        ({"diversity": math.inf}, "--diversity inf must be at least 0, and finite"),
    ],
)
def test_groups_that_mean_nothing_are_refused(settings, message):
    (problem,) = Decoding(beams=4, candidates=2, **settings).problems()
    assert re.search(message, problem)


def test_of_a_real_model_groups_give_other_translations_in_any_batch(folders):
    engine = MarianEngine(examine_student(folders[0]), "cpu")
    texts = ["The ferry leaves at noon.", "She sold her old car.", "It rained all night long."]
    sources = load_vocabularies(folders[0]).source.encode(texts)
    decoding = Decoding(4, 4, beam_groups=4, diversity=1.0)
    whole = engine.translate(sources, decoding, batch_tokens=999)
    alone = [engine.translate([source], decoding, batch_tokens=1)[0] for source in sources]
    assert whole == alone
    (usual,) = engine.translate(sources[:1], Decoding(4, 4), batch_tokens=999)
    assert {tuple(o.ids) for o in usual} != {tuple(o.ids) for o in whole[0]}
