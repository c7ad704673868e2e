// Sounds of the hall, made on the spot: no files. Silent until somebody has tapped once, as browsers ask.

let context = null;

// [frequency in Hz, start in s, length in s, loudness]
const CUES = {
  wheel: Array.from({ length: 16 }, (_, tick) => [620, 3 * (1 - (1 - tick / 16) ** 0.45), 0.03, 0.08]),
  bid: [[660, 0, 0.09, 0.12], [880, 0.08, 0.12, 0.1]],
  call: [[240, 0, 0.12, 0.2]],
  sold: [[180, 0, 0.1, 0.3], [180, 0.16, 0.22, 0.3]],
  va_banque: [[196, 0, 0.5, 0.16], [247, 0.1, 0.5, 0.16], [294, 0.2, 0.7, 0.18]],
  question: [[523, 0, 0.16, 0.12]],
  right: [[523, 0, 0.16, 0.16], [659, 0.12, 0.16, 0.16], [784, 0.24, 0.4, 0.18]],
  wrong: [[220, 0, 0.25, 0.18], [165, 0.2, 0.5, 0.2]],
  winner: [[523, 0, 0.2, 0.16], [659, 0.16, 0.2, 0.16], [784, 0.32, 0.2, 0.16], [1047, 0.48, 0.8, 0.2]],
};

// Answers whether there is sound now.
export function setSound(on) {
  if (on && !context) context = new (window.AudioContext ?? window.webkitAudioContext)();
  if (on) context.resume();
  else context?.suspend();
  return on;
}

export function play(name) {
  if (!context || context.state !== "running" || !CUES[name]) return;
  const begin = context.currentTime + 0.02;
  for (const [frequency, start, length, loudness] of CUES[name]) tone(frequency, begin + start, length, loudness);
}

function tone(frequency, at, length, loudness) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = "triangle";
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}
