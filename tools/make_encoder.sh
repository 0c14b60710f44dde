#!/bin/sh
# Train the encoder that comes with the project and write it to trainer/encoders/osscse.safetensors.
#
#   tools/make_encoder.sh SENTENCES [WORK]
#
# SENTENCES has one sentence per line; tools/encoder_card.md says what the published encoder was
# trained on, and tools/rich_sentences.py chose some of it. WORK (./encoder) keeps all intermediate
# files, so the same command resumes where it was stopped.
set -eu
sentences=$1
work=${2:-encoder}
tools=$(dirname "$0")
mkdir -p "$work"
if [ ! -e "$work/all.txt" ]; then
    { cat "$sentences"; python "$tools/scenes.py" --count 2500; } > "$work/all.txt.new"
    mv "$work/all.txt.new" "$work/all.txt"
fi
python -m pipeline run all --input "$work/all.txt" --artifacts "$work/artifacts" \
    --models firefox:pt --beams 4 --candidates 2 --judges forced --min-forced-score -0.3 \
    --preset meaning --compose --select diverse
python -m trainer fit --triples "$work/artifacts" --model demo --recipe meaning \
    --output "$work/run" --set epochs=1 --set heldout=0.05 --set final_mix=0.85 \
    $([ -e "$work/run/run.json" ] && echo --resume)
rm -f "$work/osscse.safetensors"
python -m trainer difference "$work/run" --output "$work/osscse.safetensors" --megabytes 6 \
    --note "$tools/encoder_card.md"
mv "$work/osscse.safetensors" "$tools/../trainer/encoders/osscse.safetensors"
