"""The stages; each reads tables and writes one."""
