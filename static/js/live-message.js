// What the live loop says to people. The words stand in the page (data attributes), in its language; here are only keys.
//
// There is one toast at a time: a sentence in #live-message, or what came of a press in #outcome. It leaves by itself, waits
// while somebody points at it or has the focus in it, and can be sent away: by its button, or by Escape.

const box = document.getElementById("live-message");
const outcome = document.getElementById("outcome");
const announcer = document.getElementById("announcer");
const STAYS = 6000; // ms
const REFUSAL_STAYS = 10_000;
// These say how things are, not what happened: they stay until that has changed.
const STANDING = ["restarting", "retrying", "expired", "revoked", "moved", "signed_out"];
const TIMES = { disabled: REFUSAL_STAYS, failed: REFUSAL_STAYS };
let shown = "";
let waiting = [];
let leaving = 0;
let due = 0; // ms that the toast still has
let since = 0;
let held = false;
let back = null; // what had the focus before the toast

// Shows the sentence in `data-<key>` of #live-message; without such a sentence nothing is shown.
export function say(key) {
  const text = sentence(key);
  if (!text) return;
  if (outcome) outcome.replaceChildren();
  if (shown !== key) {
    shown = key;
    box.hidden = false;
    box.textContent = text;
    box.append(dismissal());
  } // else it has been said
  leaveIn(timeOf(key));
}

const timeOf = (key) => (!key || STANDING.includes(key) ? 0 : TIMES[key] ?? STAYS);

export const sentence = (key) => (box && box.getAttribute(`data-${key.replaceAll("_", "-")}`)) || "";

// Takes the sentence away again, if it is (one of) these that stands there.
export function unsay(...keys) {
  if (!box || !keys.includes(shown)) return;
  shown = "";
  box.replaceChildren();
  box.hidden = true;
}

// Shows a refusal of this page itself where outcomes are: why a button is disabled, what a broken answer means.
export function refuse(text, link, place = outcome) {
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "outcome outcome-refused";
  const words = document.createElement("span");
  words.textContent = text;
  toast.append(words);
  if (link) toast.append(" ", link);
  place.replaceChildren(toast);
}

// Says a text to screen readers; what comes at the same time is said in one breath.
export function announce(text) {
  if (!announcer || !text) return;
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const line = document.createElement("p");
    line.textContent = waiting.join(" ");
    waiting = [];
    announcer.append(line);
    while (announcer.childElementCount > 5) announcer.firstElementChild.remove();
  }, 60);
}

// --- how a toast leaves ------------------------------------------------------------------------------------------------

function dismissal() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "toast-dismiss";
  button.setAttribute("aria-label", sentence("dismiss") || "×");
  button.addEventListener("click", dismiss);
  return button;
}

const isOutcome = () => Boolean(outcome && outcome.childNodes.length);

// The outcome covers a sentence that still holds; that one comes back when the outcome has left.
function dismiss() {
  clearTimeout(leaving);
  due = 0;
  held = false;
  const had = inToast(document.activeElement);
  if (isOutcome()) {
    outcome.replaceChildren();
    leaveIn(timeOf(shown));
  } else {
    unsay(shown);
  }
  if (had && back?.isConnected) back.focus({ preventScroll: true });
}

// A failure of the network does not leave before the network is back.
function leave() {
  const silent = document.documentElement.dataset.live === "stale";
  if (shown === "failed" && !isOutcome() && silent) leaveIn(1000);
  else dismiss();
}

function leaveIn(pause) {
  clearTimeout(leaving);
  due = pause;
  since = Date.now();
  if (due && !held) leaving = setTimeout(leave, due);
}

function hold(is) {
  if (is === held) return;
  held = is;
  if (!due) return;
  if (is) {
    clearTimeout(leaving);
    due = Math.max(2000, due - (Date.now() - since)); // who has read it to the end need not hurry away from it
  } else {
    leaveIn(due);
  }
}

const inToast = (part) => [outcome, box].some((one) => one?.contains(part));
const holds = (part) => part.matches(":hover") || part.contains(document.activeElement);

for (const part of [outcome, box]) {
  part?.addEventListener("focusin", ({ relatedTarget }) => {
    if (!inToast(relatedTarget)) back = relatedTarget;
  });
  for (const name of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
    part?.addEventListener(name, () => queueMicrotask(() => hold([outcome, box].some((one) => one && holds(one)))));
  }
}

// Whoever puts something into #outcome, the loop's answers or the page itself: it gets its button and its time.
if (outcome) {
  new MutationObserver(() => {
    const toast = outcome.querySelector(":scope > .outcome");
    if (!isOutcome()) return void (held = false);
    // The place is announced as it is; a role inside it would say the sentence a second time.
    if (outcome.hasAttribute("aria-live")) toast?.removeAttribute("role");
    if (outcome.querySelector(".toast-dismiss")) return;
    if (timeOf(shown)) unsay(shown);
    (toast ?? outcome).append(dismissal());
    leaveIn(toast?.matches(".outcome-accepted") ? STAYS : REFUSAL_STAYS);
  }).observe(outcome, { childList: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (isOutcome() || shown) dismiss();
});

// Where the toast may stand: above the thumb zone of a phone, below the bar of the console (stage.css).
const edges = { ".thumbs": "--thumb-zone", ".console-bar": "--bar-height" };
const measure = ({ target }) => {
  for (const [selector, name] of Object.entries(edges)) {
    if (!target.matches(selector)) continue;
    const height = getComputedStyle(target).position === "static" && selector === ".thumbs" ? 0 : target.offsetHeight;
    document.documentElement.style.setProperty(name, `${height}px`);
  }
};
const sizes = new ResizeObserver((entries) => entries.forEach(measure));
for (const selector of Object.keys(edges)) {
  const part = document.querySelector(selector);
  if (part) sizes.observe(part);
}
