"""`naniwazu read`: a reading on the command line, into the room or into a file."""
