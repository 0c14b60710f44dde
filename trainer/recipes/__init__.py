"""The recipes (TOML files), the settings that they can have, and reading them."""
