// «Copy» beside an address: <button data-copy="id of the field" data-done="Copied">.

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // plain http has no clipboard of its own
    if (!document.execCommand("copy")) return;
  }
  const label = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = label), 2000);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (button) copy(button);
});

// A long address is taken whole at the first touch.
document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly][data-address]")) event.target.select();
});
