"""The commands that measure, from the command line to what they print."""

from __future__ import annotations

import json
import shutil
import sys

import pytest

from schemas.errors import run_app
from tests.scored_pairs import PAIRS, write_pairs
from tests.trainer.commands.running import invoke
from tests.triples import some_triples, write_triples
from trainer.cli import app
from trainer.evaluation.data.labelled import read_transfer
from trainer.evaluation.data.sts_sets import read_folder
from trainer.evaluation.report.figures import DRAWINGS


@pytest.fixture
def sts(tmp_path):
    folder = tmp_path / "sts"
    write_pairs(folder, "STS12", "MSRvid", "test")
    write_pairs(folder, "STS12", "OnWN", "test", PAIRS[::-1])
    write_pairs(folder, "STSB", "all", "test")
    return folder


def measured(command: str, *arguments: object):
    return json.loads(invoke(command, *arguments, "--pooling", "mean", "--json"))


def test_evaluate_gives_means_over_subsets_and_names_what_is_absent(tiny_bert, sts, tmp_path):
    results = tmp_path / "results"
    found = measured("evaluate", tiny_bert, "--data", sts, "--mteb", results)[str(tiny_bert)]
    assert found["absent"] == ["STS13", "STS14", "STS15", "STS16", "SICK-R"]
    subsets = found["subsets"]["STS12"]
    # Both subsets hold the same pairs.
    assert subsets["mean"] == pytest.approx(subsets["weighted_mean"])
    assert subsets["mean"] == pytest.approx(found["spearman"]["STSB"])
    assert len(list(results.rglob("STS*.json"))) == 2
    table = invoke("evaluate", tiny_bert, "--data", sts, "--pooling", "mean")
    assert "STS12, weighted mean of subsets" in table
    assert "without STS13, STS14, STS15, STS16, SICK-R" in " ".join(table.split())


def test_a_subset_of_equal_scores_has_no_mean_and_is_named(tiny_bert, sts):
    write_pairs(sts, "STS12", "flat", "test", [(a, b, 1.0) for a, b, _ in PAIRS])
    found = measured("evaluate", tiny_bert, "--data", sts)[str(tiny_bert)]
    assert found["subsets"]["STS12"] == {
        "mean": None,
        "weighted_mean": None,
        "undefined": ["STS12/flat"],
    }


def test_the_cache_changes_nothing(tiny_bert, sts, tmp_path):
    cache = tmp_path / "cache"
    runs = [measured("evaluate", tiny_bert, "--data", sts, "--cache", cache) for _ in range(2)]
    assert runs[0] == runs[1] == measured("evaluate", tiny_bert, "--data", sts)


def test_splits_need_no_model(tiny_bert, sts):
    alone = json.loads(invoke("splits", "--data", sts, "--json"))
    assert [row["set"] for row in alone["sets"]] == ["STS12/MSRvid", "STS12/OnWN", "STSB"]
    assert all(row["cont"] + row["oppn"] == row["pairs"] == 4 for row in alone["sets"])
    assert alone["spearman"] == {}
    scored = measured("splits", tiny_bert, "--data", sts, "--tasks", "STSB")
    assert list(scored["spearman"][str(tiny_bert)]) == ["STSB"]
    told = invoke("splits", tiny_bert, "--data", sts, "--pooling", "cls")
    assert "Cont." in told
    assert "mean of Oppn. by pairs" in told
    assert "Oppn. may fall when an encoder learns to separate them." in " ".join(told.split())
    assert "may fall" not in invoke("splits", "--data", sts)


