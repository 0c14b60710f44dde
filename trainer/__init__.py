"""Triples in, sentence encoder out.

Reads the `triples` table that `pipeline` writes (or any table with that schema) and never imports
`pipeline`; the two share `schemas`.
"""

RESUME = "resume with `trainer fit --resume`."
"""What to do after an interruption."""
