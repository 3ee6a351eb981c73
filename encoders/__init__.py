"""Formulas and solvers: the lazy, schedule-recording, UW and sequentialized encodings, and the solver back ends."""
