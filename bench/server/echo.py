"""A bare server of the same stack: no rules, no store, no views. `python echo.py PORT`.

Two sockets make a pair. What one sends, it gets a short receipt for, and both get a text as long as a
message about a table: the same number of messages and bytes as a move, and nothing else.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect

from rowlock.server.config import Config, Limits
from rowlock.server.edge.connections import Gate
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.serve import uvicorn_config

PADDING = "x" * 3300
app = FastAPI()
app.state.gate = Gate(Config(Path(), limits=Limits(factor=0)))
app.state.guard = Guard(Limits(factor=0))
pairs: dict[str, list[WebSocket]] = {}


@app.websocket("/{pair}")
async def echo(websocket: WebSocket, pair: str) -> None:
    await websocket.accept()
    pairs.setdefault(pair, []).append(websocket)
    try:
        while True:
            number = await websocket.receive_text()
            await websocket.send_text("receipt")
            for other in pairs[pair]:
                await other.send_text(f"{number} {PADDING}")
    except WebSocketDisconnect:
        pass


if __name__ == "__main__":
    config = uvicorn_config(app, port=int(sys.argv[1]))
    uvicorn.Server(config).run()
