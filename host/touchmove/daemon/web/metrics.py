"""How the program is, as numbers that Prometheus collects.

Nothing is counted here: each time that it is asked, the numbers are read from where they are kept
(`daemon.measures`, `Troubles`, `Scribe`). Histograms are of all boards together, so that 64 boards
are a few hundred lines and not thousands.

Ref: Prometheus documentation, "Exposition formats" and "Metric and label naming"
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from touchmove.daemon.measures import BOUNDS_S, Durations
from touchmove.daemon.seat import Seat
from touchmove.daemon.versions import versions
from touchmove.daemon.web.office import Office, is_linked

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The numbers of one program."""

    def __init__(self, office: Office) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(_Numbers(office))
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """All of them as they are now."""
        return generate_latest(self._registry)


class _Numbers(Collector):
    def __init__(self, office: Office) -> None:
        self._office = office

    def collect(self) -> Iterable[Metric]:
        yield _versions()
        yield from self._boards()
        yield from self._log()
        yield from self._told()
        viewers = GaugeMetricFamily("touchmove_viewers", "Streams of pages that are open.")
        viewers.add_metric([], self._office.viewers)
        yield viewers

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return tuple(self._office.hall.seats.values())

    def _boards(self) -> Iterator[Metric]:
        yield self._gauge("board_linked", "1 while a board is heard.", lambda s: int(is_linked(s)))
        yield self._counter(
            "reports", "Reports heard, repeated ones included.", lambda s: s.session.tally.reports
        )
        yield self._counter(
            "reports_resent", "Reports heard again.", lambda s: s.session.tally.resent
        )
        yield self._counter(
            "reports_missed",
            "Reports that a board had to give up, since its log began.",
            lambda s: s.session.history.link.missed,
        )
        refused = CounterMetricFamily(
            "touchmove_lines_refused",
            "Lines from boards that were not understood; crc: the check sum does not fit.",
            labels=["board", "reason"],
        )
        for seat in self._seats:
            for reason, count in {"crc": 0, **seat.session.tally.refused}.items():
                refused.add_metric([seat.board, reason], count)
        yield refused
        yield self._histogram(
            "recogniser_seconds",
            "From what was heard to what it means for the game.",
            [seat.session.tally.recogniser for seat in self._seats],
        )

    def _log(self) -> Iterator[Metric]:
        yield self._histogram(
            "log_lag_seconds",
            "From what was heard to its being on the disk.",
            [seat.session.tally.log_lag for seat in self._seats],
        )
        waiting = GaugeMetricFamily("touchmove_log_waiting", "What waits for the log.")
        waiting.add_metric([], self._office.scribe.waiting)
        yield waiting
        oldest = GaugeMetricFamily(
            "touchmove_log_oldest_seconds", "How long the oldest lines have waited for the disk."
        )
        oldest.add_metric([], self._office.scribe.oldest_s)
        yield oldest

    def _told(self) -> Iterator[Metric]:
        alerts: Counter[str] = Counter()
        for seat in self._seats:
            alerts.update(seat.session.tally.alerts)
        troubles = self._office.hall.troubles
        yield _by_kind(CounterMetricFamily, "alerts", "What arbiters were told of games.", alerts)
        yield _by_kind(CounterMetricFamily, "troubles", "Troubles that have begun.", troubles.begun)
        now = Counter({kind: 0 for kind in troubles.begun})
        now.update(trouble.kind for trouble in troubles.open)
        yield _by_kind(GaugeMetricFamily, "troubles_open", "Troubles that last.", now)

    # -------------------------------------------------------------- forms
    def _gauge(self, name: str, what: str, value: Callable[[Seat], int]) -> Metric:
        family = GaugeMetricFamily(f"touchmove_{name}", what, labels=["board"])
        return self._of_each(family, value)

    def _counter(self, name: str, what: str, value: Callable[[Seat], int]) -> Metric:
        family = CounterMetricFamily(f"touchmove_{name}", what, labels=["board"])
        return self._of_each(family, value)

    def _of_each(
        self, family: GaugeMetricFamily | CounterMetricFamily, value: Callable[[Seat], int]
    ) -> Metric:
        for seat in self._seats:
            family.add_metric([seat.board], value(seat))
        return family

    def _histogram(self, name: str, what: str, each: list[Durations]) -> Metric:
        counts = [sum(at) for at in zip(*(one.counts for one in each), strict=True)]
        bounds = [*(str(bound) for bound in BOUNDS_S), "+Inf"]
        running = accumulate(counts or [0] * len(bounds))
        family = HistogramMetricFamily(f"touchmove_{name}", what)
        family.add_metric(
            [], list(zip(bounds, running, strict=True)), sum(one.sum_s for one in each)
        )
        return family


def _versions() -> Metric:
    said = versions()
    about = {name: said[name] for name in ("touchmove", "firmware", "protocol")}
    return InfoMetricFamily("touchmove_version", "Versions.", value=about)


def _by_kind(
    family: type[CounterMetricFamily] | type[GaugeMetricFamily],
    name: str,
    what: str,
    counts: dict[str, int],
) -> Metric:
    made = family(f"touchmove_{name}", what, labels=["kind"])
    for kind, count in counts.items():
        made.add_metric([kind], count)
    return made
