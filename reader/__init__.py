"""The yomite: what is read, when, to the sample, and in which voice."""
