#!/bin/sh
# Train the encoder that comes with the project and write it to trainer/encoders/osscse.safetensors.
#
#   tools/make_encoder.sh SENTENCES [WORK]
#   MADE_FIRST=200 BESIDE=100 MADE_SECOND=200 tools/make_encoder.sh SENTENCES [WORK]
#
# The second line is a small trial, which also replaces the file.
# SENTENCES has one sentence per line; tools/encoder_card.md says what the published encoder was
# trained on. WORK (./encoder) keeps all intermediate files, so the same command resumes where it
# was stopped. The first run learns from triples of the sentences and made-up ones together, the
# second from made-up ones alone, since among others they did not teach what swapped parts mean.
# Half of the weights are those of the encoder that is there before, so another run gives another
# encoder; `git` has the one that the published encoder began with.
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
if [ ! -e "$work/both.parquet" ]; then
    python "$tools/made_triples.py" --count "${MADE_FIRST:-12000}" --beside "$work/artifacts" \
        --most "${BESIDE:-16000}" --output "$work/both.parquet"
fi
if [ ! -e "$work/made.parquet" ]; then
    python "$tools/made_triples.py" --count "${MADE_SECOND:-9000}" --seed 43 \
        --output "$work/made.parquet"
fi
if [ ! -e "$work/first.safetensors" ]; then
    python -m trainer fit --triples "$work/both.parquet" --model demo --recipe meaning \
        --output "$work/first" --set epochs=1 --set heldout=0.03 --set final_mix=1.0 \
        --set learning_rate=1.2e-4 --set max_sentence_tokens=64 $(resume "$work/first")
    python -m trainer difference "$work/first" --output "$work/first.safetensors" --megabytes 30
fi
python -m trainer fit --triples "$work/made.parquet" --model "$work/first.safetensors" \
    --recipe meaning --output "$work/second" --set epochs=1 --set heldout=0.03 \
    --set final_mix=1.0 --set learning_rate=1.5e-4 --set distill_weight=10.0 \
    $(resume "$work/second")
rm -f "$work/osscse.safetensors"
python -m trainer difference "$work/second" --share 0.5 --with "$work/osscse-before.safetensors" \
    --output "$work/osscse.safetensors" --megabytes 6 --note "$tools/encoder_card.md"
mv "$work/osscse.safetensors" "$published"
