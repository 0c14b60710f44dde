"""`python -m trainer`, where the scripts of an environment are not on the path."""

from trainer.cli import main

main()
