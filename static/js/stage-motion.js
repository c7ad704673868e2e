// What moves on the stage: the wheel, points that count up, a new leader, the verdict. Each once, briefly; with reduced
// motion each is a simple change.

const main = document.querySelector("main[data-stage]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const SPIN = 3000; // ms, the wheel
const COUNT = 400;
const SLIDE = 200;
const WASH = 600;

// --- the wheel ------------------------------------------------------------------------------------------------------------------

const spun = new Set();

// `lot`: which draw this is; the wheel turns once for each.
export function spinWheel(lot, first) {
  const wheel = main.querySelector("[data-wheel]");
  const drawn = wheel?.dataset.drawn;
  if (!drawn) {
    main.classList.remove("is-spinning");
    return;
  }
  const key = lot || drawn;
  if (spun.has(key)) return;
  spun.add(key);
  if (first || still.matches) return;
  const disc = wheel.querySelector("[data-wheel-disc]");
  const from = Number(wheel.dataset.turn) - 360 * 5;
  main.classList.add("is-spinning");
  const motion = disc.animate([{ transform: `rotate(${from}deg)` }, { transform: "rotate(0deg)" }], {
    duration: SPIN,
    easing: "cubic-bezier(0.12, 0.75, 0.12, 1)",
  });
  const rest = () => main.classList.remove("is-spinning");
  motion.onfinish = rest;
  motion.oncancel = rest;
  setTimeout(rest, SPIN + 200); // a hidden tab finishes nothing
}

// --- a black box -----------------------------------------------------------------------------------------------------------------

const opened = new Set();

// A box is opened before everybody's eyes once; whoever comes later finds it open.
export function openBox(first) {
  const box = main.querySelector("[data-box]");
  if (!box || opened.has(box.dataset.box)) return;
  opened.add(box.dataset.box);
  if (!first && !still.matches) box.classList.add("is-opening");
}

// --- points count up -----------------------------------------------------------------------------------------------------------

const counted = new Map();

export function countUp() {
  for (const place of main.querySelectorAll("[data-count]")) {
    const key = place.dataset.count;
    const to = Number((place.dataset.to ??= place.textContent)); // while it counts, the text is on its way
    const from = counted.get(key);
    counted.set(key, to);
    if (from === undefined || from === to || Number.isNaN(to) || still.matches || document.hidden) continue;
    run(place, from, to);
  }
}

function run(place, from, to) {
  const begin = performance.now();
  const step = (now) => {
    if (!place.isConnected) return;
    const part = Math.min(1, (now - begin) / COUNT);
    place.textContent = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    if (part < 1) requestAnimationFrame(step);
  };
  place.textContent = from;
  requestAnimationFrame(step);
}

// --- a new leader slides in, the verdict washes over ------------------------------------------------------------------------------

const slid = new Map();

export function slideLeaders(first) {
  main.querySelectorAll("[data-slide]").forEach((line, index) => {
    const key = `${line.closest("[data-panel]")?.dataset.panel}/${index}`;
    const before = slid.get(key);
    slid.set(key, line.dataset.slide);
    if (first || before === line.dataset.slide || still.matches) return;
    line.animate([{ opacity: 0, transform: "translateY(0.5em)" }, { opacity: 1, transform: "none" }], {
      duration: SLIDE,
      easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
    });
  });
}

export function wash(verdict) {
  const layer = document.querySelector("[data-wash]");
  const result = main.querySelector("[data-testid=last-result]");
  if (!layer || !result || still.matches) return;
  const team = [...result.classList].find((name) => name.startsWith("team-"));
  layer.className = `wash ${verdict === "right" && team ? team : "wash-wrong"}`;
  layer.animate([{ opacity: 0.7 }, { opacity: 0 }], { duration: WASH, easing: "ease-out" });
}