def test_transfer_prints_accuracies(tiny_bert, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [f"the baker opens some bread {i} ." for i in range(12)]
    texts += [f"never a nurse {i} !" for i in range(12)]
    table = {"sentence": texts, "label": [1] * 12 + [0] * 12, "split": ["all"] * 24}
    pq.write_table(pa.table(table), tmp_path / "CR.parquet")
    arguments = (tiny_bert, "--data", tmp_path, "--folds", 3)
    found = measured("transfer", *arguments)[str(tiny_bert)]
    assert found["tasks"]["CR"]["accuracy"] == found["average"] == 100
    assert "average without MR, SUBJ" in invoke("transfer", *arguments, "--pooling", "mean")
    pq.write_table(pa.table(table), tmp_path / "BAKERS.parquet")
    found = measured("transfer", *arguments)[str(tiny_bert)]
    assert list(found["tasks"]) == ["CR", "BAKERS"]
    told = invoke("transfer", *arguments, "--pooling", "mean")
    assert "average of the standard tasks without MR, SUBJ" in told


def test_transform_measures_the_bundled_sentences_or_ones_own(tiny_bert, tmp_path):
    found = measured("transform", tiny_bert)[str(tiny_bert)]
    assert found["kinds"]["paraphrase"]["pairs"] == 64 + 4 * 7
    mine = tmp_path / "mine.txt"
    mine.write_text("The baker sells some bread.\n\nA nurse opens the green door.\n")
    found = measured("transform", tiny_bert, "--input", mine)[str(tiny_bert)]
    assert set(found["kinds"]) == {"deletion", "random"}
    more = "For paraphrases and negations, use --triples or the bundled sentences."
    told = invoke("transform", tiny_bert, "--pooling", "cls", "--input", mine)
    assert told.splitlines()[-1] == more
    triples = write_triples(tmp_path / "artifacts", some_triples(12))
    found = measured("transform", tiny_bert, "--triples", triples)[str(tiny_bert)]
    assert {k: v["pairs"] for k, v in found["kinds"].items()} == {
        "paraphrase": 8,
        "negation": 8,
        "deletion": 8,
        "random": 8,
    }
    assert "paraphrase above negation" in invoke("transform", tiny_bert, "--pooling", "cls")
    mine = tmp_path / "mine.jsonl"
    mine.write_text('{"sentence": "It rains.", "negation": ["It pours."], "random": ["A hat."]}\n')
    output = invoke("transform", tiny_bert, "--pooling", "cls", "--input", mine, "--show", "3")
    assert output.count("It rains.") == 1
    assert more not in output
    assert all(text in output for text in ("It pours.", "A hat."))


def test_the_text_that_transform_shows_does_not_command_the_terminal(tiny_bert, tmp_path):
    mine = tmp_path / "mine.jsonl"
    mine.write_text(json.dumps({"sentence": "It rains.", "random": ["A \x1b[2J hat."]}))
    output = invoke("transform", tiny_bert, "--pooling", "cls", "--input", mine, "--show", "3")
    assert r"A \x1b[2J hat." in output
    assert "\x1b" not in output


def test_failures_are_printed(tiny_bert, sts):
    found = measured("failures", tiny_bert, "--data", sts, "--show", 2)[str(tiny_bert)]
    assert len(found["STSB"]["ranks"]["worst"]) == 2
    assert found["STSB"]["geometry"]["positives"] == 1
    assert "ranks furthest off" in invoke("failures", tiny_bert, "--data", sts, "--pooling", "cls")


def test_report_and_compare_of_runs(small_bert, sts, tmp_path, monkeypatch):
    drawn = [drawing for drawing in DRAWINGS if drawing.name == "mer"]
    monkeypatch.setattr("trainer.evaluation.report.figures.DRAWINGS", drawn)
    triples = write_triples(tmp_path / "artifacts", some_triples(60))
    runs = []
    for seed in (1, 2):
        runs.append(tmp_path / f"run-{seed}")
        invoke(
            *("fit", "--triples", triples, "--model", small_bert, "--output", runs[-1]),
            *("--set", "epochs=1", "--set", f"seed={seed}", "--set", "heldout=0.2"),
            *("--set", "max_sentence_tokens=24", "--set", "max_eval_tokens=64"),
        )
    told = invoke(
        *("report", *runs, "--output", tmp_path / "report", "--data", sts),
        *("--triples", triples),
    )
    assert "report/index.html; its numbers are in" in "".join(told.split("\n"))
    assert (tmp_path / "report" / "figures" / "mer.png").is_file()
    found = json.loads(
        invoke("compare", *runs, "--data", sts, "--triples", triples, "--resamples", 100, "--json")
    )
    assert found["settings"]["seed"] == [1, 2]
    assert set(found["scores"]) == {"STS12", "STSB", "paraphrase above negation"}
    alone = invoke("compare", *runs)
    assert "Settings that differ" in alone
    assert alone.endswith(
        "\nTo compare scores, give --data DIR (STS) or --triples DIR (held-out triples).\n"
    )
    with pytest.raises(SystemExit):
        run_app(app, ["compare", str(runs[0])])


def test_data_converts_senteval_so_that_both_read_the_same(senteval, tmp_path):
    left = tmp_path / "out" / "sts" / ".STS12_MSRvid_test.parquet.7.tmp"
    left.parent.mkdir(parents=True)
    left.write_text("a killed writer left this")
    assert "Wrote 8 files" in invoke("data", senteval, "--output", tmp_path / "out")
    before_by_name = {task.name: task for task in read_folder(senteval, everything=True)}
    after_by_name = {
        task.name: task for task in read_folder(tmp_path / "out" / "sts", everything=True)
    }
    assert set(after_by_name) == set(before_by_name) == {"STS12", "STSB", "SICK-R"}
    for name, before in before_by_name.items():
        after = after_by_name[name]
        assert after.first == before.first
        assert len(after.sizes) == len(before.sizes)
        assert after.scores == pytest.approx(before.scores)
    assert read_transfer(tmp_path / "out" / "transfer") == read_transfer(senteval)
    assert not left.exists()


def without_mask(source, target):
    shutil.copytree(source, target)
    file = target / "tokenizer_config.json"
    config = json.loads(file.read_text())
    del config["mask_token"]
    config["tokenizer_class"] = "PreTrainedTokenizerFast"
    file.write_text(json.dumps(config))
    return target


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["evaluate", "{m}", "--data", "{sts}"], 2, "does not say how it pools"),
        (["evaluate", "{m}", "--data", "{sts}", "--tasks", "STS16"], 2, "has no task STS16"),
        (["evaluate", "{nomask}", "--data", "{sts}", "--pooling", "mask"], 2, "mask token"),
        (["transfer", "demo", "--data", "{sts}"], 2, "has no transfer task MR"),
        (["splits", "--data", "nowhere"], 2, "nowhere does not exist"),
        (["transform", "demo", "--input", "nowhere.txt"], 2, "nowhere.txt does not exist"),
        (["transform", "{m}", "--variants", "all"], 2, "no effect without --triples: give it"),
        (["transform", "{m}", "--column", "text"], 2, "--column has no effect without --input"),
        (["report", "{m}", "--output", "r", "--column", "a"], 2, "--column has no effect without"),
        (["transform", "demo", "--masked-lm", "x"], 2, "give one"),
        (["report", "demo", "--output", "r", "--masked-lm", "x"], 2, "of --input: give such"),
        (["compare", "{m}", "{sts}"], 2, "no readable run.json"),
        (["compare", "{m}"], 2, "at least two runs"),
        (["contrast", "{m}", "{sts}"], 2, "sts is not a model"),
        (["transform", "{m}", "--seed", "3"], 2, "--seed has no effect without --input or"),
        (["transform", "{m}", "--rate", "0.1"], 2, "--rate has no effect without --masked-lm"),
        (["transform", "{m}", "--limit", "9"], 2, "--limit has no effect without --triples"),
        (["report", "{m}", "--output", "r", "--folds", "4"], 2, "--folds has no effect without"),
        (["report", "{m}", "--output", "r", "--tasks", "STSB"], 2, "without --data: give it too"),
        (["report", "{m}", "--output", "r", "--rate", "0.4"], 2, "without --masked-lm: give it"),
        (["report", "{m}", "--output", "r", "--heldout", "0.3"], 2, "without --triples: give it"),
        (
            ["compare", "a", "b", "--heldout", "0.1", "--limit", "9"],
            2,
            "--heldout and --limit have",
        ),
        (["compare", "a", "b", "--resamples", "200"], 2, "without --data or --triples: give it"),
        (["probe", "{m}", "--split", "all", "--heldout", "0.1"], 2, "no effect with --split all"),
        (["data", "{sts}", "--output", "out"], 2, "has no folder STS"),
    ],
)
def test_mistakes_end_with_a_sentence_and_a_code(
    arguments, code, message, tiny_bert, sts, tmp_path, monkeypatch, capsys
):
    nomask = without_mask(tiny_bert, tmp_path / "nomask")
    monkeypatch.chdir(tmp_path)
    named = {"{m}": str(tiny_bert), "{sts}": str(sts), "{nomask}": str(nomask)}
    with pytest.raises(SystemExit) as caught:
        run_app(app, [named.get(argument, argument) for argument in arguments])
    assert caught.value.code == code
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("rows", "code", "message"),
    [
        ([("a", "b", float("nan")), ("c", "d", 1.0)], 2, "row 1: the score is nan, not a number"),
        ([("a", "", 2.0), ("c", "d", 1.0)], 2, "row 1: a sentence is empty"),
        ([("a", "b", 1.0), ("c", "d", 1.0)], 2, "All scores of STSB"),
        ([("same", "same", 1.0), ("other", "other", 2.0)], 1, "have collapsed"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "splits", "failures"])
