// Clocks. The server sends a deadline, never ticks; this is the only code that writes their digits.
//
//   <span data-clock data-deadline="ms since the epoch" data-total="ms">   running
//   <span data-clock data-remaining="ms" data-total="ms">                  paused
//
// Sets the text to m:ss and --left from 1 to 0. At 30, 10, 5 and 0 seconds screen readers hear `data-say-30` … of the
// clock or of #announcer.

import { announce } from "./live-message.js";

const SPOKEN = [0, 5, 10, 30];
const AGEING = 0.0005; // ms a ms: how fast a sample is trusted less, and many times what a computer's clock drifts
const DRIFT = 1500; // ms: more than any delay of a beat; the computer's own clock has been set
let offset = 0; // what to add to our clock to get the server's
let spread = Infinity; // half the round trip of the sample that offset comes from
let taken = 0; // when that was
let last = new Map(); // clock → seconds last shown

export const serverNow = () => Date.now() + offset;
export const uncertainty = () => spread;

// Several round trips; the quickest knows best.
export async function synchronise(url, rounds = 5) {
  let best = null;
  for (let round = 0; round < rounds; round++) {
    const sample = await measure(url);
    if (sample && (!best || sample.spread < best.spread)) best = sample;
    if (round + 1 < rounds) await new Promise((resolve) => setTimeout(resolve, 120));
  }
  if (best) adopt(best);
  return best;
}

// A slow round trip does not spoil what a quick one has found out, unless the two contradict each other.
function adopt(sample) {
  const trust = spread + (performance.now() - taken) * AGEING;
  if (sample.spread > trust && Math.abs(sample.offset - offset) <= sample.spread + trust) return;
  ({ offset, spread } = sample);
  taken = performance.now();
}

export async function measure(url) {
  try {
    const sent = Date.now();
    const begin = performance.now();
    const response = await fetch(url, { cache: "no-store" });
    const { now } = await response.json();
    const trip = performance.now() - begin;
    return { offset: now - (sent + trip / 2), spread: trip / 2 };
  } catch {
    return null; // no network: the old offset is as good as any
  }
}

// A beat says the time, too, late by its delay: enough to notice that a clock has jumped.
export const disagrees = (now) => Math.abs(now - serverNow()) > DRIFT;

function remaining(clock) {
  const { deadline, remaining: paused } = clock.dataset;
  if (deadline) return Math.max(0, Number(deadline) - serverNow());
  return paused ? Math.max(0, Number(paused)) : null;
}

function speak(clock, seconds, before) {
  const crossed = SPOKEN.find((mark) => seconds <= mark && before > mark);
  if (crossed === undefined) return false;
  const key = `data-say-${crossed}`;
  const from = clock.hasAttribute(key) ? clock : document.getElementById("announcer");
  announce((from && from.getAttribute(key)) || String(crossed));
  return true;
}

function draw() {
  const now = new Map();
  let spoken = false;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = remaining(clock);
    if (left === null) continue;
    const seconds = Math.ceil(left / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    const total = Number(clock.dataset.total) || left || 1;
    clock.style.setProperty("--left", Math.min(1, left / total).toFixed(3));
    clock.classList.toggle("is-over", left === 0);
    // A clock that was redrawn is the same one if it has the same deadline; two that show one deadline speak once.
    const key = clock.dataset.deadline;
    if (!key) continue;
    if (!spoken && !now.has(key) && last.has(key)) spoken = speak(clock, seconds, last.get(key));
    now.set(key, seconds);
  }
  last = now;
}

export const drawClocks = draw;
setInterval(draw, 100);
draw();
