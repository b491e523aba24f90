"""The first page, and the credits."""
