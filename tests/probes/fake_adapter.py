"""A small MCP server for the tests: what its first argument says decides what it does.

It speaks the protocol by hand, so that it can also speak it badly.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

TOOLS = [
    {
        "name": f"read_{what}",
        "description": f"Read the {what} of a gauge.",
        "inputSchema": {"type": "object", "properties": {"gauge": {"type": "string"}}},
    }
    for what in ("heights", "times", "stations")
]


def answer(request: dict[str, Any], mode: str) -> dict[str, Any] | None:
    method, params = request.get("method"), request.get("params") or {}
    if method == "initialize":
        return {
            "protocolVersion": params.get("protocolVersion"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "gauges", "version": "1"},
        }
    if method == "tools/list":
        if mode == "pages":
            at = int(params.get("cursor") or 0)
            page: dict[str, Any] = {"tools": TOOLS[at : at + 1]}
            return page | ({"nextCursor": str(at + 1)} if at + 1 < len(TOOLS) else {})
        return {"tools": TOOLS}
    return None


def main(mode: str) -> None:
    if mode == "dies":
        print("a first line", file=sys.stderr)
        print(f"cannot sign in with {os.environ.get('GAUGE_TOKEN', '')}", file=sys.stderr)
        sys.exit(3)
    if mode == "child":
        # It outlives its parent, unless the whole group is ended; the pipe closes when it does.
        words = "import os, time; os.write(os.open(os.environ['GAUGE_PIPE'], os.O_WRONLY), b'here'); print(); time.sleep(60)"
        child = subprocess.Popen([sys.executable, "-u", "-c", words], stdout=subprocess.PIPE)
        if child.stdout is not None:
            child.stdout.readline()
    if mode == "silent":
        sys.stdin.read()
        return
    if mode == "noise":
        print("Loaded 8 gauges", flush=True)
    if mode == "environment":
        TOOLS[0]["description"] = json.dumps([sorted(os.environ), os.getcwd(), sys.argv[2:]])
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        if os.environ.get("GAUGE_LOG"):
            with open(os.environ["GAUGE_LOG"], "a", encoding="utf-8") as file:
                file.write(f"{request.get('method')}\n")
        result = answer(request, mode)
        body = (
            {"result": result}
            if result is not None
            else {"error": {"code": -32601, "message": "no such method"}}
        )
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **body}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
