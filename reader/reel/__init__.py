"""The rest of a reading on one reel: a sound file that is all there before any of it has been made."""
