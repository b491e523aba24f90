"""Sheets of results from elsewhere: read, checked, decided line by line, and taken in as facts of their own kind."""
