// The live page: shows the newest snapshot that `events` sends (docs/reference/page.md).
//
// Everything on the page is a function of `shown` below. Text from the game only ever becomes text
// (textContent), never markup. Board pictures come from the server: board.svg draws what its
// address says, so a past position is fetched just like the live one.

import { clockText, clocksAfter } from "./clock.js";

const $ = (id) => document.getElementById(id);

const shown = {
  snapshot: null, // the newest, complete in itself
  heard: 0, // performance.now() for which its clocks hold, less its age on the server
  pace: 1, // board milliseconds in one of ours
  ply: null, // the half-move that is looked at (0 = start position); null follows the game
  orientation: new URLSearchParams(location.search).get("orientation") === "black" ? "black" : "white",
  connection: "connecting",
};

// ------------------------------------------------------------------ words
const CONNECTIONS = {
  connecting: "connecting",
  live: "live",
  unlinked: "board not heard",
  reconnecting: "reconnecting",
  ended: "off the air",
};
const LAMPS = ["off", "lift", "place", "ask", "mark", "must"];
const LAMP_MEANINGS = {
  lift: "Take the piece off this square",
  place: "Put the missing piece on this square",
  ask: "The board asks about this square",
  mark: "Square of interest",
  must: "This piece must move or be taken",
};
const PIECES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const SCORES = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"], "0-0": ["0", "0"] };

function tag(name) {
  const value = shown.snapshot?.tags[name];
  return value && !/^[?.]+$/.test(value) ? value : "";
}

function playerName(side) {
  const name = tag(side === "W" ? "White" : "Black") || (side === "W" ? "White" : "Black");
  return [tag(side === "W" ? "WhiteTitle" : "BlackTitle"), name].filter(Boolean).join(" ");
}

function startsWithBlack(fen) {
  return fen.split(" ")[1] === "b";
}

function moveNumber(index) {
  const fen = shown.snapshot.start_fen;
  const first = Number(fen.split(" ")[5]) || 1;
  return first + Math.floor((index + (startsWithBlack(fen) ? 1 : 0)) / 2);
}

function moveText(index) {
  const black = (index + (startsWithBlack(shown.snapshot.start_fen) ? 1 : 0)) % 2;
  return `${moveNumber(index)}${black ? "…" : "."} ${shown.snapshot.plies[index].san}`;
}

function positionInWords(fen) {
  const squares = { w: [], b: [] };
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) { file += Number(letter); continue; }
      const side = letter === letter.toUpperCase() ? "w" : "b";
      squares[side].push(`${PIECES[letter.toLowerCase()] ?? "piece"} ${"abcdefgh"[file]}${8 - down}`);
      file += 1;
    }
  });
  return `White: ${squares.w.join(", ")}. Black: ${squares.b.join(", ")}.`;
}

// ------------------------------------------------------------------ what is looked at
function plyCount() {
  return shown.snapshot ? shown.snapshot.plies.length : 0;
}

function currentPly() {
  return shown.ply === null ? plyCount() : Math.min(shown.ply, plyCount());
}

function look(ply) {
  shown.ply = ply >= plyCount() ? null : Math.max(0, ply);
  draw();
}

