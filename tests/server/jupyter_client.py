"""A browser's part of jupyterlab-lsp: ``jupyter_client.py FOLDER FILE`` prints what is found in a file.

It runs in an environment with jupyter-lsp, starts a Jupyter server in the folder with the settings that are
there, and speaks through the server's websocket, as the extension in a browser does.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE = 60


async def found(address: str, folder: Path, file: Path) -> list[tuple[int, str]]:
    """Lines and codes of what the server behind an address publishes of a file."""
    socket = await connected(f"ws://{address}/lsp/ws/tflint")
    await send(socket, "initialize", 1, processId=None, rootUri=folder.as_uri(), capabilities={})
    while True:
        said = json.loads(str(await asyncio.wait_for(socket.read_message(), PATIENCE)))
        if said.get("id") == 1:
            await send(socket, "initialized")
            item = {"uri": file.as_uri(), "languageId": "python", "version": 1}
            text = file.read_text(encoding="utf-8")
            await send(socket, "textDocument/didOpen", textDocument={**item, "text": text})
        elif said.get("method") == "textDocument/publishDiagnostics":
            shown = said["params"]["diagnostics"]
            return [(one["range"]["start"]["line"] + 1, one["code"]) for one in shown]


async def connected(url: str) -> WebSocketClientConnection:
    """A connection to a server that may not listen yet when it tells its address."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await websocket_connect(url)
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.5)


async def send(
    socket: WebSocketClientConnection, method: str, number: int | None = None, **params: Any
) -> None:
    """Send a request with a number, or a notification."""
    of_request = {} if number is None else {"id": number}
    message = {"jsonrpc": "2.0", "method": method, "params": params, **of_request}
    await socket.write_message(json.dumps(message))


def main() -> None:
    folder, file = (Path(name).absolute() for name in sys.argv[1:])
    options = ["--allow-root", "--no-browser", "--port=0", "--IdentityProvider.token="]
    options += [f"--ServerApp.root_dir={folder}"]
    options += [f"--config={folder / 'jupyter_server_config.json'}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyter", "server", *options],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "http://127.0.0.1:" in line)
        address = line.partition("http://")[2].partition("/")[0]
        print(json.dumps(asyncio.run(found(address, folder, file))))
    finally:
        process.terminate()
        process.wait(30)


if __name__ == "__main__":
    main()
