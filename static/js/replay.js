// A finished game move by move. Every step is a link and works as one; here the panels are exchanged without a new page,
// the slider follows, and the game can run by itself.

import { swap } from "./live-panels.js";
import { drawClocks } from "./live-clock.js";

const { body } = document;
const seek = document.querySelector("[data-seek]");
const slider = seek.elements.move;
const autoplay = seek.querySelector("[data-autoplay]");
const speed = seek.querySelector("[data-speed]");
const step = document.querySelector("[data-step]");
const now = document.querySelector("[data-chart-now]");
const count = Number(body.dataset.count);
const WHEEL = 3400; // ms: a draw is watched to its end

let move = Number(body.dataset.move);
let asked = null; // the request on its way
let timer = 0;

async function go(to, { remember = true } = {}) {
  const wanted = Math.max(0, Math.min(count, to));
  asked?.abort();
  asked = new AbortController();
  try {
    const response = await fetch(`?move=${wanted}`, { headers: { Accept: "application/json" }, signal: asked.signal });
    if (!response.ok) throw new Error(response.status);
    show(await response.json(), remember);
  } catch (error) {
    if (error.name !== "AbortError") location.assign(`?move=${wanted}`); // the plain page says what is wrong
  }
}

function show(answer, remember) {
  move = answer.move;
  for (const [name, html] of Object.entries(answer.panels)) swap(name, html);
  const held = step.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  step.innerHTML = answer.step;
  if (held) step.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  if (document.activeElement !== slider || Number(slider.value) !== move) slider.value = move;
  if (remember) history.replaceState(null, "", `?move=${move}`);
  markChart();
  drawClocks();
  document.dispatchEvent(new CustomEvent("live:state", { detail: { seq: move, chat: -1 } }));
  if (isPlaying()) schedule();
}

// --- the place in the chart ------------------------------------------------------------------------------------------

function markChart() {
  if (!now) return;
  const [left, right, moves] = [now.dataset.left, now.dataset.right, now.dataset.moves].map(Number);
  const x = left + Math.floor(((right - left) * move) / Math.max(1, moves));
  now.setAttribute("d", now.getAttribute("d").replace(/^M\d+/, `M${x}`));
}

document.querySelector(".chart-drawing")?.addEventListener("click", (event) => {
  if (!now) return;
  const drawing = event.currentTarget;
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const [left, right] = [now.dataset.left, now.dataset.right].map(Number);
  if (place.x >= left && place.x <= right) go(Math.round(((place.x - left) / (right - left)) * count));
});

// --- by hand ---------------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  go(Number(link.dataset.go));
});

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

seek.addEventListener("submit", (event) => {
  event.preventDefault();
  go(Number(slider.value));
});

window.addEventListener("popstate", () => go(Number(new URLSearchParams(location.search).get("move") ?? 0), { remember: false }));

// --- by itself -------------------------------------------------------------------------------------------------------

const isPlaying = () => autoplay.getAttribute("aria-pressed") === "true";

function schedule() {
  clearTimeout(timer);
  if (move >= count) return pause();
  const spinning = document.querySelector(".is-spinning");
  timer = setTimeout(() => go(move + 1), Math.max(Number(speed.value), spinning && Number(speed.value) >= 1000 ? WHEEL : 0));
}

function pause() {
  clearTimeout(timer);
  press(false);
}

function press(on) {
  autoplay.setAttribute("aria-pressed", String(on));
  autoplay.querySelector("[data-when-on]").hidden = !on;
  autoplay.querySelector("[data-when-off]").hidden = on;
}

autoplay.addEventListener("click", () => {
  if (isPlaying()) return pause();
  press(true);
  if (move >= count) go(0);
  else schedule();
});

speed.addEventListener("change", () => isPlaying() && schedule());

autoplay.hidden = false;
seek.querySelector("[data-speed-place]").hidden = false;
seek.querySelector("[data-seek-go]").hidden = true;
