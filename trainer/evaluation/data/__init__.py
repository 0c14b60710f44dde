"""Reading the sets that encoders are measured on."""
