"""What every game shares: seeded chance that can be checked."""
