"""What a run stands on: devices, processes, random states."""
