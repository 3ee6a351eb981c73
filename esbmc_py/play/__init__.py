"""Be the scheduler: the states of a program as a graph, and a page on which people walk through it."""
