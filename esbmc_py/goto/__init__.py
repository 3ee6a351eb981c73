"""The goto program: types, expressions, instructions, printer. Imports nothing else of ours."""
