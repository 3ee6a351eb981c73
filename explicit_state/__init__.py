"""Explicit-state search in the manner of SPIN 2008: supersteps, preemption bounds, abstraction."""

from .results import Counts, Order, Reduction, SearchOptions, SearchResult
from .search import search

__all__ = ["Counts", "Order", "Reduction", "SearchOptions", "SearchResult", "search"]
