"""Reads the data sets that encoders are measured on."""
