"""The environment of a run: devices, processes, random states."""
