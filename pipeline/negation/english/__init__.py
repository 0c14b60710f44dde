"""English for the rules: word lists, inflection, edits."""
