"""Another duty or permission: must pay, need not pay."""
