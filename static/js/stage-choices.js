// The page's own fields offer only the teams that count just now. The panel "head" names them: [data-choices data-tie="red blue"].

function offers(field) {
  const names = document.querySelector("[data-choices]")?.dataset[field.dataset.only];
  return new Set((names ?? "").split(" ").filter(Boolean));
}

export function offerTeams() {
  for (const field of document.querySelectorAll("[data-only]")) {
    const teams = offers(field);
    for (const option of field.options ?? []) {
      if (option.value) option.hidden = option.disabled = !teams.has(option.value);
    }
    for (const label of field.querySelectorAll("label[data-value]")) {
      label.hidden = !teams.has(label.dataset.value);
      if (label.hidden) label.querySelector("input").checked = false;
    }
    if (field.value && !teams.has(field.value)) field.value = "";
  }
}

// Whoever was bid for in the last lot is not meant in the next one.
export function forgetTeam() {
  for (const radio of document.querySelectorAll("[data-only] input[type=radio]")) radio.checked = false;
}

// A dialog that is opened anew has nobody chosen, unless its button names somebody.
export function forgetChoice(dialog) {
  for (const field of dialog.querySelectorAll("select[data-only]")) field.value = "";
}
