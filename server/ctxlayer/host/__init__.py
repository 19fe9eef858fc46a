"""The only owner of state: changes go in, new snapshots come out.

A `Host` holds the open buffers and the layers that were asked about; a `LayerHandle` holds the
current snapshot of one layer. Nothing here starts a thread: callers serialise.
"""

from ctxlayer.host.handle import LayerHandle
from ctxlayer.host.workspaces import Host

__all__ = ["Host", "LayerHandle"]
