// What somebody has typed survives a page that has to be loaded again: kept for this tab, by form and field, and given back once.

const PLACE = "sowa-typed";

function typedFields() {
  const fields = [...document.querySelectorAll("form[hx-post] input, form[hx-post] textarea")];
  return fields.filter((field) => !["hidden", "checkbox", "radio"].includes(field.type));
}

const keyOf = (field) => [location.pathname, field.form.getAttribute("hx-target") ?? "", field.name].join(" ");

export function keepTyped() {
  const kept = typedFields().filter((field) => field.value).map((field) => [keyOf(field), field.value]);
  try {
    if (kept.length) sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // no storage in this browser: the text is lost, the seat is not
  }
}

function giveBack() {
  let kept = [];
  try {
    kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
    sessionStorage.removeItem(PLACE);
  } catch {
    return;
  }
  const values = new Map(kept);
  for (const field of typedFields()) {
    if (!field.value && values.has(keyOf(field))) field.value = values.get(keyOf(field));
  }
}

giveBack();
