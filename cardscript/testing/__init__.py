"""For people who test their cards with pytest: scenario files are collected, and fixtures lay out situations."""

from cardscript.testing.playing import Play

__all__ = ["Play"]
