// A screen of a running game: takes the stream's panels, and shows at once when it hears nothing.
//
//   <body data-stream="ticket" data-ticket-url="…" data-seq="12">     <section data-panel="NAME">…</section>
//
// <html data-live> says live, stale or ended; [data-live-age] the seconds of silence. Nothing is ever given up: a screen
// that nobody touches recovers by itself after any outage.

import { connect } from "./live-stream.js";
import { announce, say, unsay } from "./live-message.js";
import { disagrees, drawClocks, serverNow, synchronise } from "./live-clock.js";
import { keepTyped } from "./live-typed.js";
import { swap } from "./live-panels.js";
import "./live-commands.js";

const STALE = 10_000; // ms of silence
const { body, documentElement: root } = document;
let ticket = body.dataset.stream;
let position = [Number(body.dataset.seq ?? -1), -1];
let heard = Date.now();
let behind = false; // the server says that it cannot draw this screen
let ended = false;
let renewing = 0;

const line = connect(take);
const seat = body.dataset.wakeLock !== undefined; // somebody plays or hosts here
const clockUrl = () => `/live/clock?ticket=${encodeURIComponent(ticket)}`;

function join() {
  line.join(ticket, position[0] < 0 ? "" : `${position[0]}.${Math.max(0, position[1])}`);
}

function take(name, data) {
  if (ended) return;
  if (name === "doubt") return void renew();
  if (name === "bye") return void goodbye(data.reason);
  heard = Date.now();
  if (name === "stale") behind = true;
  if (name === "beat" && disagrees(data.now)) synchronise(clockUrl());
  if (name === "presence") attend(data);
  if (name === "state" || name === "panels") draw(data);
  sign();
}

function draw({ seq, chat, panels }) {
  behind = false;
  unsay("restarting", "expired");
  if (seq < position[0] || (seq === position[0] && chat < position[1])) return; // never a step back
  position = [seq, chat];
  for (const [name, html] of Object.entries(panels)) swap(name, html);
  attend();
  drawClocks();
  document.dispatchEvent(new CustomEvent("live:state", { detail: { seq, chat } }));
}

// --- live or stale -----------------------------------------------------------------------------------------------------

function sign() {
  const silence = Date.now() - heard;
  const stale = behind || silence > STALE;
  root.dataset.live = ended ? "ended" : stale ? "stale" : "live";
  if (stale) for (const age of document.querySelectorAll("[data-live-age]")) age.textContent = Math.round(silence / 1000);
}

// --- goodbyes and fresh tickets ----------------------------------------------------------------------------------------

function goodbye(reason) {
  if (reason === "expired") return void renew();
  if (reason === "moved" && !ended) return void moveOn();
  say(reason);
  if (reason === "restarting") return;
  ended = true; // revoked, moved, signed_out, over: coming back would not help
  line.leave();
  sign();
}

// The seat has another screen now, or another person: the page asks for it. What was typed moves along.
function moveOn() {
  ended = true;
  line.leave();
  keepTyped();
  location.reload();
}

async function renew() {
  if (Date.now() - renewing < 3000 || ended) return;
  renewing = Date.now();
  try {
    const response = await fetch(body.dataset.ticketUrl, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (response.ok) {
      ({ ticket } = await response.json());
      join();
    } else if (response.status === 401) {
      const to = new URL((await response.json()).location, location.href);
      if (to.searchParams.has("next")) to.searchParams.set("next", location.pathname + location.search);
      location.assign(to); // to the login, and back to this page
    } else if (response.status < 500) {
      goodbye("revoked");
    } else {
      throw new Error(response.status);
    }
  } catch {
    setTimeout(renew, 4000 + Math.random() * 4000); // no network, or the server is down
  }
}

// --- who is there ------------------------------------------------------------------------------------------------------

let attendance = null;

// <i data-seat="seat:5"> gets data-presence="live|stale|gone"; <b data-spectators> the number of spectators.
function attend(data = attendance) {
  if (!(attendance = data)) return;
  for (const mark of document.querySelectorAll("[data-seat]")) {
    mark.dataset.presence = attendance.seats[mark.dataset.seat] ?? "gone";
  }
  for (const count of document.querySelectorAll("[data-spectators]")) count.textContent = attendance.spectators;
  document.dispatchEvent(new CustomEvent("live:presence", { detail: attendance }));
}

// --- sleeping and waking -----------------------------------------------------------------------------------------------

let lock = null;

async function stayAwake() {
  if (!seat || document.hidden || (lock && !lock.released)) return;
  lock = await navigator.wakeLock?.request("screen").catch(() => null);
}

function wake() {
  if (document.hidden || ended) return;
  line.wake();
  synchronise(clockUrl(), 3);
  stayAwake();
}

if (ticket) {
  join();
  synchronise(clockUrl());
  stayAwake();
  setInterval(sign, 1000);
  // A sign of life for the console, and a look at the clock; spectators have less to say.
  setInterval(() => !ended && !document.hidden && synchronise(clockUrl(), 1), seat ? 15_000 : 60_000);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("pointerdown", stayAwake);
  document.addEventListener("live:synchronise", () => synchronise(clockUrl(), 8)); // a duel is about to begin
  window.addEventListener("online", wake);
  window.addEventListener("pagehide", () => !ended && line.leave());
  window.addEventListener("pageshow", (event) => event.persisted && !ended && (join(), wake()));
}

window.sowa = { serverNow, announce };
