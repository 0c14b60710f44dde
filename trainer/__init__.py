"""Triples in, sentence encoder out.

Reads the `triples` table that `pipeline` writes (or any table with that schema) and never imports
`pipeline`; the two share `schemas`.
"""
