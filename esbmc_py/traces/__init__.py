"""Executions for people: what happened, line by line; which of it matters; and why it went wrong."""
