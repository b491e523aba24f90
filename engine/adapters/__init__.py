"""Our games in the dress of other libraries, for tests and research; nothing that runs an evening needs them."""
