"""The `smtcb` command. Each command is a module with `add_to(commands)` and a function that executes it.

Start-up counts: modules here import what they need to parse arguments, and everything else when a command runs.
"""
