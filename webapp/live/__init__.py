"""Who hears what, as it happens."""
