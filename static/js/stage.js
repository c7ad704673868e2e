// The page around the panels: the state of the game mirrored on it, the page's own fields and dialogs, which stand outside
// the panels and are shown when the game has a use for them, rings, unread messages, devices, sound.
//
// Every panel "head" holds one <span data-stage-state data-phase data-may …>: its data is mirrored on <main data-stage>.
// Each movement is a simple change for whoever asked for reduced motion.

import "./copy.js";
import { drawBuzzer, isDuellist, readBuzzer } from "./stage-buzzer.js";
import { forgetChoice, forgetTeam, offerTeams } from "./stage-choices.js";
import { countUp, openBox, slideLeaders, spinWheel, wash } from "./stage-motion.js";
import { watchPrimary } from "./stage-primary.js";
import { play, setSound } from "./stage-sound.js";
import { followTables } from "./stage-tables.js";

const main = document.querySelector("main[data-stage]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const screen = document.body.dataset.screen;
const TOAST = 4000;
const LOW = 5000; // ms left: the clock turns red

let state = {};
let cue = null;

// --- the state of the game, mirrored on the page ---------------------------------------------------------------------------

function mirror() {
  const mark = main.querySelector("[data-stage-state]");
  if (!mark) return;
  followTables();
  const before = state;
  state = { ...mark.dataset };
  for (const key of ["phase", "lot", "leader", "verdict", "may", "consulting"]) main.dataset[key] = state[key] ?? "";
  const may = new Set((state.may ?? "").split(" ").filter(Boolean));
  if (main.dataset.player && screen === "player" && state.answerer !== main.dataset.player) may.delete("answer");
  readBuzzer();
  if (!isDuellist()) may.delete("buzz");
  for (const part of document.querySelectorAll("[data-needs]")) part.hidden = !may.has(part.dataset.needs);
  drawBuzzer();
  for (const field of document.querySelectorAll("[data-is-answering]")) field.value = state.answering ?? "";
  for (const risk of document.querySelectorAll("[data-risk]")) risk.textContent = state.risk ?? "";
  for (const dialog of document.querySelectorAll("dialog[data-while][open]")) {
    if (!may.has(dialog.dataset.while)) dialog.close();
  }
  if (before.lot !== undefined && before.lot !== state.lot) {
    forgetExcuses();
    forgetTeam();
  }
  offerTeams();
  showExcuses(state.reprimanded ?? "");
  if (before.phase !== undefined && before.phase !== state.phase) forgetOutcomes();
  const happening = state.cue ?? "";
  if (cue !== null && happening && cue !== happening) happened(happening.split(":")[0]);
  cue = happening;
}

// A refusal belongs to the phase in which it was given. What was taken back stays for its while.
function forgetOutcomes() {
  for (const box of document.querySelectorAll("#outcome, .outcome-here")) {
    if (!box.closest("dialog[open]") && !box.querySelector(".outcome-accepted")) box.replaceChildren();
  }
}

function happened(what) {
  play(what);
  if (what === "right" || what === "wrong") wash(state.verdict);
}

// --- the ring around the pot: the digits are live-clock.js's, the ring is ours ----------------------------------------------------

function drawRings() {
  for (const ring of document.querySelectorAll("[data-ring]")) {
    const left = leftOn(ring);
    const total = Number(ring.dataset.total) || 1;
    ring.style.setProperty("stroke-dashoffset", String(100 - 100 * Math.min(1, left / total)));
    ring.classList.toggle("is-low", left <= LOW);
  }
  for (const clock of document.querySelectorAll("[data-clock]")) clock.classList.toggle("is-low", leftOn(clock) <= LOW);
  for (const note of document.querySelectorAll("[data-time-up]")) showTimeUp(note);
}

// §17: after the time the answer is due at once; after the grace it is late.
function showTimeUp(note) {
  const over = serverNow() - Number(note.dataset.deadline);
  note.hidden = over < 0;
  const late = over > Number(note.dataset.grace ?? Infinity);
  note.querySelector("[data-in-grace]")?.toggleAttribute("hidden", late);
  note.querySelector("[data-after-grace]")?.toggleAttribute("hidden", !late);
}

const serverNow = () => (window.sowa ? window.sowa.serverNow() : Date.now());

function leftOn({ dataset }) {
  return dataset.deadline ? Math.max(0, Number(dataset.deadline) - serverNow()) : Number(dataset.remaining) || 0;
}

function tick() {
  drawRings();
  if (still.matches) setTimeout(tick, 1000);
  else requestAnimationFrame(tick);
}

// --- dialogs -------------------------------------------------------------------------------------------------------------------------

document.addEventListener("click", ({ target }) => {
  const opener = target.closest?.("[data-opens]");
  if (opener) open(opener);
  const jump = target.closest?.("[data-opens-talk]");
  if (jump) openTalk(document.querySelector(`details[data-talk="${jump.dataset.opensTalk}"]`));
  const closer = target.closest?.("[data-closes]");
  if (closer) closer.closest("dialog").close();
  const field = target.closest?.("input[data-key]");
  if (field) document.getElementById(field.dataset.thenFocus ?? field.id)?.focus();
});

function open(opener) {
  const dialog = document.getElementById(opener.dataset.opens);
  if (!dialog || dialog.open || document.querySelector("dialog[open]")) return;
  forgetChoice(dialog);
  for (const [key, value] of Object.entries(opener.dataset)) {
    if (!key.startsWith("fill")) continue;
    const field = dialog.querySelector(`[name="${CSS.escape(key.slice(4).toLowerCase())}"]`);
    if (field) field.value = value;
    for (const place of dialog.querySelectorAll(`[data-shows="${CSS.escape(key.slice(4).toLowerCase())}"]`)) place.textContent = value;
  }
  dialog.querySelector(".outcome-here")?.replaceChildren();
  dialog.showModal();
  dialog.dispatchEvent(new CustomEvent("opened"));
  if (!dialog.querySelector("[autofocus]")) dialog.querySelector("select, input:not([type=hidden])")?.focus();
}

// --- forms: what a success closes and empties --------------------------------------------------------------------------------------

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const { elt, parameters } = detail;
  // The host's commands name the state that the console shows; those in panels bring it along.
  if (screen === "console" && !parameters.expected_seq) parameters.expected_seq = state.seqShown ?? "";
  if (parameters.do === "close" && screen === "console") excuse(detail);
  if (elt.matches?.("[data-command-line]")) parameters.text = parameters.text.trim();
});

