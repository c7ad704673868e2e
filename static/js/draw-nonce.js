// A captain's device adds a random number to the draws of each round (docs/draws.md): it asks nobody and disturbs nobody.
//
//   <span data-nonce-for="promise" data-post="/games/7/do/">      stands in a panel as long as the number is wanted
//
// The same number goes out under the same id until the server has answered; a refusal (the first draw was quicker) is an answer.

const PAUSE = 4000; // ms before a try without an answer is repeated
const numbers = new Map(); // promise → the number, as long as this page lives
const busy = new Set();

const hex = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const cookie = (name) => document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);

async function join() {
  const wanted = document.querySelector("[data-nonce-for]");
  const promise = wanted?.dataset.nonceFor;
  if (!promise || busy.has(promise)) return;
  busy.add(promise);
  if (!numbers.has(promise)) numbers.set(promise, { nonce: hex(16), id: `nonce.${hex(8)}` });
  const { nonce, id } = numbers.get(promise);
  const { seat } = JSON.parse(document.body.getAttribute("hx-vals"));
  try {
    const response = await fetch(wanted.dataset.post, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") ?? "" },
      body: new URLSearchParams({ seat, do: "add_nonce", nonce, command_id: id }),
    });
    if (response.status >= 500) throw new Error(response.status);
  } catch {
    setTimeout(() => (busy.delete(promise), join()), PAUSE + Math.random() * PAUSE);
  }
}

document.addEventListener("live:state", join);
join();
