"""Where a reading is heard: the room, a file, a browser."""
