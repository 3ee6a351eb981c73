"""Questions about executions without an end: LTL, termination, livelock and starvation, under fairness."""