// What is plain to see needs no sentence; what was taken back, put back or done in the chat has one for a while.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "outcome" || !detail.target.querySelector(".outcome-accepted")) return;
  const sent = detail.requestConfig?.formData?.get("do");
  if (sent && !["undo", "redo"].includes(sent)) return void detail.target.replaceChildren();
  const sentence = detail.target.firstElementChild;
  setTimeout(() => sentence?.remove(), TOAST);
});

document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  if (!(detail.xhr?.status < 300) || !(target instanceof HTMLFormElement)) return; // to htmx a refusal is a success, too
  const dialog = target.closest("dialog");
  if (dialog) {
    target.reset();
    dialog.close();
  }
  if (target.contains(document.activeElement) && screen === "console") document.activeElement.blur(); // Space acts again
});

// Escape leaves a field, so that the keys act again.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && screen === "console" && event.target.matches?.("input, select")) event.target.blur();
});

// --- excuses from the reprimand (§16) ------------------------------------------------------------------------------------------------

function showExcuses(reprimanded) {
  const teams = new Set(reprimanded.split(" "));
  for (const row of document.querySelectorAll("[data-excuse]")) row.hidden = !teams.has(row.dataset.excuse);
}

function forgetExcuses() {
  for (const row of document.querySelectorAll("[data-excuse]")) {
    row.querySelector("[type=checkbox]").checked = false;
    const reason = row.querySelector("[type=text]");
    reason.value = "";
    reason.disabled = true;
  }
}

const checksum = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 7);

function excuse({ parameters, elt }) {
  const rows = [...document.querySelectorAll("[data-excuse]:not([hidden])")];
  const excused = rows.filter((row) => row.querySelector("[type=checkbox]").checked);
  parameters.excused = excused.map((row) => row.dataset.excuse).join(",");
  parameters.reasons = excused.map((row) => `${row.dataset.name}: ${row.querySelector("[type=text]").value.trim()}`).join("; ");
  // The same press with the same excuses is the same command; another choice of excuses is another one.
  const field = elt.querySelector("[name=command_id]");
  if (!field) return;
  field.dataset.state ||= field.value;
  field.value = `${field.dataset.state}.${checksum(parameters.excused + parameters.reasons)}`;
  parameters.command_id = field.value;
}

// A sale with an excuse that has no reason waits for the reason.
document.addEventListener("htmx:confirm", (event) => {
  if (screen !== "console" || event.target.querySelector?.("[name=do]")?.value !== "close") return;
  for (const row of document.querySelectorAll("[data-excuse]:not([hidden])")) {
    const reason = row.querySelector("[type=text]");
    if (row.querySelector("[type=checkbox]").checked && !/\p{L}/u.test(reason.value)) {
      event.preventDefault();
      reason.setAttribute("aria-invalid", "true");
      reason.focus();
      return;
    }
    reason.removeAttribute("aria-invalid");
  }
});

document.addEventListener("change", ({ target }) => {
  const row = target.closest?.("[data-excuse]");
  if (!row || target.type !== "checkbox") return;
  const reason = row.querySelector("[type=text]");
  reason.disabled = !target.checked;
  if (target.checked) reason.focus();
});

