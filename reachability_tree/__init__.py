"""The reachability tree of ICSE 2011: nodes, rules R1 to R6, exploration order, bounds and reductions."""
