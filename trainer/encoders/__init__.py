"""Sentence encoders: the model itself, its folders, its templates, embeddings of texts."""
