// Keyboard shortcuts, declared where they act: <button data-key="Space">, <a data-key="u">. `?` opens dialog#keys.
// Never while typing, in an open dialog, with modifiers, or on repeat. One key, one element: the first that is visible.

import { refuse, say } from "./live-message.js";

const TYPED_INTO = "input:not([type=button], [type=submit], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false])";

function named({ code, key }) {
  if (code === "Space" || key === " ") return ["Space"];
  // The letter that is printed, or the key's place on a Polish or Russian keyboard.
  return [key, key.toLowerCase(), /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key];
}

function find(keys) {
  for (const key of keys) {
    const found = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => one.checkVisibility() && !one.closest("[inert]"));
    if (found) return found;
  }
  return null;
}

// A disabled button says why: `data-reason` (or its description), with the link to the paragraph that stands beside it.
function explain(element) {
  const described = document.getElementById(element.getAttribute("aria-describedby") ?? "");
  const beside = described ?? element.closest(".do, form")?.querySelector(".why");
  const reason = element.dataset.reason || wordsOf(beside) || element.title;
  if (!reason || !document.getElementById("outcome")) return say("disabled");
  const link = beside?.querySelector("a[href]")?.cloneNode(true);
  const paragraph = link?.textContent.trim();
  refuse(paragraph && reason.endsWith(paragraph) ? reason.slice(0, -paragraph.length).trim() : reason, link);
}

const wordsOf = (part) => part?.textContent.replace(/\s+/g, " ").trim();

const isDisabled = (element) => element.disabled || element.getAttribute("aria-disabled") === "true";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.target.closest?.(TYPED_INTO)) return;
  const help = document.getElementById("keys");
  if (event.key === "?" && help) {
    event.preventDefault();
    if (help.open) help.close();
    else if (!document.querySelector("dialog[open]")) help.showModal();
    return;
  }
  if (event.shiftKey || document.querySelector("dialog[open]")) return;
  // Space and Enter belong to the button, link or summary that has the focus.
  if (["Space", "Enter"].includes(event.code) && event.target.closest?.("button, a[href], summary, label, [role=button]")) return;
  const element = find(named(event));
  if (!element) return;
  event.preventDefault();
  if (isDisabled(element)) explain(element);
  else element.click();
});

document.addEventListener(
  "click",
  (event) => {
    const element = event.target.closest?.("[aria-disabled=true]");
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    explain(element);
  },
  true,
);
