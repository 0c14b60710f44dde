"""The folder of a run: its record, metrics, curves, tracking, export."""
