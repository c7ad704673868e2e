// The order of a package's questions: by dragging a handle, by the arrow keys on it, by «up» and «down»; saved as a form.
// Without it «up» and «down» are requests, one step each.

const form = document.querySelector("[data-package-order]");

if (form) {
  const lists = [...form.querySelectorAll("[data-order-list]")];
  const status = form.querySelector("[data-order-status]");
  const save = form.querySelector("[data-order-save]");
  const rows = () => [...form.querySelectorAll("[data-order-row]")];
  const order = () => rows().map((row) => row.firstElementChild.name + row.firstElementChild.value).join();
  const first = "unsaved" in form.dataset ? "" : order();
  let sending = false;

  // The hidden field says in which of the two lists a question lies now.
  function settle() {
    for (const list of lists) {
      for (const row of list.children) row.firstElementChild.name = list.dataset.orderList;
      if (!list.children.length) list.replaceChildren();
    }
    const start = rows()[0]?.dataset.number === "0" ? 0 : 1;
    rows().forEach((row, place) => (row.querySelector("[data-order-number]").textContent = place + start));
    save.classList.toggle("is-unsaved", order() !== first);
    save.querySelector("button").classList.toggle("btn-primary", order() !== first);
  }

  function say(row) {
    const place = row.querySelector("[data-order-number]").textContent;
    status.textContent = form.dataset.said.replace("{number}", row.dataset.number).replace("{place}", place);
  }

  // One step up or down; from the top of the spare ones to the end of the table, and back.
  function step(row, by) {
    const next = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    const other = lists[lists.indexOf(row.parentElement) + by];
    if (next) by < 0 ? next.before(row) : next.after(row);
    else if (other) by < 0 ? other.append(row) : other.prepend(row);
    else return;
    settle();
    say(row);
    row.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-order-step]");
    if (!button) return;
    event.preventDefault();
    step(button.closest("[data-order-row]"), Number(button.dataset.orderStep));
    button.focus({ preventScroll: true });
  });

  form.addEventListener("keydown", (event) => {
    const handle = event.target.closest("[data-order-handle]");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!handle || !by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(handle.closest("[data-order-row]"), by);
    handle.focus({ preventScroll: true });
  });

  form.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-order-handle]");
    if (!handle || event.button) return;
    const row = handle.closest("[data-order-row]");
    const before = order();
    const follow = (move) => move.pointerId === event.pointerId && drag(row, move.clientY);
    const end = () => {
      removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, end);
      row.classList.remove("is-dragged");
      settle();
      if (order() !== before) say(row);
    };
    // on the window: a row that moves in the document loses what it had captured
    addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
    row.classList.add("is-dragged");
  });

  // The row goes where the pointer is: before the first one whose middle lies below it. Near an edge the page scrolls.
  function drag(row, y) {
    if (y < 60 || y > innerHeight - 60) scrollBy(0, y < 60 ? -12 : 12);
    const spares = lists[1];
    const list = y < spares.getBoundingClientRect().top ? lists[0] : spares;
    const below = [...list.children].find((one) => {
      const box = one.getBoundingClientRect();
      return one !== row && y < box.top + box.height / 2;
    });
    if (below ? below.previousElementSibling !== row : list.lastElementChild !== row) list.insertBefore(row, below ?? null);
  }

  form.addEventListener("submit", () => (sending = true));
  addEventListener("pageshow", () => (sending = false));
  addEventListener("beforeunload", (event) => {
    if (!sending && order() !== first) event.preventDefault();
  });

  document.documentElement.classList.add("has-order");
  settle();
}
