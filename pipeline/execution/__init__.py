"""Where work runs: processes on this machine, Ray, devices."""
