"""Sentence encoders: the model, its folders, its templates, embeddings of texts."""
