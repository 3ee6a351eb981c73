"""Broken and hostile input of every kind: nothing but an answer or a clear message may come of it. See `__main__`."""
