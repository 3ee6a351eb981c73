"""Swarms: the schedules within bounds, cut into instances that the workers of a cluster decide (docs/swarm.md)."""
