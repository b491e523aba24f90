"""Home layouts (定位置): kept, edited, printed, shared, learnt, and laid by on the board."""
