"""A denial without 'not': happy, unhappy; opened, failed to open.

`untried` holds what the rules ask, the others hold rules.
"""
