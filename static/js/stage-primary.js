// The console's primary button does what it says at the moment of the press. Two things change it while the host's finger
// is already on its way: a captain, and a clock that runs out. After such a change it keeps still for a moment; after a
// change that this console's own command has brought about, it acts at once.

import { serverNow } from "./live-clock.js";

const SETTLING = 800; // ms; longer than a press takes that was decided on before the change
const OWN = 2000; // ms after the answer within which a change may still be the own command's

let own = []; // commands under way or just answered, each good for one change: {until}
let said = null; // what the button would do
let settled = 0; // when it acts again
let timer = 0;

const slot = () => document.querySelector("[data-primary]");
const button = () => [...(slot()?.querySelectorAll(".key-button") ?? [])].find((one) => !one.closest("[hidden]"));

// --- which of the two forms counts, by the server's clock ---------------------------------------------------------------

function choose() {
  const now = serverNow();
  for (const part of slot()?.children ?? []) {
    const { from, until } = part.dataset;
    if (!from && !until) continue;
    const hidden = from ? now < Number(from) : now >= Number(until);
    if (part.hidden !== hidden) part.hidden = hidden;
    const name = hidden ? "primary-hidden" : "primary";
    const inside = part.querySelector(".key-button");
    if (inside && inside.dataset.testid !== name) inside.dataset.testid = name;
  }
}

// --- whose change it was ------------------------------------------------------------------------------------------------

document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
  if (requestConfig?.verb !== "post" || requestConfig.path.includes("/chat/")) return;
  const command = { until: Infinity };
  own.push(command);
  // On the request itself: its form may have been redrawn before the answer comes.
  xhr.addEventListener("loadend", () => {
    command.until = xhr.status >= 400 && xhr.status < 500 ? 0 : performance.now() + OWN;
  });
});

function isOwn() {
  own = own.filter(({ until }) => until > performance.now());
  return Boolean(own.shift());
}

// --- keeping still --------------------------------------------------------------------------------------------------------

// What it does, in full: the label says whom and how much, the fields say what the server would be told.
function meaning(one) {
  const form = one.closest("form");
  const fields = form ? [...new FormData(form)].filter(([name]) => name !== "expected_seq" && name !== "command_id") : [];
  return JSON.stringify([one.dataset.opens ?? "", one.querySelector(".label")?.textContent ?? "", fields]);
}

function keepStill(one, left) {
  one.setAttribute("aria-disabled", "true");
  one.dataset.reason = slot().dataset.settling;
  one.style.setProperty("--settling", `${left - SETTLING}ms`); // the line goes on where it was before a redraw
  clearTimeout(timer);
  timer = setTimeout(settle, left);
}

function settle() {
  const outcome = document.getElementById("outcome");
  for (const one of slot()?.querySelectorAll(".key-button[aria-disabled]") ?? []) {
    one.removeAttribute("aria-disabled");
    if (one.dataset.reason && outcome?.textContent.includes(one.dataset.reason)) outcome.replaceChildren();
    delete one.dataset.reason;
  }
}

export function watchPrimary() {
  choose();
  const one = button();
  const now = one ? meaning(one) : "";
  const changed = said !== null && said !== now;
  if (changed && !isOwn() && one) settled = performance.now() + SETTLING;
  else if (changed) settled = 0;
  said = now;
  const left = settled - performance.now();
  if (left <= 0) settle();
  else if (one && !one.disabled && !one.hasAttribute("aria-disabled")) keepStill(one, left);
}

// --- a dialog with keys of its own ------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const dialog = document.querySelector("dialog[open][data-own-keys]");
  if (!dialog || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const names = [event.key.toLowerCase(), /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : ""];
  const found = [...dialog.querySelectorAll("[data-key]")].find((one) => names.includes(one.dataset.key));
  if (!found) return;
  event.preventDefault();
  found.click();
});
