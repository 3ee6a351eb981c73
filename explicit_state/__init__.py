"""Explicit-state search in the manner of SPIN 2008: supersteps, preemption bounds, abstraction."""

from .search import search
from .search_result import Counts, Reduction, SearchOptions, SearchOrder, SearchResult

__all__ = ["Counts", "Reduction", "SearchOptions", "SearchOrder", "SearchResult", "search"]
