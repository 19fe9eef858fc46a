"""Text as the editors see it: spans, lines, edits, encodings. No domain word lives here.

Every offset in this package counts Unicode code points from the start of the text. Only
`encoding` knows about UTF-8 and UTF-16 units, and only the language server asks it.
"""

from ctxlayer.text.buffer import TextBuffer
from ctxlayer.text.edits import Edit, apply_edits
from ctxlayer.text.encoding import Encoding
from ctxlayer.text.lines import LineIndex, Position
from ctxlayer.text.span import Span

__all__ = ["Edit", "Encoding", "LineIndex", "Position", "Span", "TextBuffer", "apply_edits"]
