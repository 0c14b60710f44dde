#!/bin/sh
# Train the encoder that comes with the project and write it to trainer/encoders/osscse.safetensors.
#
#   tools/make_encoder.sh SENTENCES [WORK]
#   MADE=200 WRITTEN=0 BESIDE=100 tools/make_encoder.sh SENTENCES [WORK]
#
# The second line is a small trial, which also replaces the file.
# SENTENCES has one sentence per line; tools/encoder_card.md says what the published encoder was
# trained on. WORK (./encoder) keeps all intermediate files, so the same command resumes where it
# was stopped. The run goes on from the encoder that is there before, goes further than it should,
# and is then mixed with it, so another run gives another encoder; `git` has the one that the
# published encoder began with.
set -eu
sentences=$1
work=${2:-encoder}
tools=$(dirname "$0")
# python needs the repository's packages to run a file in tools.
PYTHONPATH=$tools/..${PYTHONPATH:+:$PYTHONPATH}
export PYTHONPATH

resume() {
    if [ -e "$1/run.json" ]; then echo --resume; fi
}

mkdir -p "$work"
published=$tools/../trainer/encoders/osscse.safetensors
if [ ! -e "$work/osscse-before.safetensors" ]; then
    cp "$published" "$work/osscse-before.safetensors"
fi
python -m pipeline run all --input "$sentences" --artifacts "$work/artifacts" \
    --models firefox:pt --beams 4 --candidates 2 --judges forced --min-forced-score -0.3 \
    --preset meaning --compose --select diverse
if [ ! -e "$work/triples.parquet" ]; then
    python "$tools/made_triples.py" --count "${MADE:-7500}" --written "${WRITTEN:-4}" \
        --seed 34 --beside "$work/artifacts" --most "${BESIDE:-9000}" --output "$work/triples.parquet"
fi
python -m trainer fit --triples "$work/triples.parquet" --model "$work/osscse-before.safetensors" \
    --recipe meaning --output "$work/run" --set epochs=1 --set heldout=0.005 --set final_mix=1.0 \
    --set learning_rate=1.7e-4 --set distill_weight=8 --set distill_from=demo \
    --set max_sentence_tokens=64 $(resume "$work/run")
rm -f "$work/osscse.safetensors"
python -m trainer difference "$work/run" --share 0.7 --change 0.72 \
    --with "$work/osscse-before.safetensors" \
    --output "$work/osscse.safetensors" --megabytes 6 --note "$tools/encoder_card.md"
mv "$work/osscse.safetensors" "$published"
