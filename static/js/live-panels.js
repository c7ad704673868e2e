// Replaces the contents of a panel and keeps what the reader holds on to: focus, scrolling, opened details and dialogs,
// a finger that is just pressing a button. Fields never stand inside a panel, so nothing typed can be lost.

import { announce } from "./live-message.js";

const PRESS = 2000; // ms that a press may hold the panels still
const CLICK = 300; // ms within which the click follows the release
const shown = new WeakMap(); // panel → the HTML that it was given last
const spoken = new Map(); // what each [data-announce] said last
const due = new Map(); // panel → HTML to come, once nothing is pressed
const drawn = new WeakMap(); // panel → when it was last redrawn
let pressed = false;
let release = 0;
const SPOT = 24; // px: a finger that goes farther between two taps means something else with the second
let clicked = { at: 0, label: "" }; // the last click that counted
let spot = { x: 0, y: 0 }; // where the last click fell, whatever it met

export function swap(name, html) {
  for (const panel of document.querySelectorAll(`[data-panel="${CSS.escape(name)}"]`)) {
    if (pressed) due.set(panel, html);
    else put(panel, html);
  }
}

function put(panel, html) {
  if (shown.get(panel) === html) return;
  const first = !shown.has(panel);
  shown.set(panel, html);
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (first && fresh.innerHTML.trim() === panel.innerHTML.trim()) return speak(panel, true); // as the page came
  const kept = remember(panel);
  panel.replaceChildren(fresh.content);
  drawn.set(panel, performance.now());
  restore(panel, kept);
  window.htmx?.process(panel);
  speak(panel, first);
  panel.dispatchEvent(new CustomEvent("live:panel", { bubbles: true }));
}

// --- what the reader holds on to ---------------------------------------------------------------------------------------

function remember(panel) {
  const active = panel.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [panel, ...panel.querySelectorAll("[id], [data-scroll]")]
    .filter((part) => part.scrollTop || part.scrollLeft || part.dataset.scroll === "end")
    .map((part) => ({
      selector: part === panel ? null : selectorOf(part),
      top: part.scrollTop,
      left: part.scrollLeft,
      atEnd: part.dataset.scroll === "end" && part.scrollHeight - part.scrollTop - part.clientHeight < 24,
    }));
  return {
    active: active && active !== panel ? selectorOf(active) : null,
    hadFocus: Boolean(active),
    details: [...panel.querySelectorAll("details[id]")].map((part) => [part.id, part.open]),
    dialog: panel.querySelector("dialog[id][open]")?.id,
    scrolled,
  };
}

function selectorOf(part) {
  if (part.id) return `#${CSS.escape(part.id)}`;
  for (const key of ["data-key", "data-scroll", "name", "href"]) {
    const value = part.getAttribute(key);
    if (value) return `[${key}="${CSS.escape(value)}"]`;
  }
  return null;
}

function restore(panel, { active, hadFocus, details, dialog, scrolled }) {
  for (const [id, open] of details) {
    const part = panel.querySelector(`details#${CSS.escape(id)}`);
    if (part) part.open = open;
  }
  if (dialog) panel.querySelector(`dialog#${CSS.escape(dialog)}`)?.showModal();
  for (const { selector, top, left, atEnd } of scrolled) {
    const part = selector ? panel.querySelector(selector) : panel;
    if (part) part.scrollTo({ top: atEnd ? part.scrollHeight : top, left, behavior: "instant" });
  }
  if (!hadFocus) return;
  const again = active && panel.querySelector(active);
  if (!again) panel.tabIndex = -1; // what had the focus is gone: stay in its panel, not at the top of the page
  (again ?? panel).focus({ preventScroll: true });
}

// --- a finger on a button ----------------------------------------------------------------------------------------------

// A click needs press and release on the same element, at the same place: redrawing or moving anything between the two
// would swallow it. A touch's click comes a good while after the finger has left, on a busy phone more than 100 ms.
function letGo() {
  clearTimeout(release);
  pressed = false;
  const panels = [...due];
  due.clear();
  for (const [panel, html] of panels) put(panel, html);
}

function letGoIn(pause) {
  clearTimeout(release);
  release = setTimeout(letGo, pause);
}

document.addEventListener("pointerdown", ({ target }) => {
  letGo();
  // A buzzer acts on the touch itself and must see «go» at once.
  pressed = Boolean(target.closest?.("[data-panel], button, summary, a, label")) && !target.closest("[data-buzzer]");
  if (pressed) letGoIn(PRESS);
}, true);
document.addEventListener("pointerup", () => pressed && letGoIn(CLICK), true);
document.addEventListener("click", () => pressed && letGoIn(0), true);
document.addEventListener("pointercancel", letGo, true);

// The second click of a double click was meant for what stood here at the first: it counts only where the panel has been
// redrawn and the same button stands there again («+5 s», twice). Browsers call two quick taps a double one although they
// are a hundred pixels apart; those are two intentions.
document.addEventListener("click", (event) => {
  const aside = Math.hypot(event.clientX - spot.x, event.clientY - spot.y) > SPOT;
  spot = { x: event.clientX, y: event.clientY };
  const button = event.target.closest?.("[data-panel] button");
  if (!button) return;
  const label = button.textContent;
  const again = drawn.get(button.closest("[data-panel]")) > clicked.at && label === clicked.label;
  if (event.detail > 1 && !again && !aside) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    clicked = { at: event.timeStamp, label };
  }
}, true);

// --- for screen readers ------------------------------------------------------------------------------------------------

// <p data-announce="Red bids 600">: said when it has changed, not when the page opens.
function speak(panel, silently) {
  panel.querySelectorAll("[data-announce]").forEach((part, index) => {
    const key = part.id || `${panel.dataset.panel}/${index}`;
    const text = part.dataset.announce || part.textContent.trim();
    if (!silently && spoken.get(key) !== text) announce(text);
    spoken.set(key, text);
  });
}