def test_data_of_no_use_never_gives_a_figure(
    rows, code, message, command, tiny_bert, tmp_path, capsys
):
    write_pairs(tmp_path / "sts", "STSB", "all", "test", rows)
    with pytest.raises(SystemExit) as caught:
        run_app(
            app, [command, str(tiny_bert), "--pooling", "mean", "--data", str(tmp_path / "sts")]
        )
    assert caught.value.code == code
    printed = capsys.readouterr()
    assert message in printed.err
    assert "nan" not in printed.out


@pytest.mark.parametrize(
    ("command", "options"),
    {
        **dict.fromkeys(("contrast", "transform"), "demo"),
        **dict.fromkeys(("evaluate", "transfer", "splits", "failures"), "demo --data no"),
        "probe": "demo --triples no",
        "report": "demo --output page --data no",
        "compare": "a b",
        **dict.fromkeys(("fit", "sweep"), "--triples no"),
    }.items(),
)
def test_a_device_that_is_not_there_is_refused_before_any_work(
    command, options, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(SystemExit) as caught:
        run_app(app, [command, *options.split(), "--device", "cuda"])
    assert caught.value.code == 2
    assert "--device cuda: torch sees no GPU here" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_package_that_is_not_there_is_named_before_any_work(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["transfer", "demo", "--data", "d"])
    assert caught.value.code == 2
    assert "pip install 'osscse[report]'" in capsys.readouterr().err


def test_damaged_weights_are_named(tiny_bert, sts, tmp_path, capsys):
    from transformers import BertModel

    model = BertModel.from_pretrained(tiny_bert)
    model.embeddings.word_embeddings.weight.data.fill_(float("nan"))
    shutil.copytree(tiny_bert, tmp_path / "bad")
    model.save_pretrained(tmp_path / "bad")
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["evaluate", str(tmp_path / "bad"), "--pooling", "cls", "--data", str(sts)])
    assert caught.value.code == 1
    assert "not finite for the text" in capsys.readouterr().err


def test_spearman_is_that_of_sentence_transformers():
    """Equal up to the two programs' rounding, on pairs that the encoder has to rank."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.evaluation import EmbeddingSimilarityEvaluator

    from schemas.encoders import encoder_folder
    from trainer.encoders.folder import load_encoder
    from trainer.evaluation.data.families import KINDS, bundled_families
    from trainer.evaluation.data.pairs import Pairs
    from trainer.training.validation import measure_pairs

    rows = [
        (family.sentence, family.others[kind][0], float(5 - KINDS.index(kind)))
        for family in bundled_families()[:16]
        for kind in KINDS
    ]
    first, second, scores = (list(column) for column in zip(*rows, strict=True))
    evaluator = EmbeddingSimilarityEvaluator(
        first, second, scores, main_similarity="cosine", write_csv=False
    )
    theirs = evaluator(SentenceTransformer(encoder_folder("demo"), device="cpu"))
    ours = measure_pairs(load_encoder("demo"), Pairs("X", first, second, scores)).score
    assert ours == pytest.approx(theirs["spearman_cosine"], abs=1e-4)
