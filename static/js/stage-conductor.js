// A console whose host has handed it over says who hosts now and holds its buttons still: the server refuses them anyway.

const main = document.querySelector("main[data-me]");
const line = document.querySelector("[data-watching]");

function show() {
  const mark = document.querySelector("[data-conductor]");
  const conductor = mark?.dataset.conductor ?? "";
  const watching = conductor !== "" && conductor !== main.dataset.me;
  main.classList.toggle("is-watching", watching);
  document.getElementById("actions").inert = watching;
  for (const panel of document.querySelectorAll('[data-panel="history"], [data-panel="teams"], [data-panel="table"]')) panel.inert = watching;
  const said = watching ? mark.textContent : "";
  const who = line.querySelector("[data-watching-who]");
  if (who.textContent !== said) who.textContent = said;
  line.hidden = !watching;
}

show();
document.addEventListener("live:panel", show);
document.addEventListener("live:state", show);
