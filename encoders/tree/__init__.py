"""Encodings of the reachability tree (ICSE 2011): lazy, schedule recording, under-approximation and widening."""
