"""Texts as they are written, whatever they mean: letters, words, language, faults of form."""
