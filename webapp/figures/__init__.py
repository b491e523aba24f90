"""Figures of people and of the club. All of them follow from the records each time they are asked for."""
