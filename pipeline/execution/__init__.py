"""Where work runs: this machine's processes, Ray, devices."""
