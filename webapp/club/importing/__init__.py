"""People from a file: read, compared with those who are known, decided line by line, and only then entered."""
