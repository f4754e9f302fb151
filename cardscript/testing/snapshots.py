"""Traces as snapshots: one readable text file a trace."""

from __future__ import annotations

from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TraceExtension(SingleFileSnapshotExtension):
    """Keeps a trace as it is, in a file of its own with the ending `.trace`."""

    _write_mode = WriteMode.TEXT
    file_extension = "trace"
    _file_extension = "trace"  # its name before syrupy 5

    def serialize(self, data: Any, **_: Any) -> str:
        """The text itself."""
        return str(data)
