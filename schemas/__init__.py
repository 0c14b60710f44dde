"""What `pipeline` and `trainer` share: tables, views, the MER measure, errors and progress.

This package is the contract between the two. It imports neither of them.
"""
