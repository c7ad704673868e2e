// The club's phones: the captain's buttons stand on the phone of whoever is captain today. All players of a team are sent
// the same panels; the server asks again who presses.

const main = document.querySelector("main[data-stage]");
const panel = main.querySelector('[data-panel="actions"]');

function show() {
  for (const part of main.querySelectorAll("[data-only-player]")) part.hidden = part.dataset.onlyPlayer !== main.dataset.player;
  const something = [...panel.children].some((part) => !part.hidden);
  panel.hidden = !something;
}

show();
document.addEventListener("live:panel", show);
document.addEventListener("live:state", show);
