"""Would the agreement tests notice? Side conditions of reductions are switched off one by one: see `__main__`."""
