// What is typed into the paper's form stays in this browser until it is stored: a lost session, an error, a reload lose nothing.
const OWN = new Set(["csrfmiddlewaretoken", "previewed"]);
const desk = () => document.getElementById("paper-desk");
const show = (id, visible) => (document.getElementById(id).hidden = !visible);
let keeping;

function keep() {
  const form = desk();
  const fields = [...new FormData(form)].filter(([name]) => !OWN.has(name));
  try {
    localStorage.setItem(form.dataset.draft, JSON.stringify(fields));
  } catch {
    // private windows may have no storage; the page still works
  }
}

function draft() {
  try {
    return JSON.parse(localStorage.getItem(desk().dataset.draft) || "[]");
  } catch {
    return [];
  }
}

function forget() {
  try {
    localStorage.removeItem(desk().dataset.draft);
  } catch {
    // as above
  }
}

function bringBack() {
  const form = desk();
  const fields = draft();
  const press = fields.find(([name]) => name === "press")?.[1];
  if (form.dataset.done && form.dataset.done === press) return forget();
  if (!("fresh" in form.dataset) || !fields.length) return;
  const values = new FormData();
  for (const [name, value] of fields) values.append(name, value);
  values.append("action", "keep");
  show("draft-back", true);
  const entries = {};
  for (const name of new Set(values.keys())) entries[name] = values.getAll(name);
  htmx.ajax("POST", form.getAttribute("action"), { target: form, swap: "outerHTML", values: entries });
}

document.addEventListener("input", (event) => {
  if (!event.target.closest("#paper-desk")) return;
  clearTimeout(keeping);
  keeping = setTimeout(keep, 150);
});
addEventListener("pagehide", () => keeping && keep());
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest("#paper-desk")) keep();
});
document.addEventListener("htmx:afterSwap", () => {
  show("draft-offline", false);
  const added = desk().querySelector("[data-focus] select");
  if (added) added.focus();
  else desk().querySelector(".is-invalid, [role=alert][tabindex], [role=status][tabindex]")?.focus();
  keep();
});
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => show("draft-offline", true));
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-forget]")) return;
  clearTimeout(keeping);
  forget();
  location.reload();
});

if (window.htmx) bringBack();
else addEventListener("load", bringBack);
