"""Another number, date or quantifier: three eggs, five eggs.

`cited`, `lasting`, `spelt` and `values` hold what the rules ask, the others hold rules.
"""
