"""Triples in, sentence encoder out.

Reads the `triples` table that `pipeline` writes (or any table of that schema) and never imports
`pipeline`; what the two share lives in `schemas`.
"""

RESUME = "resume with `trainer fit --resume`."
"""What to do after an interruption."""
