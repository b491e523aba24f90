"""Members and the record of what they played."""
