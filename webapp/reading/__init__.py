"""The reading page and the one yomite of this server."""
