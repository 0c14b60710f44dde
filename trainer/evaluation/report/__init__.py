"""Measurements as tables, figures and a page."""
