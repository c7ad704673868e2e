// Commands: ids that make a repeated one harmless, retries when the network fails, and forms that say they are busy.
// Nothing that anybody has typed is ever touched; `data-clear-on-success` empties a field once its text has arrived.

import { refuse, say, sentence, unsay } from "./live-message.js";
import { serverNow, uncertainty } from "./live-clock.js";

const TRIES = 3;
const PAUSES = [500, 1000, 2000];
const TIMEOUT = 10_000;
const GATEWAY = [502, 503, 504]; // a proxy whose server restarts: nobody has answered
const unanswered = new WeakMap(); // form → {id, content}: the same text sent again is the same command
const heard = new WeakSet(); // elements that have our listeners
const tries = new Map(); // command id → retries so far

// crypto.randomUUID is missing on plain HTTP, where a school may well play.
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const contentOf = (data) => JSON.stringify([...data].filter(([key]) => key !== "command_id" && key !== "pressed_at"));

function commandId(form, data) {
  const content = contentOf(data);
  const before = unanswered.get(form);
  const id = before && before.content === content ? before.id : newId();
  unanswered.set(form, { id, content });
  return id;
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb !== "post") return;
  const { elt, formData } = detail;
  detail.timeout ||= TIMEOUT;
  if (!formData.get("command_id")) detail.parameters.command_id = commandId(elt, formData);
  if (formData.has("pressed_at") && !tries.has(formData.get("command_id"))) {
    // A duel's buzzer: when it was pressed, by the server's clock.
    detail.parameters.pressed_at = formData.get("pressed_at") || Math.round(serverNow());
    if (formData.has("uncertainty")) detail.parameters.uncertainty = Math.ceil(Math.min(uncertainty(), 9999));
  }
  // On the element itself: a panel may be redrawn while its command is under way, and then nothing bubbles any more.
  if (heard.has(elt)) return;
  heard.add(elt);
  elt.addEventListener("htmx:beforeSend", (event) => event.target === elt && busy(elt, true));
  elt.addEventListener("htmx:afterRequest", (event) => event.target === elt && answered(elt, event.detail));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    elt.addEventListener(name, (event) => event.target === elt && retry(event.detail));
  }
});

function busy(elt, is) {
  if (elt === document.body) return;
  if (is) elt.setAttribute("aria-busy", "true");
  else elt.removeAttribute("aria-busy");
}

function answered(elt, { xhr, requestConfig }) {
  busy(elt, false);
  if (requestConfig.verb !== "post" || xhr.status === 0) return; // htmx:sendError or htmx:timeout follows
  if (GATEWAY.includes(xhr.status) && !isFragment(xhr)) return retry({ requestConfig, target: requestConfig.target });
  unanswered.delete(elt);
  tries.delete(requestConfig.formData.get("command_id"));
  unsay("retrying", "failed");
  if (xhr.status < 400) clear(elt, requestConfig.formData);
}

// A refusal of the request itself (400, 403, 5xx) is shown as the rules' refusals are, if it is our fragment. A whole page
// would not fit there: then the page's own sentence is shown. 401 leads to another page by its header.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  if (xhr.status < 400 || [401, 422].includes(xhr.status) || requestConfig?.verb !== "post") return;
  if (GATEWAY.includes(xhr.status) && !isFragment(xhr)) return; // it is sent again
  if (isFragment(xhr)) {
    detail.shouldSwap = true;
    detail.isError = false;
  } else if (sentence("broken")) {
    refuse(sentence("broken"), null, detail.target?.matches(".outcome-here") ? detail.target : undefined);
  }
});

const isFragment = ({ responseText }) => /^\s*<div class="outcome /.test(responseText);

function clear(form, sent) {
  for (const field of form.querySelectorAll?.("[data-clear-on-success]") ?? []) {
    if (field.value === sent.get(field.name)) field.value = ""; // what was typed since stays
  }
}

function retry({ requestConfig, target }) {
  if (requestConfig.verb !== "post") return;
  const { formData, path, elt } = requestConfig;
  const id = formData.get("command_id");
  const count = tries.get(id) ?? 0;
  if (count >= TRIES) {
    tries.delete(id);
    say("failed"); // the same button sends the same command again
    document.dispatchEvent(new CustomEvent("live:failed"));
    return;
  }
  tries.set(id, count + 1);
  say("retrying");
  const values = {};
  for (const key of new Set(formData.keys())) values[key] = formData.getAll(key);
  const swap = elt.closest("[hx-swap]")?.getAttribute("hx-swap");
  busy(elt, true);
  setTimeout(() => {
    // From the body, not from the form: the form may have been redrawn, or hold another text by now.
    const to = document.contains(target) ? target : "#outcome";
    const settled = () => {
      busy(elt, false);
      if (!tries.has(id)) unanswered.delete(elt);
    };
    window.htmx.ajax("POST", path, { source: document.body, values, target: to, swap }).then(settled, settled);
  }, PAUSES[count]);
}
