"""The tests, and the program generator that benchmarks share with them."""
