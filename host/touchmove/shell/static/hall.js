// The list of a hall: a row for each board, changed as `events` says (docs/reference/page.md).
//
// A row is a function of the newest that was said of its board. Text from games only ever becomes
// text (textContent), never markup.

import { clockText, clocksAfter } from "./clock.js";

const $ = (id) => document.getElementById(id);
const rows = new Map(); // by board: what was said, when it held, and its elements

const CONNECTIONS = {
  connecting: "connecting",
  live: "live",
  reconnecting: "reconnecting",
  ended: "off the air",
};
const CELLS = ["round", "white", "whiteClock", "black", "blackClock", "last", "status"];

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Roles are said, because a phone lays rows out as cards, and a browser then forgets the table.
function newRow(board) {
  const row = Object.assign(document.createElement("tr"), { role: "row" });
  const heading = Object.assign(document.createElement("th"), { scope: "row", role: "rowheader" });
  const link = Object.assign(document.createElement("a"), { href: `${encodeURIComponent(board)}/` });
  heading.append(link);
  const cells = Object.fromEntries(CELLS.map((name) => [name, document.createElement("td")]));
  for (const name of CELLS) cells[name].role = "cell";
  cells.whiteClock.className = cells.blackClock.className = "time";
  row.append(heading, ...CELLS.map((name) => cells[name]));
  return { row, link, cells };
}

function name(tag, side) {
  return tag && !/^[?.]+$/.test(tag) ? tag : side;
}

function draw(shown) {
  const { said, row, link, cells } = shown;
  row.toggleAttribute("data-unlinked", !said.linked);
  setText(link, said.name);
  setText(cells.round, name(said.round, ""));
  setText(cells.white, name(said.white, "White"));
  setText(cells.black, name(said.black, "Black"));
  setText(cells.last, said.last);
  setText(cells.status, said.status.replace("1/2-1/2", "½–½"));
  drawClocks(shown);
}

function drawClocks({ said, heard, cells }) {
  const faces = said.clock_ms ? clocksAfter(said, performance.now() - heard) : null;
  [["W", cells.whiteClock], ["B", cells.blackClock]].forEach(([side, cell], at) => {
    const periods = faces?.[at].periods ? `${faces[at].periods} × ` : "";
    setText(cell, faces ? periods + clockText(faces[at].ms, !said.clock_counts_up) : "");
    cell.toggleAttribute("data-running", Boolean(faces) && said.running === side);
  });
}

// Round 3.10 comes after 3.9, table 10 after table 9, and a board without a round last.
const order = new Intl.Collator(undefined, { numeric: true }).compare;
const before = (a, b) => !a.said.round - !b.said.round
  || order(a.said.round, b.said.round) || order(a.said.name, b.said.name);

function receive(event) {
  const sorted = new Set();
  for (const said of JSON.parse(event.data).rows) {
    const shown = rows.get(said.board) ?? newRow(said.board);
    if (shown.said?.round !== said.round || shown.said.name !== said.name) sorted.add(said.board);
    shown.said = said;
    shown.heard = performance.now() - said.age_ms;
    rows.set(said.board, shown);
    draw(shown);
  }
  if (sorted.size) $("boards").append(...[...rows.values()].sort(before).map((shown) => shown.row));
  $("empty").hidden = rows.size > 0;
  document.querySelector("table").hidden = rows.size === 0;
}

// ------------------------------------------------------------------ the stream
const RETRY_MS = 2000; // when the browser itself has given up
const SILENCE_MS = 40000; // two heartbeats (15 s) and some: nothing comes through any more
let source = null;
let silence = 0;

function connected(state) {
  clearTimeout(silence);
  silence = setTimeout(connect, SILENCE_MS);
  $("connection").dataset.state = state;
  setText($("connection"), CONNECTIONS[state]);
}

function connect() {
  source?.close();
  source = new EventSource("events");
  let ended = false;
  source.onopen = () => { ended = false; connected("live"); };
  source.onmessage = (event) => { connected("live"); receive(event); };
  source.addEventListener("heartbeat", () => connected("live"));
  source.addEventListener("end", () => { ended = true; connected("ended"); });
  source.onerror = () => {
    connected(ended ? "ended" : "reconnecting");
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
  };
}

setInterval(() => rows.forEach(drawClocks), 200);
connect();
