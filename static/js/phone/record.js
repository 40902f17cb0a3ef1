// How fully a hand is written down: its result alone, or what happens as it falls. The choice is kept for the table.
"use strict";

// `forms` by name, "result" first; each has a root of its own. To the page they are one form.
Phone.recording = function ({ token, api, forms, changed }) {
  const kept = Phone.store("record:" + token);
  const buttons = Array.from(document.querySelectorAll("[data-record]"));
  const rootOf = (name) => Phone.find(name === "result" ? "form" : "form-" + name);
  const all = Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, form(rootOf(name), () => changed(), api)]));
  const preferred = () => (kept.load() in all ? kept.load() : "result");
  let chosen = preferred();
  let table = null;

  function show() {
    Phone.press(buttons, buttons.find((button) => button.dataset.record === chosen));
    Object.keys(all).forEach((name) => {
      rootOf(name).hidden = name !== chosen;
    });
    if (table !== null) {
      all[chosen].setTable(table);
    }
  }

  buttons.forEach((button) =>
    button.addEventListener("click", () => {
      chosen = button.dataset.record;
      kept.save(chosen);
      show();
      changed();
    }),
  );
  show();

  return {
    setTable(next) {
      table = next;
      all[chosen].setTable(next);
    },
    load(draft) {
      chosen = draft.record in all ? draft.record : "result";
      all[chosen].load(draft);
      show();
    },
    reset() {
      Object.values(all).forEach((form) => form.reset());
      chosen = preferred();
      show();
    },
    draft: () => (chosen === "result" ? all.result.draft() : { ...all[chosen].draft(), record: chosen }),
    isEmpty: () => all[chosen].isEmpty(),
    hint: () => all[chosen].hint(),
    record: (next) => all[chosen].record(next),
  };
};

// A hand as the taps that told it, with what the rules say may come next. The server says so; where it does not in time,
// `said` is null and whatever is not used yet can be tapped, to be checked when the hand is sent.
Phone.tapped = function ({ root, api, position, draw, changed }) {
  const PATIENCE = 3000;
  const news = root.querySelector("[data-guide]");
  const undo = root.querySelector("[data-undo]");
  const turn = root.querySelector('[data-part="turn"]');
  let taps = [];
  let table = null;
  let asked = null;
  let said = null;
  let isAsking = false;
  let isTapped = false;

  const isFree = () => said === null && !isAsking;
  const faults = () => (said === null || said.valid ? [] : said.errors.map((error) => error.detail));

  function show() {
    if (table === null || table.next === null) {
      return;
    }
    undo.disabled = taps.length === 0;
    root.setAttribute("aria-busy", String(isAsking));
    const lines = isFree() ? [Phone.text("record-free")] : faults().length ? [...faults(), Phone.text("record-undo")] : [];
    news.className = lines.length ? "notice notice-warning" : "";
    Phone.fill(news, ...lines.map((line) => Phone.make("p", "", line)));
    draw();
  }

  async function ask() {
    const sent = table === null || table.next === null ? null : position();
    const mine = JSON.stringify(sent);
    if (mine === asked && !isFree()) {
      show();
      return;
    }
    asked = mine;
    said = null;
    isAsking = sent !== null;
    show();
    if (sent === null) {
      return;
    }
    const late = window.setTimeout(() => settle(mine, null), PATIENCE);
    const answer = await api.legal(table.kind, sent);
    window.clearTimeout(late);
    settle(mine, answer.status === 200 ? answer.body : null);
  }

  function settle(mine, body) {
    if (mine !== asked || (body === null && !isAsking)) {
      return;
    }
    isAsking = false;
    said = body;
    show();
    changed();
    keepPlace();
  }

  // What was tapped cannot be tapped again: whoever goes by keyboard goes on from the line that says whose turn it is.
  function keepPlace() {
    const here = document.activeElement;
    if (isTapped && (here === null || here === document.body || here.disabled || here.offsetParent === null)) {
      turn.focus({ preventScroll: true });
    }
    isTapped = false;
  }

  function set(next) {
    isTapped = true;
    taps = next;
    ask();
    changed();
  }

  // A form that is not shown asks nothing until it is.
  function begin(next) {
    taps = next;
    asked = null;
    said = null;
    isAsking = false;
    if (!root.hidden) {
      ask();
    }
  }

  undo.addEventListener("click", () => set(taps.slice(0, -1)));
  window.addEventListener("online", () => (isFree() ? ask() : null));

  return {
    taps: () => taps,
    table: () => table,
    // What the server said to just these taps, null where it did not or found them wrong.
    said: () => (said !== null && said.valid ? said : null),
    isFree,
    isWrong: () => faults().length > 0,
    add: (tap) => set([...taps, tap]),
    setTable(next) {
      const isSame = asked !== null && table !== null && JSON.stringify(table.next) === JSON.stringify(next.next);
      table = next;
      if (!isSame || isFree()) {
        ask();
      }
    },
    load: (draft) => begin(draft.taps || []),
    reset: () => begin([]),
    draft: () => ({ taps }),
    isEmpty: () => taps.length === 0,
  };
};

Phone.tapButton = function (className, content, name, act) {
  const button = Phone.make("button", className, content);
  button.type = "button";
  if (name) {
    button.setAttribute("aria-label", name);
  }
  button.addEventListener("click", act);
  return button;
};

Phone.picture = function (className, box, ...shapes) {
  const svg = Phone.shape("svg", { viewBox: box, "aria-hidden": "true", class: className });
  svg.append(...shapes);
  return svg;
};

Phone.shape = function (tag, attributes) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => shape.setAttribute(name, value));
  return shape;
};
