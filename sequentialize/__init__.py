"""Bounded programs and lazy sequentialization, as a formula and as C for other tools."""
