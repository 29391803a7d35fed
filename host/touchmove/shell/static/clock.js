// Clocks as they run between two snapshots, for the page of a board and for the list of a hall.

export function clockText(ms, precise) {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (precise && seconds < 20) return `${minutes}:${two(seconds % 60)}.${tenths % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}

// What the clocks of `known` show when they have run on for `run` milliseconds of the board's clock.
export function clocksAfter(known, run) {
  const { clock_ms, clock_periods, clock_coming, ...clock } = known;
  const faces = [0, 1].map((at) => ({ ms: clock_ms[at], periods: clock_periods[at] }));
  if (clock.running === null) return faces;
  const running = clock.running === "W" ? 0 : 1;
  const face = faces[running];
  if (clock.clock_counts_up) {
    face.ms += run;
    return faces;
  }
  const passed = Math.max(0, run - clock.clock_waits_ms);
  if (clock.clock_shared) faces[1 - running].ms += Math.min(passed, face.ms);
  face.ms -= passed;
  for (const [more, periods] of clock_coming[running]) {
    if (face.ms > 0) break;
    face.ms += more;
    face.periods = periods;
  }
  return faces;
}
