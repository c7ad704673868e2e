// The office's small conveniences; every page works without them.

import "./copy.js";

// Screen readers announce only what changes: what was there from the start is put in again.
const toasts = document.querySelector("[data-toasts]");
if (toasts && toasts.childElementCount) {
  const parts = [...toasts.children];
  toasts.replaceChildren();
  setTimeout(() => toasts.append(...parts), 150);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-print], [data-opens]");
  if (!button) return;
  if ("print" in button.dataset) window.print();
  if (button.dataset.opens) document.getElementById(button.dataset.opens).showModal();
});

// Where a second press would only stumble over what the first has done, it is let go; after a while it counts again.
const SAME_PRESS = 10_000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-once]") || event.defaultPrevented) return;
  const now = performance.now();
  if (form.dataset.once && now - Number(form.dataset.once) < SAME_PRESS) event.preventDefault();
  else form.dataset.once = now;
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-once]").forEach((form) => (form.dataset.once = "")));

// After an error the reader starts at the first field that needs attention.
document.querySelector(".is-invalid, [data-refused]")?.focus();

// A long page's contents: open beside the text where there is room, out of the way on a phone once something is chosen.
for (const contents of document.querySelectorAll("details[data-open-wide]")) {
  const wide = matchMedia("(min-width: 62rem)");
  contents.open = wide.matches;
  wide.addEventListener("change", () => (contents.open = wide.matches));
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) contents.open = false;
  });
}