// --- a captain who types the command into the Great Hall means the command (§11) --------------------------------------------------

document.addEventListener(
  "submit",
  (event) => {
    const chat = event.target.closest?.('[data-chat-form="hall"]');
    const line = document.querySelector("[data-command-line]");
    if (!chat || !line || line.closest("[hidden]")) return;
    const word = line.dataset.commandLine.toLocaleLowerCase();
    const text = chat.elements.text.value.trim();
    if (!word || !text.toLocaleLowerCase().startsWith(word)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    line.elements.text.value = text;
    chat.elements.text.value = "";
    line.requestSubmit();
  },
  true,
);

// --- the chat: at its end, and how much is unread ----------------------------------------------------------------------------------

const read = new Map(); // kept for this tab: a page that is loaded again still knows what has not been read
const readPlace = (key) => `sowa-read ${document.body.dataset.game} ${key}`;

function rememberRead(key, number) {
  read.set(key, number);
  try {
    sessionStorage.setItem(readPlace(key), number);
  } catch {
    // no storage in this browser: after a reload everything counts as read
  }
}

function lastRead(key) {
  try {
    return Number(sessionStorage.getItem(readPlace(key)) ?? NaN);
  } catch {
    return NaN;
  }
}

function lastNumber(talk) {
  return Math.max(0, ...[...talk.querySelectorAll("[data-number]")].map((line) => Number(line.dataset.number)));
}

function countUnread() {
  for (const talk of document.querySelectorAll("details[data-talk]")) {
    const key = talk.dataset.talk;
    const kept = read.has(key) ? NaN : lastRead(key);
    if (!talk.open && !Number.isNaN(kept)) read.set(key, kept);
    if (talk.open || !read.has(key)) rememberRead(key, lastNumber(talk));
    const fresh = [...talk.querySelectorAll("[data-number]")].filter((line) => Number(line.dataset.number) > read.get(key)).length;
    const badge = talk.querySelector("[data-unread]");
    for (const mark of [badge, ...document.querySelectorAll(`[data-unread-of="${key}"]`)]) {
      mark.hidden = !fresh;
      mark.textContent = fresh || "";
    }
  }
}

function openTalk(talk) {
  talk.open = true;
  talk.querySelector("form input[name=text]").focus();
  talk.scrollIntoView({ block: "end" });
}

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.("details[data-talk]")) return;
  countUnread();
  const scroll = target.querySelector('[data-scroll="end"]');
  if (target.open && scroll) scroll.scrollTop = scroll.scrollHeight;
}, true);

// --- who is there ------------------------------------------------------------------------------------------------------------------------

// The dot's state in words: for screen readers and for whoever points at it.
function nameDevices() {
  for (const dot of document.querySelectorAll("[data-seat]")) {
    const word = dot.dataset[`${dot.dataset.presence ?? "gone"}Word`] ?? "";
    const text = dot.dataset.who ? `${dot.dataset.who}: ${word}` : word;
    dot.title = text;
    if (dot.firstElementChild && dot.firstElementChild.textContent !== text) dot.firstElementChild.textContent = text;
  }
}

function nameLiveness() {
  for (const text of document.querySelectorAll("[data-live-text]")) {
    const now = document.documentElement.dataset.live ?? "live";
    if (text.dataset.now === now) continue;
    text.dataset.now = now;
    for (const word of text.querySelectorAll("[data-when-live]")) word.hidden = word.dataset.whenLive !== now;
  }
}

// --- sound, after one tap ---------------------------------------------------------------------------------------------------------------

let loud = false;

function toggleSound() {
  loud = setSound(!loud);
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.setAttribute("aria-pressed", String(loud));
    button.textContent = loud ? button.dataset.on : button.dataset.off;
    button.hidden = loud && !button.dataset.on;
  }
}

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-sound]") || document.querySelector("[data-sound-anywhere]")) toggleSound();
});

// --- all together ----------------------------------------------------------------------------------------------------------------------

function refresh(first) {
  mirror();
  spinWheel(state.lot, first);
  openBox(first);
  countUp();
  slideLeaders(first);
  countUnread();
  nameDevices();
  drawRings();
  if (screen === "console") watchPrimary();
}

if (main) {
  refresh(true);
  for (const scroll of document.querySelectorAll('[data-scroll="end"]')) scroll.scrollTop = scroll.scrollHeight;
  document.addEventListener("live:state", () => refresh(false));
  document.addEventListener("live:panel", () => queueMicrotask(() => refresh(false)));
  document.addEventListener("live:presence", nameDevices);
  new MutationObserver(nameLiveness).observe(document.documentElement, { attributeFilter: ["data-live"] });
  nameLiveness();
  if (screen === "console") setInterval(watchPrimary, 100); // a clock runs out without a message
  requestAnimationFrame(tick);
}