// ------------------------------------------------------------------ drawing
function draw() {
  drawConnection();
  drawHeader();
  drawPlayers();
  drawClocks();
  drawStatus();
  drawLegend();
  drawMoves();
  drawButtons();
  drawBoard();
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setData(element, name, on) {
  if (on) element.dataset[name] = on === true ? "" : on;
  else delete element.dataset[name];
}

function drawConnection() {
  const unlinked = shown.connection === "live" && shown.snapshot && !shown.snapshot.linked;
  const state = unlinked ? "unlinked" : shown.connection;
  setData($("connection"), "state", state);
  setText($("connection"), CONNECTIONS[state]);
}

function drawHeader() {
  if (!shown.snapshot) return;
  setText($("event"), tag("Event") || "Live game");
  const round = tag("Round") && `Round ${tag("Round")}`;
  const board = tag("Board") && `Board ${tag("Board")}`;
  const date = tag("Date").replace(/[.]/g, "-").replace(/-[?]+/g, "");
  setText($("details"), [tag("Site"), date, round, board].filter(Boolean).join(" · "));
  const names = `${playerName("W")} – ${playerName("B")}`;
  const title = tag("White") || tag("Black") ? `${names} · touchmove` : "touchmove";
  if (document.title !== title) document.title = title;
}

function drawPlayers() {
  const sides = shown.orientation === "white" ? ["B", "W"] : ["W", "B"];
  [$("upper"), $("lower")].forEach((row, at) => {
    const side = sides[at];
    const index = side === "W" ? 0 : 1;
    const elo = tag(side === "W" ? "WhiteElo" : "BlackElo");
    const illegal = shown.snapshot?.illegal[index] ?? 0;
    const faults = illegal ? `${illegal} illegal move${illegal > 1 ? "s" : ""}` : "";
    row.dataset.color = side;
    setText(row.querySelector(".name"), playerName(side));
    setText(row.querySelector(".note"), [elo, faults].filter(Boolean).join(" · "));
    setText(row.querySelector(".score"), SCORES[shown.snapshot?.result]?.[index] ?? "");
    row.querySelector(".clock").setAttribute("aria-label", `${side === "W" ? "White" : "Black"}'s clock`);
  });
}

// What the clocks show now: the snapshot's times, run on for as long as it has been known.
function clocksNow() {
  return clocksAfter(shown.snapshot, (performance.now() - shown.heard) * shown.pace);
}

function drawClocks() {
  const faces = shown.snapshot?.clock_ms ? clocksNow() : null;
  for (const row of [$("upper"), $("lower")]) {
    const side = row.dataset.color;
    const face = side ? faces?.[side === "W" ? 0 : 1] : null;
    const precise = !shown.snapshot?.clock_counts_up;
    setText(row.querySelector(".clock"), face ? clockText(face.ms, precise) : "");
    setText(row.querySelector(".periods"), face?.periods ? `${face.periods} ×` : "");
    setData(row, "running", Boolean(side) && shown.snapshot?.running === side);
  }
}

function outOfStep({ phase, lift, place }) {
  const asked = phase === "playing" || phase === "adjourned";
  return phase === "restoring" || (asked && lift.length + place.length > 0);
}

function statusText() {
  const snapshot = shown.snapshot;
  if (!snapshot) return "No game yet. It appears here as soon as the board is heard.";
  if (snapshot.result !== "*") {
    const result = snapshot.result.replace("1/2-1/2", "½–½").replace("-", "–");
    return [result, snapshot.termination].filter(Boolean).join(" · ");
  }
  if (snapshot.termination) return `No result · ${snapshot.termination}`;
  if (snapshot.phase === "setup") return "The pieces are being set up.";
  if (snapshot.phase === "paused") return "The clocks are stopped.";
  if (snapshot.phase === "adjourned" && !outOfStep(snapshot)) return "The game is adjourned.";
  if (outOfStep(snapshot)) {
    const lift = snapshot.lift.length ? `lift ${snapshot.lift.join(", ")}` : "";
    const place = snapshot.place.length ? `place ${snapshot.place.join(", ")}` : "";
    const todo = [lift, place].filter(Boolean).join("; ");
    return `Board out of step with the game${todo && `: ${todo}`}`;
  }
  const last = snapshot.plies.at(-1);
  if (last && !last.completed) return `${moveText(snapshot.plies.length - 1)} is made, the clock is not pressed yet.`;
  return `${startsWithBlack(snapshot.fen) ? "Black" : "White"} to move${snapshot.check ? ", in check" : ""}`;
}

function noticeText({ detail, question }) {
  return question ? `Question to the players: ${detail}` : detail;
}

function drawStatus() {
  setText($("status"), statusText());
  setData($("status"), "warning", Boolean(shown.snapshot) && outOfStep(shown.snapshot));
  const notices = shown.snapshot?.notices ?? [];
  setText($("notices"), notices.map(noticeText).join(" · "));
  $("notices").hidden = notices.length === 0;
}

function drawLegend() {
  const lit = new Set([...(shown.snapshot?.lamps ?? "")].map((digit) => LAMPS[Number(digit)]));
  const kinds = Object.keys(LAMP_MEANINGS).filter((kind) => lit.has(kind));
  const legend = $("legend");
  if (legend.dataset.kinds === kinds.join()) return;
  legend.dataset.kinds = kinds.join();
  legend.hidden = kinds.length === 0;
  legend.replaceChildren(...kinds.map((kind) => {
    const item = document.createElement("li");
    const picture = Object.assign(document.createElement("img"), { src: `lamps/${kind}.svg`, alt: "" });
    item.append(picture, LAMP_MEANINGS[kind]);
    return item;
  }));
}

function drawMoves() {
  const list = $("moves");
  const plies = shown.snapshot?.plies ?? [];
  const offset = plies.length && startsWithBlack(shown.snapshot.start_fen) ? 1 : 0;
  const rows = Math.ceil((plies.length + offset) / 2);
  while (list.children.length > rows) list.lastChild.remove();
  while (list.children.length < rows) list.append(document.createElement("li"));
  [...list.children].forEach((item, row) => {
    const indices = [2 * row - offset, 2 * row + 1 - offset].filter((index) => index < plies.length);
    const key = JSON.stringify([moveNumber(Math.max(0, indices[0])), indices.map((index) => plies[index])]);
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    item.replaceChildren(numberCell(indices), ...indices.map(moveCell));
  });
  markCurrent();
}

function numberCell(indices) {
  const cell = document.createElement("span");
  cell.className = "number";
  cell.textContent = `${moveNumber(Math.max(0, indices[0]))}.`;
  return cell;
}

function moveCell(index) {
  if (index < 0) return Object.assign(document.createElement("span"), { textContent: "…", className: "number" });
  const ply = shown.snapshot.plies[index];
  const button = Object.assign(document.createElement("button"), { type: "button" });
  button.dataset.ply = index + 1;
  button.append(ply.san);
  if (!ply.completed) {
    button.dataset.pending = "";
    button.title = "Made, but the clock is not pressed yet";
  }
  if (ply.clock_ms !== null) {
    const clock = document.createElement("small");
    clock.textContent = clockText(ply.clock_ms, false);
    button.append(clock);
  }
  return button;
}

const MARGIN_PX = 5; // the current move never touches the edge of the list

function markCurrent() {
  const wanted = String(currentPly());
  const list = $("moves");
  const before = list.querySelector("[aria-current]");
  const now = list.querySelector(`[data-ply="${wanted}"]`);
  if (before === now) return;
  before?.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "true");
  if (!now) { list.scrollTop = 0; return; }
  const above = now.offsetTop - list.offsetTop;
  const below = above + now.offsetHeight - list.clientHeight;
  if (above < list.scrollTop) list.scrollTop = above - MARGIN_PX;
  if (below > list.scrollTop) list.scrollTop = below + MARGIN_PX;
}

