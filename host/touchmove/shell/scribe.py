"""The one writer of a log that many boards share: a thread of its own, and one sync for all.

A disk may take a second for what should take a millisecond. So the event loop never waits for it:
a session hands its lines over and awaits their being kept. What has come together meanwhile is
written in one transaction (group commit), so 64 boards that speak at once cost one sync.

Each batch is kept whole or not at all, and its session is told which. If the disk is full or the
log is locked, all that waited are told so, with the reason, and nothing is tried again here: boards
send again what nobody acknowledged, and sessions keep the little that is theirs. What may wait is
bounded (`WAITING_MAX`); whoever comes on top of that is told so at once. A store is handed over to
the scribe, and whoever wants anything else of it asks the scribe (`ask`).
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from touchmove.errors import StoreError
from touchmove.shell.log_lines import Entry, check
from touchmove.shell.store import Store

WAITING_MAX = 256
"""Batches and questions that may wait. 64 sessions, each with one write under way, fill a quarter
of it; more waits only where somebody does not wait for the answer."""

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Batch:
    """Lines that are kept together, and what came of them once they have been taken."""

    entries: list[Entry]
    since_s: float
    """When it was handed over, by the scribe's clock."""
    refusal: StoreError | None = None


class Scribe:
    """Owns an open store, from `Scribe(store)` until `close` has returned."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes the store over; it is closed together with the scribe. `clock` counts seconds."""
        self._store = store
        self._clock = clock
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scribe")
        self._untaken: list[_Batch] = []
        self._guard = threading.Lock()
        """Held to put into `_untaken` and to take from it, never while the disk is waited for."""
        self._waiting = 0
        self._unkept: dict[_Batch, None] = {}
        """Batches that somebody waits for, the oldest first."""
        self._closed = False
        self._heads_timer: asyncio.TimerHandle | None = None

    @property
    def path(self) -> Path:
        """Where the log is."""
        return self._store.path

    @property
    def waiting(self) -> int:
        """How many batches and questions wait, for who measures it."""
        return self._waiting

    @property
    def oldest_s(self) -> float:
        """How long the oldest batch has waited, whether its turn has not come or the disk has it
        and says nothing; 0 if none waits. A disk that hangs is seen here and nowhere else."""
        oldest = next(iter(self._unkept), None)
        return 0.0 if oldest is None else self._clock() - oldest.since_s

    async def write(self, entries: Iterable[Entry]) -> None:
        """Return when these lines are on the disk. Raises `StoreError`: none of them was kept.

        Whoever is cancelled meanwhile does not know which: as after a power cut, the log tells.
        """
        batch = _Batch(list(entries), self._clock())
        for entry in batch.entries:
            check(entry)
        if not batch.entries:
            return
        self._admit()
        with self._guard:
            self._untaken.append(batch)
        self._unkept[batch] = None
        try:
            await self._in_turn(self._write, batch)
        finally:
            del self._unkept[batch]
            with self._guard:
                if batch in self._untaken:
                    self._untaken.remove(batch)
        self._see_to_heads()

    async def ask(self, question: Callable[[Store], T]) -> T:
        """What `question(store)` returns, in the scribe's thread; what it raises is raised here.

        It is asked after what was handed over before it, and what comes later waits for it.
        """
        self._admit()
        return await self._in_turn(question, self._store)

    async def close(self) -> None:
        """Keep what waits, answer what was asked, and close the store. Nothing is taken after."""
        if self._closed:
            return
        self._closed = True
        if self._heads_timer is not None:
            self._heads_timer.cancel()
        closing = asyncio.get_running_loop().run_in_executor(self._thread, self._store.close)
        self._thread.shutdown(wait=False)
        await closing

    def _admit(self) -> None:
        if self._closed:
            raise StoreError(f"log {self._store.path} is closed")
        if self._waiting >= WAITING_MAX:
            raise StoreError(
                f"log {self._store.path}: the disk does not keep up: {WAITING_MAX} batches wait"
            )

    async def _in_turn(self, act: Callable[..., T], *given: object) -> T:
        """Act in the scribe's thread, after all that came before."""
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act, *given)
        finally:
            self._waiting -= 1

    def _write(self, batch: _Batch) -> None:
        """In the thread: keep all that has not been taken yet, unless this batch has been."""
        with self._guard:
            taken: list[_Batch] = []
            if batch in self._untaken:
                taken, self._untaken = self._untaken, taken
        if taken:
            self._keep(taken)
        if batch.refusal is not None:
            raise StoreError(str(batch.refusal)) from batch.refusal

    def _keep(self, taken: list[_Batch]) -> None:
        refusal: StoreError | None = StoreError(f"log {self._store.path}: its writer failed")
        try:
            self._store.append([entry for batch in taken for entry in batch.entries])
            refusal = None
        except StoreError as error:
            refusal = error
        finally:
            for batch in taken:
                batch.refusal = refusal

    def _see_to_heads(self) -> None:
        """The heads lag behind what was just kept; if nothing else comes, they are written soon."""
        due_s = self._store.heads_due_s()
        if due_s is None or self._closed:
            return
        if self._heads_timer is None:
            loop = asyncio.get_running_loop()
            self._heads_timer = loop.call_later(due_s, self._write_heads)

    def _write_heads(self) -> None:
        self._heads_timer = None
        if not self._closed:
            self._thread.submit(self._store.write_heads)
