"""`python -m pipeline`, where the scripts of an environment are not on the path."""

from pipeline.cli import main

main()
