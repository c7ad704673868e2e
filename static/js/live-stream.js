// One stream for all tabs of a browser. The same file runs as a SharedWorker, which holds the only EventSource (HTTP/1.1
// allows six connections a host: seven tabs with a stream each would block everything), and as the module that a page
// imports to reach it. Without SharedWorker a page opens a stream of its own.

const NAMES = ["hello", "state", "panels", "presence", "beat", "stale", "bye"];
const SILENCE = 12_000; // ms without any event: the line is dead, whatever the browser thinks
const LONGEST_PAUSE = 15_000;
const TAB_FORGOTTEN = 180_000; // background tabs may be late by a minute

class Stream {
  constructor(deliver) {
    this.deliver = deliver; // (tab, name, data)
    this.tabs = new Map(); // tab → {ticket, after, channel}
    this.failures = 0;
    this.heard = 0;
    setInterval(() => this.source && Date.now() - this.heard > SILENCE && this.open(), 2000);
  }

  join(tab, ticket, after) {
    this.tabs.set(tab, { ticket, after, channel: null });
    this.openIn(30); // tabs that join together open one stream together
  }

  leave(tab) {
    if (this.tabs.delete(tab)) this.openIn(300);
  }

  // The page is looked at again: no waiting for a pause to run out.
  wake() {
    const open = this.source && this.source.readyState === EventSource.OPEN;
    if (!open || Date.now() - this.heard > SILENCE / 2) this.open();
  }

  openIn(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), pause);
  }

  close() {
    clearTimeout(this.timer);
    if (this.source) this.source.close();
    this.source = null;
  }

  // Tabs may hold one ticket: a duplicated tab, or one whose farewell got lost while it was reloaded. The server is asked
  // once for it, from where the tab that has seen least stands.
  groups() {
    const groups = new Map(); // ticket → {tabs, after}
    for (const [tab, { ticket, after }] of this.tabs) {
      const group = groups.get(ticket);
      if (!group) groups.set(ticket, { tabs: [tab], after });
      else {
        group.tabs.push(tab);
        if (isBefore(after, group.after)) group.after = after;
      }
    }
    return groups;
  }

  open() {
    this.close();
    if (!this.tabs.size) return;
    const groups = this.groups();
    const order = [...groups].map(([ticket, { tabs }]) => ({ ticket, tabs }));
    const query = new URLSearchParams();
    for (const [ticket, { after }] of groups) {
      query.append("ticket", ticket);
      query.append("after", after);
    }
    const source = (this.source = new EventSource(`/live/stream?${query}`));
    this.heard = Date.now();
    for (const name of NAMES) {
      source.addEventListener(name, (event) => source === this.source && this.take(name, JSON.parse(event.data), order));
    }
    source.onerror = () => source === this.source && this.failed();
  }

  failed() {
    this.close();
    const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** this.failures++);
    this.openIn(pause * (0.5 + Math.random() / 2)); // a thousand screens must not come back in the same instant
    if (this.failures % 3 === 0) for (const tab of this.tabs.keys()) this.deliver(tab, "doubt", {}); // are tickets good?
  }

  take(name, data, order) {
    this.heard = Date.now();
    this.failures = 0;
    if (name === "hello") {
      order.forEach((group, index) => {
        for (const tab of this.present(group)) this.tabs.get(tab).channel = data.channels[index];
      });
    } else if (name === "bye") {
      this.goodbye(data, order);
    } else {
      for (const tab of order.flatMap((group) => this.present(group))) {
        const known = this.tabs.get(tab);
        if (data.channel && known.channel && known.channel !== data.channel) continue;
        if ("seq" in data) known.after = `${data.seq}.${data.chat}`;
        this.deliver(tab, name, data);
      }
    }
  }

  // The tabs of a group that are still here with its ticket; who came back with a fresh one belongs to the next stream.
  present({ ticket, tabs }) {
    return tabs.filter((tab) => this.tabs.get(tab)?.ticket === ticket);
  }

  goodbye(data, order) {
    if (!("ticket" in data)) {
      for (const tab of order.flatMap(({ tabs }) => tabs)) this.deliver(tab, "bye", data);
      this.close();
      this.openIn(300 + Math.random() * 2000); // the server restarts
      return;
    }
    for (const tab of this.present(order[data.ticket])) {
      this.tabs.delete(tab);
      this.deliver(tab, "bye", data);
    }
    if (!this.tabs.size) this.close();
  }
}

// "12.3" is where a tab stands (game, chat); "" is nowhere yet.
function isBefore(one, other) {
  if (!one || !other) return !one;
  const [game, chat] = one.split(".").map(Number);
  const [otherGame, otherChat] = other.split(".").map(Number);
  return game < otherGame || (game === otherGame && chat < otherChat);
}

// --- in the worker -----------------------------------------------------------------------------------------------------

function serve() {
  const stream = new Stream((port, name, data) => port.postMessage([name, data]));
  const seen = new Map();
  self.onconnect = ({ ports: [port] }) => {
    port.onmessage = ({ data: [verb, ...args] }) => {
      seen.set(port, Date.now());
      if (verb === "join") stream.join(port, ...args);
      if (verb === "leave") stream.leave(port);
      if (verb === "wake") stream.wake();
      port.postMessage([typeof EventSource === "undefined" ? "unable" : "pong"]);
    };
  };
  setInterval(() => {
    for (const [port, at] of seen) {
      if (Date.now() - at > TAB_FORGOTTEN && seen.delete(port)) stream.leave(port);
    }
  }, 30_000);
}

// --- in a page ---------------------------------------------------------------------------------------------------------

// Answers {join(ticket, after), leave(), wake()}; `deliver(name, data)` gets the page's events.
export function connect(deliver) {
  let joined = null;
  let direct = null;
  let worker = null;
  let asked = 0; // when the worker was first asked without having answered since

  function alone() {
    if (direct) return;
    if (worker) worker.port.onmessage = null;
    direct = new Stream((_tab, name, data) => deliver(name, data));
    if (joined) direct.join("page", ...joined);
  }

  function tell(verb, ...args) {
    if (direct) return void direct[verb]("page", ...args);
    asked ||= Date.now();
    worker.port.postMessage([verb, ...args]);
  }

  try {
    // The number changes with the messages: after an update old tabs keep their worker, new ones get the new one.
    worker = new SharedWorker(import.meta.url, { type: "module", name: "sowa-live-1" });
    worker.onerror = alone;
    worker.port.onmessage = ({ data: [name, data] }) => {
      asked = 0;
      if (name === "unable") alone();
      else if (name !== "pong") deliver(name, data);
    };
  } catch {
    alone(); // no SharedWorker in this browser, or not for this page
  }
  setInterval(() => {
    if (asked && Date.now() - asked > 5000 && !document.hidden) alone(); // the worker is stuck
    else if (joined && !direct) tell("here");
  }, 10_000);
  return {
    join: (ticket, after) => {
      joined = [ticket, after];
      tell("join", ticket, after);
    },
    leave: () => {
      joined = null;
      tell("leave");
    },
    wake: () => tell("wake"),
  };
}

if (typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope) serve();
