#!/bin/sh
# Train the encoder that comes with the project and write it to trainer/encoders/osscse.safetensors.
#
#   tools/make_encoder.sh SENTENCES [WORK]
#   MADE=200 WRITTEN=0 BESIDE=100 tools/make_encoder.sh SENTENCES [WORK]
#
# The second line is a small trial, which also replaces the file.
# SENTENCES has one sentence per line; tools/encoder_card.md says what the published encoder was
# trained on. WORK (./encoder) keeps all intermediate files, so the same command resumes where it
# was stopped. Two runs with other seeds go on from the encoder that is there before and go further
# than they should; the three are then mixed, so another call gives another encoder; `git` has the
# one that the published encoder began with. The rear layers keep less of the change, since there it
# costs more of the similarity of other sentences.
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
for seed in 42 43; do
    python -m trainer fit --triples "$work/triples.parquet" \
        --model "$work/osscse-before.safetensors" --recipe meaning --output "$work/run-$seed" \
        --set seed=$seed --set epochs=1 --set heldout=0.005 --set final_mix=1.0 --set final_mix_rear=1.0 \
        --set learning_rate=1.7e-4 --set distill_weight=8 --set distill_from=demo \
        --set max_sentence_tokens=64 $(resume "$work/run-$seed")
done
rm -f "$work/osscse.safetensors"
python -m trainer difference "$work/run-42" --share 0.34 --with "$work/run-43" \
    --with "$work/osscse-before.safetensors" --rear 0.62 \
    --output "$work/osscse.safetensors" --megabytes 6 --note "$tools/encoder_card.md"
mv "$work/osscse.safetensors" "$published"
