"""`smtcb play --serve`: the machine behind the page, for programs whose states are too many to write down.

One page, one machine, on the loopback interface. The address holds a secret: whoever does not know it gets nothing, and
a request must name this machine as its host, so that no other page in the same browser can drive it (a name that was
made to lead here is not ours). The server ends when the page says good-bye, is not heard of, or nobody moves for long.
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from esbmc_py.vm.findings import Violation
from esbmc_py.vm.inputs import EnumeratedInputs
from esbmc_py.vm.values import Value

from .document import single
from .graph import PlayMove, PlayNode, StateGraph
from .page import filled, heading

LOOPBACK = "127.0.0.1"
LARGEST_REQUEST = 10_000
SILENCE = 20  # seconds without a sign of life after which the page is taken to be gone
HINT_STATES = 20_000
HINT_SECONDS = 5.0
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
    "frame-ancestors 'none'"
)


class BadRequest(Exception):
    """Told to whoever asked."""


class Session:
    """What the page can ask for. One request at a time has the machine."""

    def __init__(self, graph: StateGraph, model: str) -> None:
        self._graph = graph
        self._model = model
        self._lock = threading.Lock()

    def page(self) -> str:
        notes = ("The states are computed while you play.",)
        return filled({**heading(self._graph.program, self._model, notes), "served": True})

    def answer(self, what: str, request: dict[str, Any]) -> Any:
        with self._lock:
            match what:
                case "state":
                    return single(self._graph, self._graph.expand(self._state(request)))
                case "input":
                    return self._with_input(request)
                case "hint":
                    return self._hint(self._state(request))
        raise BadRequest("there is no such request")

    def _state(self, request: dict[str, Any]) -> int:
        number = request.get("state")
        if not isinstance(number, int) or not 0 <= number < len(self._graph.nodes):
            raise BadRequest("there is no such state")
        return number

    def _with_input(self, request: dict[str, Any]) -> Any:
        """The state with one move: that of a thread with the inputs that somebody has typed."""
        node, thread = self._graph.expand(self._state(request)), request.get("thread")
        if not isinstance(thread, int) or thread not in {move.thread for move in node.moves}:
            raise BadRequest("that thread cannot move")
        inputs = EnumeratedInputs(0, [_number(word) for word in str(request.get("text", "")).split(",")])
        found = self._graph.step(node, thread, inputs)
        moves = (found,) if isinstance(found, PlayMove) else ()
        return single(self._graph, PlayNode(node.state, moves, node.blocked))

    def _hint(self, number: int) -> dict[str, Any]:
        """The first step of a shortest way to something wrong; breadth first, as far as time allows."""
        end = time.monotonic() + HINT_SECONDS
        queue: deque[tuple[int, PlayMove | None, int]] = deque([(number, None, 0)])
        seen = {number}
        while queue and len(seen) < HINT_STATES and time.monotonic() < end:
            state, first, length = queue.popleft()
            node = self._graph.expand(state)
            if node.deadlock is not None and first is not None:
                return _advice(self._graph.nodes[number], first, length)
            for move in node.moves:
                if isinstance(move.to, Violation):
                    return _advice(self._graph.nodes[number], first or move, length + 1)
                if isinstance(move.to, int) and move.to not in seen:
                    seen.add(move.to)
                    queue.append((move.to, first or move, length + 1))
        if queue:
            return {
                "thread": None,
                "message": f"Nothing goes wrong in the next {len(seen):,} states. I do not know further.",
            }
        return {"thread": None, "message": None}  # from here nothing can go wrong any more


def _advice(node: PlayNode, move: PlayMove, length: int) -> dict[str, Any]:
    steps = f": {length} step{'s' * (length != 1)} to go"
    return {"thread": move.thread, "index": node.moves.index(move), "message": steps}


def _number(word: str) -> Value:
    try:
        return int(word, 0)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        raise BadRequest(f"'{word.strip()}' is not a number") from None


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, session: Session, port: int, idle: int) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.session = session
        self.token = secrets.token_urlsafe(24)
        self.idle = idle
        self.moved = self.heard = time.monotonic()
        self.opened = False

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.server_address[1]}/{self.token}/"

    def service_actions(self) -> None:
        """Called again and again while nothing happens."""
        now = time.monotonic()
        if now - self.moved > self.idle or (self.opened and now - self.heard > SILENCE):
            self.end()

    def end(self) -> None:
        threading.Thread(target=self.shutdown, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version, sys_version = "smtcb", ""
    timeout = 30

    def do_GET(self) -> None:
        what = self._asked()
        if what == "":
            self.server.opened = True
            self.server.heard = self.server.moved = time.monotonic()
            self._send(HTTPStatus.OK, self.server.session.page(), "text/html; charset=utf-8")
        elif what is not None:
            self._send(HTTPStatus.NOT_FOUND, "there is no such page")

    def do_POST(self) -> None:
        what = self._asked()
        if what is None:
            return
        self.server.heard = time.monotonic()
        if what == "bye":
            # A page that is loaded again says good-bye, too: it will be heard of in a moment.
            self.server.heard -= SILENCE - 3
            self._send(HTTPStatus.OK, "{}")
        elif what == "alive":
            self._read()
            self._send(HTTPStatus.OK, "{}")
        else:
            self.server.moved = time.monotonic()
            try:
                answer = self.server.session.answer(what, self._read())
                self._send(HTTPStatus.OK, json.dumps(answer), "application/json")
            except BadRequest as problem:
                self._send(HTTPStatus.BAD_REQUEST, str(problem))

    def _asked(self) -> str | None:
        """What is asked for, if whoever asks may; otherwise it is refused here."""
        port = self.server.server_address[1]
        hosts = self.headers.get_all("Host") or []
        _, token, what = (*self.path.partition("?")[0].split("/", 2), "", "")[:3]
        if len(hosts) != 1 or hosts[0] not in (f"{LOOPBACK}:{port}", f"localhost:{port}"):
            self._send(HTTPStatus.FORBIDDEN, "this is not the host that you mean")
        elif not hmac.compare_digest(token.encode(), self.server.token.encode()):
            self._send(HTTPStatus.FORBIDDEN, "the address is not complete: take it as smtcb printed it")
        elif self.headers.get("Origin") not in (None, f"http://{hosts[0]}"):
            self._send(HTTPStatus.FORBIDDEN, "another page asks")
        else:
            return what
        return None

    def _read(self) -> dict[str, Any]:
        try:
            length = int(self.headers.get("Content-Length", "0"))
            if not 0 <= length <= LARGEST_REQUEST:
                raise BadRequest("that is too long")
            request = json.loads(self.rfile.read(length) or b"{}")
        except ValueError:
            raise BadRequest("that is not JSON") from None
        if not isinstance(request, dict):
            raise BadRequest("that is not a request")
        return request

    def _send(self, status: HTTPStatus, text: str, kind: str = "text/plain; charset=utf-8") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody wants to read it."""


def serve(graph: StateGraph, *, model: str, port: int, idle: int, announce: Callable[[str], None]) -> None:
    """Until the page is gone."""
    with Server(Session(graph, model), port, idle) as server:
        announce(server.address)
        with suppress(KeyboardInterrupt):
            server.serve_forever(poll_interval=0.5)
