// The grid of a lesson: marks by keyboard, «all present» without a round trip, a word before leaving unsaved marks.
// Without it the page is a form of radio buttons that says and does the same.

const MARKS = { p: "present", l: "late", a: "absent", e: "excused" };
const form = document.querySelector("[data-register-grid]");

if (form) {
  const rows = [...form.querySelectorAll("[data-row]")];
  const unsaved = form.querySelector("[data-unsaved]");
  const tally = form.querySelector("[data-tally]");
  const place = `register:${location.pathname}:${form.elements.house.value}:${form.elements.page.value}`;
  let sending = false;

  const radios = (row) => [...row.querySelectorAll("input[type=radio]")];
  const chosen = (row) => radios(row).find((radio) => radio.checked);
  const first = new Map();
  const isDirty = () => rows.some((row) => chosen(row)?.value !== first.get(row));

  function count() {
    const words = new Map(radios(rows[0]).map((radio) => [radio.value, (radio.nextElementSibling.querySelector(".mark-word") ?? radio.nextElementSibling).textContent.trim()]));
    const counts = Map.groupBy ? Map.groupBy(rows, (row) => chosen(row)?.value) : new Map();
    if (counts.size) {
      const told = [...words].filter(([mark]) => mark && counts.get(mark)?.length);
      tally.textContent = told.map(([mark, word]) => `${word} ${counts.get(mark).length}`).join("\u2002");
    }
    unsaved.hidden = !isDirty();
  }

  function set(row, mark) {
    const radio = radios(row).find((one) => one.value === mark);
    radio.checked = true;
    radio.focus({ preventScroll: true });
    count();
  }

  function go(row) {
    if (!row) return;
    (chosen(row) ?? radios(row)[0]).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  // What was sent but did not arrive, because the session had ended, is there again after the login.
  function bringBack() {
    const sent = JSON.parse(sessionStorage.getItem(place) ?? "[]");
    sessionStorage.removeItem(place);
    if (form.querySelector("[data-row].is-conflict")) return; // the page itself has kept it
    for (const [name, mark] of sent) {
      const radio = form.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(mark)}"]`);
      if (radio) radio.checked = true;
    }
  }

  // The letter that was typed, else the key's place: a Russian keyboard types «з» where «p» is printed.
  const letter = (event) => {
    const typed = event.key.toLowerCase();
    return typed in MARKS ? typed : /^Key[PLAE]$/.test(event.code) && !/^[a-z]$/.test(typed) ? event.code[3].toLowerCase() : "";
  };

  form.addEventListener("keydown", (event) => {
    const row = event.target.closest("[data-row]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = rows.indexOf(row);
    if (event.key === "ArrowDown") go(rows[place + 1]);
    else if (event.key === "ArrowUp") go(rows[place - 1]);
    else if (event.key === "Home") go(rows[0]);
    else if (event.key === "End") go(rows.at(-1));
    else if (event.key === " ") set(row, chosen(row)?.value === "present" ? "absent" : "present");
    else if (event.key === "Delete" || event.key === "Backspace") set(row, "");
    else if (letter(event)) set(row, MARKS[letter(event)]);
    else return;
    event.preventDefault();
  });

  form.addEventListener("change", count);
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fill]")) return;
    event.preventDefault();
    for (const row of rows) {
      if (!chosen(row)?.value) radios(row).find((radio) => radio.value === "present").checked = true;
    }
    count();
  });
  form.addEventListener("submit", () => {
    sending = true;
    const mine = rows.map((row) => [radios(row)[0].name, chosen(row)?.value ?? ""]);
    sessionStorage.setItem(place, JSON.stringify(mine.filter(([, mark], index) => mark !== first.get(rows[index]))));
  });
  addEventListener("pageshow", () => (sending = false));
  addEventListener("beforeunload", (event) => {
    if (!sending && isDirty()) event.preventDefault();
  });

  form.querySelector("[data-grid-keys]").hidden = false;
  // What the register says is what counts as saved: after a clash the page opens with marks that are not.
  const seen = new Map(form.elements.seen.value.split(",").map((pair) => pair.split(":")));
  for (const row of rows) first.set(row, MARKS[seen.get(radios(row)[0].name.slice(5))] ?? "");
  bringBack();
  count();
}
