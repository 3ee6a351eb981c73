"""Answers for people and for programs: as text, as JSON, and as a page. The command and Python programs share it."""
