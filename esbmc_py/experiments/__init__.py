"""Experiments: tasks with known verdicts, runs in processes with hard limits, results, tables, plots.

Start reading at `campaign.py`. A run is `smtcb check` in a process of its own: nothing here knows how checking works.
"""
