"""The environment of a run: devices, memory, processes."""
