// The fireplace on a phone at the table: versions are proposed without leaving the field, each belongs to the question that
// was read when it was sent, and the captain's choice is put into the answer field, never sent from here.
//
// The field for the answer is folded away while the minutes run, so that nobody types a version into it; it opens by itself
// when an answer is due. Opening it is the only thing that changes the thumb zone, and for a moment it takes no press: the
// finger that has just said «we have an answer» may still be there.

const main = document.querySelector("main[data-stage]");
const list = document.getElementById("fire-list");
const propose = document.querySelector("form[data-propose]");
const fold = document.getElementById("answer-fold");
const answer = fold.querySelector("input[name=text]");
const take = fold.querySelector("[data-take-choice]");
const SETTLES = 700; // ms
let opened = -SETTLES;
let taken = ""; // what was put into the answer field last
let due = null; // whether an answer was due when we looked last

// --- which question, and whose voice -------------------------------------------------------------------------------------

// A field of the form, so that the same words for another question are another command.
function nameQuestion() {
  propose.elements.question.value = list.querySelector("[data-question]")?.dataset.question ?? "";
}

function showVoices() {
  for (const form of list.querySelectorAll("[data-favour]")) {
    const mine = form.dataset.favour.split(" ").includes(main.dataset.voice);
    form.querySelector("[name=do]").value = mine ? "unfavour" : "favour";
    form.querySelector("button").setAttribute("aria-pressed", String(mine));
  }
}

// --- the field keeps the focus, and the keyboard stays up ------------------------------------------------------------------

for (const name of ["mousedown", "pointerdown"]) {
  propose.querySelector("button").addEventListener(name, (event) => {
    if (document.activeElement === propose.elements.text) event.preventDefault();
  });
}

// The newest version stays in sight when the keyboard comes up, for whoever has not scrolled away from it.
let atEnd = true;
list.addEventListener("scroll", () => (atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24));
new ResizeObserver(() => atEnd && list.scrollTo({ top: list.scrollHeight, behavior: "instant" })).observe(list);

// --- the answer --------------------------------------------------------------------------------------------------------------

const choice = () => list.querySelector(".is-chosen [data-version-text]")?.textContent.trim() ?? "";

function fill(text) {
  answer.value = text;
  taken = text;
  showTake();
}

// What somebody has typed into the answer field stays; then the choice waits on a button beside it.
function offer(text) {
  if (!answer.value.trim() || answer.value === taken) fill(text);
}

function showTake() {
  const text = choice();
  take.hidden = !text || answer.value.trim() === text;
  take.querySelector("[data-choice]").textContent = text;
}

document.addEventListener("submit", ({ target }) => {
  if (target.matches?.('[data-deed="choose"]')) offer(target.closest(".version").querySelector("[data-version-text]").textContent.trim());
}, true);
take.addEventListener("click", () => {
  fill(choice());
  answer.focus();
});
answer.addEventListener("input", () => {
  opened = -SETTLES; // whoever types means what comes next
  showTake();
});

function isDue() {
  const overdue = [...main.querySelectorAll("[data-time-up]")].some((note) => !note.hidden);
  return main.dataset.phase === "answer" || overdue;
}

function foldAnswer() {
  const now = isDue();
  if (now === due) return;
  due = now;
  if (now && !fold.open) opened = performance.now();
  if (now) fold.open = true;
  else if (!fold.contains(document.activeElement)) fold.open = false;
}

for (const name of ["submit", "click"]) {
  fold.addEventListener(name, (event) => {
    if (event.target.matches("input") || performance.now() - opened > SETTLES) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// Once somebody is named, the names make room for the question again.
document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  const names = target.closest?.("#who-answers") ?? document.getElementById("who-answers");
  if (detail.xhr?.status < 300 && names && target.querySelector?.('[name=do][value="name_answerer"]')) names.open = false;
});

// --- a question leaves: what was meant for its answer goes with it -------------------------------------------------------------

let lot = null;

function refresh() {
  if (lot !== null && lot !== main.dataset.lot && answer.value === taken) fill("");
  lot = main.dataset.lot;
  nameQuestion();
  showVoices();
  showTake();
  foldAnswer();
}

refresh();
document.addEventListener("live:state", () => queueMicrotask(refresh));
document.addEventListener("live:panel", () => queueMicrotask(refresh));
setInterval(foldAnswer, 250); // the time runs out without a message
