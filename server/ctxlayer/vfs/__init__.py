"""The only rooms that touch the disk: finding layers, listing and reading their files."""

from ctxlayer.vfs.discovery import Root, find_root
from ctxlayer.vfs.disk import MAX_BYTES, Content, decode, of_buffer, read_text
from ctxlayer.vfs.scan import Scan, Stamp, is_listed, related, relative_to, scan

__all__ = [
    "MAX_BYTES",
    "Content",
    "Root",
    "Scan",
    "Stamp",
    "decode",
    "find_root",
    "is_listed",
    "of_buffer",
    "read_text",
    "related",
    "relative_to",
    "scan",
]
