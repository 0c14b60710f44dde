#!/bin/sh
# Train the encoder that comes with the project and write it to trainer/encoders/osscse.safetensors.
#
#   tools/make_encoder.sh SENTENCES MORE [WORK]
#   MADE=200 WRITTEN=0 BESIDE=100 EXCHANGED=20 tools/make_encoder.sh SENTENCES MORE [WORK]
#
# The second line is a small trial, which also replaces the file.
# SENTENCES and MORE have one sentence per line: MORE those whose names and qualities change places.
# tools/encoder_card.md says what the published encoder was trained on. WORK (./encoder) keeps all intermediate files, so the same command resumes where it
# was stopped. Two runs with other seeds go further than they should; their mean is mixed back, in
# the rear layers alone, since there the change costs more of the similarity of other sentences.
# The two runs take a few minutes on a GPU, two to three hours on two cores.
set -eu
sentences=$1
more=$2
work=${3:-encoder}
tools=$(dirname "$0")
# python needs the repository's packages to run a file in tools.
PYTHONPATH=$tools/..${PYTHONPATH:+:$PYTHONPATH}
export PYTHONPATH

resume() {
    if [ -e "$1/run.json" ]; then echo --resume; fi
}

mkdir -p "$work"
python -m pipeline run all --input "$sentences" --artifacts "$work/artifacts" \
    --models firefox:pt --beams 4 --candidates 2 --judges forced --min-forced-score -0.3 \
    --preset meaning --max-words 128 --compose --select diverse
python -m pipeline run ingest --input "$more" --artifacts "$work/more"
python -m pipeline run rephrase --artifacts "$work/more"
if [ ! -e "$work/triples.parquet" ]; then
    python "$tools/made_triples.py" --count "${MADE:-24000}" --written "${WRITTEN:-4}" \
        --exchanged "$work/more" --most-exchanged "${EXCHANGED:-4800}" \
        --seed 34 --beside "$work/artifacts" --most "${BESIDE:-9000}" --output "$work/triples.parquet"
fi
for seed in 42 43; do
    python -m trainer fit --triples "$work/triples.parquet" --model demo --recipe meaning \
        --output "$work/run-$seed" --set seed=$seed --set epochs=2 --set batch_size=64 \
        --set heldout=0.005 --set final_mix=1.0 --set final_mix_rear=1.0 \
        --set learning_rate=3.4e-4 --set distill_weight=8 --set max_sentence_tokens=64 \
        $(resume "$work/run-$seed")
done
rm -f "$work/osscse.safetensors"
python -m trainer difference "$work/run-42" --share 0.5 --with "$work/run-43" --rear 0.5 \
    --output "$work/osscse.safetensors" --megabytes 9 --note "$tools/encoder_card.md"
mv "$work/osscse.safetensors" "$tools/../trainer/encoders/osscse.safetensors"
