"""The recipes (TOML files), their settings, and reading them."""
