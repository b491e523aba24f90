"""One command of `naniwazu` a file."""
