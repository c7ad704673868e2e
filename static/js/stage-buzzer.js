// The buzzer of a duel (§25) on a duellist's phone. It says at once that a press is on its way, and never that it was the
// first: who answers is decided by the server alone and comes with the panels, as everything else does.
//
//   <span data-duel="armed" data-face-now="armed" data-duellist="p7" data-attempt="…" data-locked-until="ms">
//   <form data-buzzer><button data-face="wait"> <span data-when="wait">…</span> <span data-when="armed">…</span> …
//
// Faces: wait (before «go»), armed, sent, arrived, locked. The words stand in the page; here is only which of them shows.

import { serverNow } from "./live-clock.js";
import { newId } from "./live-commands.js";
import { announce } from "./live-message.js";

const KEYS = ["Space", "Enter", "NumpadEnter", "KeyB"];
const OWN_CONTROL = "button, a[href], summary, label, [role=button], [tabindex]:not([tabindex='-1'])";
const TYPED_INTO = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const SAME_PRESS = 700; // ms within which a touch, its click and its pointer are one press

const main = document.querySelector("main[data-stage]");
const form = document.querySelector("form[data-buzzer]");
const button = form?.querySelector("button");
const tenths = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1 });
let mark = {}; // what the server says
let sent = ""; // "sent" or "arrived", for `attempt` only: what this phone knows before the server's next panels
let attempt = "";
let early = false; // pressed before «go»: most likely a false start, so not a word of who might be first
let pressed = -SAME_PRESS;
let said = "";

// --- whose buzzer it is --------------------------------------------------------------------------------------------------

export function isDuellist() {
  const { player, role } = main?.dataset ?? {};
  return Boolean(mark.duellist) && (player ? player === mark.duellist : role === "captain" && mark.captain !== undefined);
}

export function readBuzzer() {
  mark = { ...document.querySelector("[data-duel]")?.dataset };
  const now = mark.attempt ?? "";
  if (attempt !== now) sent = "";
  attempt = now;
}

// --- which face it shows -------------------------------------------------------------------------------------------------

const lockLeft = () => Math.max(0, Number(mark.lockedUntil || 0) - serverNow());

function face() {
  if (lockLeft()) return "locked";
  const known = mark.faceNow || "soon";
  return sent && ["wait", "armed"].includes(known) ? sent : known;
}

export function drawBuzzer() {
  if (!form || form.hidden) return void (said = "");
  if (!said) document.dispatchEvent(new CustomEvent("live:synchronise")); // while there is time to do it well
  const now = face();
  if (button.dataset.face !== now) button.dataset.face = now;
  for (const words of button.querySelectorAll("[data-when]")) {
    const hidden = words.dataset.when !== now;
    if (words.hidden !== hidden) words.hidden = hidden;
  }
  const left = form.querySelector("[data-lock-left]");
  if (left) left.textContent = tenths.format(Math.ceil(lockLeft() / 100) / 10);
  if (said !== now) announce(button.querySelector(`[data-when="${now}"]`)?.dataset.say ?? "");
  said = now;
}

// --- pressing it -----------------------------------------------------------------------------------------------------------

function press(event) {
  if (form.hidden || !["wait", "armed"].includes(face())) return;
  // When the finger came down, not when this page found time to notice.
  const ago = Math.min(1000, Math.max(0, performance.now() - event.timeStamp));
  form.elements.pressed_at.value = Math.round(serverNow() - ago);
  form.elements.command_id.value = newId(); // each press is a command of its own; sent again, it is the same one
  early = face() === "wait";
  sent = "sent";
  drawBuzzer();
  navigator.vibrate?.(20);
  form.requestSubmit();
}

function byHand(event) {
  if (event.button > 0) return; // the right button of a mouse
  event.preventDefault();
  const again = event.type !== "pointerdown" && event.timeStamp - pressed < SAME_PRESS;
  if (again) return;
  pressed = event.timeStamp;
  press(event);
}

function byKey(event) {
  if (form.hidden || event.defaultPrevented || event.repeat || event.isComposing || !KEYS.includes(event.code)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.(TYPED_INTO) || document.querySelector("dialog[open]")) return;
  const other = event.target.closest?.(OWN_CONTROL);
  if (event.code !== "KeyB" && other && other !== button) return; // Space and Enter belong to what has the focus
  event.preventDefault();
  press(event);
}

if (form) {
  button.addEventListener("pointerdown", byHand);
  button.addEventListener("touchstart", byHand, { passive: false });
  button.addEventListener("click", byHand, true); // from a screen reader, which touches nothing
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press is a press
  document.addEventListener("keydown", byKey, true);
  // On the document: a press that is sent again comes from the body.
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
    if (requestConfig.formData?.get("do") !== "press" || xhr.status === 0) return;
    if (sent) sent = xhr.status >= 300 ? "" : early ? "sent" : "arrived";
    drawBuzzer();
  });
  document.addEventListener("live:failed", () => {
    if (sent === "sent") sent = "";
    drawBuzzer();
  });
  setInterval(() => (lockLeft() || button.dataset.face === "locked") && drawBuzzer(), 100);
}
