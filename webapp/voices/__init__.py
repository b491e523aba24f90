"""The voices of the club: trying them out, taking in recorded packs, mending their marks, recording one's own."""
