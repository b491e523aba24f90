"""Who may come in, with which role: entry codes, sessions, and the rule for every page."""
