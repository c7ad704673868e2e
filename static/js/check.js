// /live/check: opens a stream and tells whether it is fit for a game. The sentences stand in the page; here are the measures.

import { synchronise } from "./live-clock.js";

const PATIENCE = 15_000; // ms
const LATE = 300;
const HEAPED = 1200;
const results = new Map();

function show(place, state, value) {
  for (const part of place.querySelectorAll("[data-when]")) {
    part.hidden = part.dataset.when !== state;
    const number = part.querySelector("[data-value]");
    if (number && value !== undefined) number.textContent = Math.round(value);
  }
  place.dataset.state = state;
}

function result(name, state, value) {
  if (results.has(name)) return;
  results.set(name, state);
  show(document.querySelector(`[data-check="${name}"]`), state, value);
  const states = [...results.values()];
  const verdict = document.querySelector("[data-verdict]");
  if (results.size < document.querySelectorAll("[data-check]").length) return;
  show(verdict, states.includes("bad") ? "bad" : states.includes("poor") ? "poor" : "good");
}

function tryStream() {
  const begin = performance.now();
  const source = new EventSource("/live/probe");
  const ticks = [];
  const end = (beaten) => {
    clearTimeout(timer);
    source.close();
    if (!ticks.length) {
      for (const name of ["arrives", "flows", "holds"]) result(name, "bad", 0);
      return;
    }
    judgeFlow(ticks);
    result("holds", beaten ? "good" : "bad");
  };
  const timer = setTimeout(end, PATIENCE, false);
  source.addEventListener("tick", ({ data }) => {
    const arrived = performance.now();
    const { now, n, of } = JSON.parse(data);
    if (!ticks.length) result("arrives", "good", arrived - begin);
    ticks.push({ arrived, sent: now });
    if (n === of) judgeFlow(ticks);
  });
  source.addEventListener("beat", () => end(true));
  source.onerror = () => end(false);
}

// How much later than the quickest an event came: a collecting proxy delivers the first one late and the last on time.
function judgeFlow(ticks) {
  const delays = ticks.map(({ arrived, sent }) => arrived - sent);
  const late = Math.max(...delays) - Math.min(...delays);
  result("flows", late > HEAPED ? "bad" : late > LATE ? "poor" : "good", late);
}

async function tryClock() {
  const best = await synchronise("/live/clock", 6);
  if (!best) result("clock", "bad");
  else if (best.spread > 250) result("clock", "poor", best.spread * 2);
  else result("clock", "good", Math.abs(best.offset));
}

tryStream();
tryClock();
result("tabs", typeof SharedWorker === "undefined" ? "poor" : "good");
result("awake", navigator.wakeLock ? "good" : "poor");
