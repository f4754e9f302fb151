"""Scenario files: a situation, what is done in it, what must be so. Read, run, updated and written."""
