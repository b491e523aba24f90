"""Kana to morae to durations and pitch to samples: how the bundled voice chants."""
