"""Fixes that are verified: changes of the source, tried one after the other until a check finds nothing any more."""
