"""One file a command: options, console, summaries."""
