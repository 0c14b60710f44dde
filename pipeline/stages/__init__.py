"""The stages: table in, table out."""
