"""A snapshot as the JSON that the live page's script reads (docs/reference/page.md).

Alerts stay out: they are for the arbiter, and the page is for everybody. What of them may be shown
at the board is there as `notices`. That the board is out of step with the game shows all the same,
in `phase`, `lift` and `place`.
"""

import json

import chess

from touchmove.view.snapshot import Ply, Snapshot


def as_json(snapshot: Snapshot) -> str:
    """One line of JSON, complete in itself; squares by name, lamps as 64 digits, a1 first."""
    return json.dumps(_fields(snapshot), separators=(",", ":"))


def _fields(snapshot: Snapshot) -> dict[str, object]:
    return {
        "tags": dict(snapshot.tags),
        "phase": snapshot.phase,
        "start_fen": snapshot.start_fen,
        "plies": [_ply(ply) for ply in snapshot.plies],
        "fen": snapshot.fen,
        "check": None if snapshot.check is None else chess.square_name(snapshot.check),
        "clock_ms": snapshot.clock_ms,
        "clock_counts_up": snapshot.clock_counts_up,
        "clock_waits_ms": snapshot.clock_waits_ms,
        "clock_coming": snapshot.clock_coming,
        "clock_periods": snapshot.clock_periods,
        "clock_shared": snapshot.clock_shared,
        "running": snapshot.running,
        "at_ms": snapshot.at_ms,
        "result": snapshot.result,
        "termination": snapshot.termination,
        "lamps": "".join(f"{lamp:x}" for lamp in snapshot.lamps),
        "lift": [chess.square_name(square) for square in snapshot.lift],
        "place": [chess.square_name(square) for square in snapshot.place],
        "illegal": snapshot.illegal,
        "linked": snapshot.linked,
        "notices": [
            {"kind": notice.kind, "detail": notice.detail, "question": notice.question}
            for notice in snapshot.notices
        ],
    }


def _ply(ply: Ply) -> dict[str, object]:
    return {
        "san": ply.san,
        "uci": ply.uci,
        "fen": ply.fen,
        "clock_ms": ply.clock_ms,
        "evidence": ply.evidence,
        "completed": ply.completed,
    }