function drawButtons() {
  const ply = currentPly();
  $("first").disabled = $("previous").disabled = ply === 0;
  $("next").disabled = $("last").disabled = ply === plyCount();
  $("live").setAttribute("aria-pressed", String(shown.ply === null));
  $("pgn").hidden = plyCount() === 0;
}

// ------------------------------------------------------------------ the board's picture
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
let shownPicture = "";
let drawing = false;

function boardQuery() {
  const snapshot = shown.snapshot;
  const ply = currentPly();
  const fen = ply ? snapshot.plies[ply - 1].fen : snapshot?.start_fen ?? START;
  const query = new URLSearchParams({ fen, orientation: shown.orientation });
  if (ply) query.set("last", snapshot.plies[ply - 1].uci);
  if (snapshot && shown.ply === null) {
    if (/[^0]/.test(snapshot.lamps)) query.set("lamps", snapshot.lamps);
    if (snapshot.phase !== "over" && snapshot.lift.length) query.set("lift", snapshot.lift.join(""));
    if (snapshot.phase !== "over" && snapshot.place.length) query.set("place", snapshot.place.join(""));
  }
  const title = ply ? `After ${moveText(ply - 1)}` : "Start position";
  return { fen, address: `board.svg?${query}`, title };
}

// One picture at a time, then the newest: a slow device skips pictures and never starves.
async function drawBoard() {
  setData($("frame"), "past", shown.ply !== null);
  if (drawing) return;
  drawing = true;
  while (shownPicture !== boardQuery().address) {
    const arrived = await showPicture(boardQuery());
    setData($("frame"), "missing", !arrived);
    if (!arrived) break; // asked for again as soon as something is heard
  }
  drawing = false;
}

async function showPicture({ fen, address, title }) {
  const picture = Object.assign(new Image(), { src: address });
  try {
    await picture.decode();
  } catch {
    return false;
  }
  shownPicture = address;
  $("board").src = address;
  $("board").alt = `${title}. ${positionInWords(fen)}`;
  return true;
}

// ------------------------------------------------------------------ the stream
function receive(event) {
  const { snapshot, age_ms, pace } = JSON.parse(event.data);
  const before = shown.snapshot;
  shown.snapshot = snapshot;
  shown.heard = performance.now() - age_ms;
  shown.pace = pace;
  if (shown.ply !== null && shown.ply >= snapshot.plies.length) shown.ply = null;
  draw();
  speak(before);
}

function speak(before) {
  const now = shown.snapshot;
  const said = [];
  if (before && now.plies.length > before.plies.length) {
    const side = startsWithBlack(now.plies.at(-1).fen) ? "White" : "Black";
    said.push(`${side} plays ${moveText(now.plies.length - 1)}`);
  }
  if (before?.phase !== now.phase || before.result !== now.result) said.push(statusText());
  if (said.length) setText($("spoken"), said.join(". "));
}

const RETRY_MS = 2000; // when the browser itself has given up
const SILENCE_MS = 40000; // two heartbeats (15 s) and some: nothing comes through any more
let source = null;
let silence = 0;

function connected(state) {
  shown.connection = state;
  clearTimeout(silence);
  silence = setTimeout(connect, SILENCE_MS);
  drawConnection();
  if (state === "live") drawBoard();
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

// ------------------------------------------------------------------ hands
const STEPS = {
  first: () => look(0),
  previous: () => look(currentPly() - 1),
  next: () => look(currentPly() + 1),
  last: () => look(plyCount()),
  live: () => look(plyCount()),
  turn: () => {
    shown.orientation = shown.orientation === "white" ? "black" : "white";
    const url = new URL(location);
    url.searchParams.set("orientation", shown.orientation);
    history.replaceState(null, "", url);
    draw();
  },
};
const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last", f: "turn" };

for (const [id, step] of Object.entries(STEPS)) $(id).addEventListener("click", step);
$("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) look(Number(button.dataset.ply));
});
document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  STEPS[step]();
});

$("hall").hidden = !/\/boards\/[^/]+\/$/.test(location.pathname); // one board alone has no hall
setInterval(drawClocks, 100);
draw();
connect();
