"""Encodings of the verification problem, and the solvers that decide them."""
