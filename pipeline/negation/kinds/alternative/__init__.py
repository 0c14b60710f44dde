"""Another thing of the same kind: a red door, a blue door.

`fitting`, `leaving` and `single` hold what the rules ask, the others hold rules.
"""
