"""A rule that fails at a sentence: one message that names both, whoever runs it."""

import pytest

from pipeline.execution.local import LocalExecutor
from pipeline.negation import NegationConfig, contradict_texts, load_parser
from pipeline.negation.failed import naming, tried
from pipeline.negation.kinds.table import KINDS
from pipeline.negation.rules.order import RULES
from pipeline.rephrasing import rephrase
from pipeline.rephrasing.table import RULES as REPHRASING
from pipeline.rephrasing.table import Rephrasing
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.join import Sources
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.reworded import Rewording
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import WorkFailed
from tests.artifacts import make_artifacts

TEXTS = ["The tap was left open.", "The lamps will be lit at six.", "He painted the gate green."]
KINDS_TOO = NegationConfig(kinds=("negation", "antonym"), per_sentence=2)
SAID = (
    r"^The rule opposite_verb\.v1 failed at the sentence 'The lamps will be lit at six\.'"
    r" \(IndexError in pipeline/negation/\S+\.py, line \d+: no such word\)\. This is a bug: please"
    r" report it .* leave the sentence out of the input, and give --overwrite\.$"
)


def fails(scene):
    if scene.doc[1].lower_ == "lamps":
        raise IndexError("no such word")
    return iter(())


@pytest.fixture
def failing(monkeypatch):
    antonym = next(kind for kind in KINDS if kind.name == "antonym")
    monkeypatch.setitem(antonym.rules, "opposite_verb.v1", fails)
    return monkeypatch


def fails_in_worker(text):
    with naming(text):
        tried("some_rule.v1", lambda: [].pop())


def test_the_sentence_and_the_rule_are_named(failing):
    with pytest.raises(WorkFailed, match=SAID) as caught:
        contradict_texts(load_parser(), TEXTS, KINDS_TOO)
    assert isinstance(caught.value.__cause__, IndexError)
    assert len(contradict_texts(load_parser(), [TEXTS[0], TEXTS[2]], KINDS_TOO)) == 2


def test_a_rule_of_denial_is_named_too(monkeypatch):
    monkeypatch.setitem(RULES, "lets.v1", lambda clause, word: clause.verb.nbor(99))
    with pytest.raises(WorkFailed, match=r"^The rule lets\.v1 failed at the sentence 'The tap"):
        contradict_texts(load_parser(), TEXTS)


def test_without_a_rule_the_sentence_is_named(monkeypatch):
    monkeypatch.setattr("pipeline.negation.parser.denies", lambda doc: doc[99])
    with pytest.raises(WorkFailed, match=r"^A rule failed at the sentence 'The tap was"):
        contradict_texts(load_parser(), TEXTS, NegationConfig(check=True))


def test_a_rule_of_paraphrasing_is_named(monkeypatch):
    monkeypatch.setitem(REPHRASING, "passive.v1", Rephrasing(fails, "voice"))
    with pytest.raises(WorkFailed, match=r"^The rule passive\.v1 failed at the sentence 'The lamp"):
        rephrase(TEXTS[1])


def test_the_stage_keeps_its_finished_shards(failing, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(TEXTS), "utf-8")
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig())
    config = NegateConfig(negation=KINDS_TOO, shard_rows=1)
    with pytest.raises(WorkFailed, match=SAID):
        run_negate(tmp_path / "a", config, executor=LocalExecutor(1))
    begun = ArtifactsFolder(tmp_path / "a").manifest("negations")
    assert [shard.start for shard in begun.shards] == [0]
    failing.undo()
    done = run_negate(tmp_path / "a", config, executor=LocalExecutor(1))
    assert len(done.shards) == 3
    assert done.shards[0] == begun.shards[0]


def test_so_it_is_with_a_paraphrase(failing, tmp_path):
    sentence = "The lights go on at six."
    folder = make_artifacts(tmp_path / "a", {sentence: (None, [("de", TEXTS[1], -0.1)])})
    (joined,) = Sources(ArtifactsFolder(folder)).join(0, 1)
    with pytest.raises(WorkFailed, match=SAID):
        Rewording(None, KINDS_TOO)([joined], [[0]])


def test_the_message_comes_from_a_worker_with_its_traceback():
    with pytest.raises(WorkFailed, match=r"^The rule some_rule\.v1 .* 'A b\.' \(Ind") as caught:
        list(LocalExecutor(2).ordered_map(fails_in_worker, ["A b.", "C d."]))
    assert "[].pop()" in str(caught.value.__cause__)
