"""Do limits hold? Commands that would take long are given little time, little memory, or a signal: see `__main__`."""
