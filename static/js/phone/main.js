// The table's page: shows where the table stands, and takes one hand after the other, whatever the network does.
"use strict";

(function () {
  const POLL = 20000;

  const root = Phone.find("table");
  const token = root.dataset.token;
  const isFiveHundred = root.dataset.kind === "five_hundred";
  const describe = isFiveHundred ? Phone.describeFiveHundred : Phone.describeFivesThrees;
  const api = Phone.api(root.dataset.api, token);
  const draft = Phone.store("hand-draft:" + token);
  const seen = Phone.store("table:" + token);
  const forms = isFiveHundred
    ? { result: Phone.fiveHundred, full: Phone.recordFiveHundred }
    : { result: Phone.fivesThrees, events: Phone.pegging, full: Phone.recordFivesThrees };
  const form = Phone.recording({ token, api, forms, changed });
  const bar = Phone.bar();
  const lines = Phone.scoreLines({ api, judge: isFiveHundred ? Phone.judgeFiveHundred : Phone.judgeFivesThrees, arrived: update });
  const queue = Phone.queue({ api, changed: laid, stored, refused, out: (answer) => offline(answer.status === 0), behind: refresh });
  const waiting = Phone.waiting({ queue, describe, change: startChange });
  const played = Phone.played({ legs: root.dataset.legs, describe, correct: startCorrection });
  const revising = Phone.revising({ api, bar, form, queue, describe, judge: lines.judge, ended: resume, tell, refresh });
  const agreement = Phone.agreement
    ? Phone.agreement({ token, api, describe, follow, refused: notAgreed, dispute: startDispute })
    : null;

  // The table as the server has it, and as it stands with the hands that lie on this phone.
  let table = null;
  let view = null;
  // The hands on this phone, and those that were stored a moment ago, until the table that has them is here.
  let hands = [];
  let justStored = [];
  // The hands that may still be corrected at the table.
  let thoughts = [];
  let checks = 0;

  // ---- what is shown ----

  function tell(kind, ...texts) {
    const area = Phone.find("news");
    area.className = "notice notice-" + kind;
    area.hidden = texts.length === 0;
    Phone.fill(area, ...texts.map((text) => Phone.make("p", "", text)));
    if (texts.length) {
      area.scrollIntoView({ block: "nearest" });
    }
  }

  function offline(isOffline) {
    Phone.find("offline").hidden = !isOffline;
  }

  const turnKey = (at) => (at === null || at.next === null ? "" : at.next.leg + "." + at.next.number);

  // Whatever has changed, the table or what lies on the phone: what is shown follows.
  function update() {
    const own = hands.filter((hand) => hand.token === token);
    const before = view;
    view = table === null ? null : Phone.ahead(table, [...own, ...justStored], lines.judge);
    waiting.show(view, own, { isBusy: revising.isOn(), others: hands.length - own.length });
    if (view === null) {
      return;
    }
    // Stored already: the table will say so in a moment.
    view.ahead = view.ahead.filter((one) => own.includes(one.hand));
    render(own);
    if (revising.isOn() || turnKey(before) === turnKey(view)) {
      return;
    }
    if (before !== null && before.next !== null && !form.isEmpty()) {
      tell("warning", Phone.text("entered-elsewhere", { hand: before.next.number }));
      forget();
    }
    takeUp();
  }

  function render(own) {
    const isAhead = view.ahead.length > 0;
    const scores = scoresOf(view);
    view.sides.forEach((side) => {
      const box = root.querySelector('[data-side-box="' + side.index + '"]');
      box.querySelector(".side-score").textContent = scores === null ? "?" : Phone.score(scores[side.index]);
      box.querySelector(".side-mark").hidden = !isAhead;
      const games = box.querySelector(".side-games");
      if (games) {
        games.textContent = Phone.text("games", { games: side.games_won });
      }
    });
    view.seats.forEach((seat) => {
      const row = root.querySelector('[data-sitter="' + seat.index + '"]');
      row.classList.toggle("starts", view.next !== null && view.next.starter === seat.index);
      row.querySelector(".sitter-name").textContent = seat.player_name;
    });
    if (revising.isOn()) {
      revising.show(view);
    } else {
      renderNext(own);
    }
    played.show(view, revising.isOn() || own.length ? [] : thoughts);
    if (agreement) {
      agreement.render(table);
      Phone.find("agreement").hidden = Phone.find("agreement").hidden || revising.isOn();
    }
  }

  function scoresOf({ next, ahead, legs }) {
    if (next !== null) {
      return next.scores;
    }
    const last = ahead[ahead.length - 1];
    return last ? last.outcome.scores : legs[legs.length - 1].scores;
  }

  function renderNext(own) {
    const next = view.next;
    // Nothing further is asked for where the server did not take a hand: that comes first.
    const isAsked = next !== null && !own.some((hand) => hand.refusal && hand.table === view.id);
    Phone.find("entry").hidden = !isAsked;
    Phone.find("send-bar").hidden = !isAsked;
    Phone.find("next-hand").hidden = !isAsked;
    Phone.find("ends-ahead").hidden = !view.endsAhead || own.length === 0;
    Phone.find("complete").hidden = table.next !== null || own.length > 0 || (agreement !== null && agreement.isWaiting(table));
    if (next === null) {
      return;
    }
    const values = {
      hand: next.number,
      hands: root.dataset.hands,
      leg: next.leg,
      legs: root.dataset.legs,
      seat: Phone.seatName(view, next.starter),
      name: next.starter_name,
    };
    const title = Phone.text(root.dataset.legs === "1" ? "hand-title" : "leg-hand-title", values);
    Phone.fill(Phone.find("next-hand"), Phone.make("strong", "", title), Phone.text("starts", values));
    form.setTable(view);
  }

  // ---- the hand that is being entered ----

  function takeUp() {
    if (view.next === null) {
      return;
    }
    const kept = draft.load();
    if (kept !== null && kept.table === view.id && kept.leg === view.next.leg && kept.number === view.next.number) {
      form.load(kept.fields);
    }
    changed();
  }

  function forget() {
    draft.clear();
    form.reset();
  }

  function resume() {
    update();
    takeUp();
  }

  function showBar(parts) {
    bar.show({ label: Phone.text("send", { hand: view.next.number }), sides: view.sides, ...parts });
  }

  async function changed() {
    checks += 1;
    const mine = checks;
    if (revising.isOn()) {
      revising.changed();
      return;
    }
    if (view === null || view.next === null) {
      return;
    }
    const next = view.next;
    draft.save({ table: view.id, leg: next.leg, number: next.number, fields: form.draft() });
    const record = form.record(next);
    if (record === null) {
      showBar({ hint: form.hint(), canSend: false });
      return;
    }
    const own = lines.judge(view, next, record);
    showOwn(own);
    // Only the next hand of the table can be judged by the server; what comes after it is judged when it is sent.
    if (turnKey(table) !== turnKey(view)) {
      return;
    }
    const turn = turnKey(view);
    const answer = await api.check(table.id, { leg: next.leg, record });
    // Meanwhile it may have been changed, or sent without waiting for this.
    if (mine !== checks || turnKey(view) !== turn || revising.isOn()) {
      return;
    }
    if (answer.status === 200 && answer.body.valid) {
      offline(false);
      const result = { points: answer.body.points, scores: answer.body.scores_after, isConfirmed: true };
      showBar({ hint: answer.body.game_over ? Phone.text("ends-game") : "", canSend: true, result });
    } else if (answer.status === 200) {
      showBar({ errors: answer.body.errors.map((error) => error.detail), canSend: false });
    } else if (isOutage(answer)) {
      offline(answer.status === 0);
      showOwn(own);
    } else {
      showBar({ errors: [answer.body.detail], canSend: false });
    }
  }

  // What the score lines say, which nobody has confirmed; without them the hand can be sent all the same.
  function showOwn(own) {
    if (own === null) {
      showBar({ hint: Phone.text("not-checked"), canSend: true });
    } else if (!own.isPossible) {
      showBar({ errors: [Phone.text("impossible")], canSend: false });
    } else {
      showBar({ hint: own.over ? Phone.text("ends-game") : "", canSend: true, result: { ...own, isConfirmed: false } });
    }
  }

  const isOutage = (answer) => answer.status === 0 || answer.status >= 500 || answer.status === 429;

  async function send() {
    if (revising.isOn()) {
      revising.send();
      return;
    }
    const next = view.next;
    const record = form.record(next);
    if (record === null || Phone.find("send").disabled) {
      return;
    }
    Phone.find("send").disabled = true;
    const side = agreement === null || table.agreement === null ? null : agreement.side(table);
    const fields = form.draft();
    const hand = {
      id: Phone.uuid(),
      token,
      table: table.id,
      round: table.round_number,
      leg: next.leg,
      number: next.number,
      record,
      side,
      what: describe(table, record, {}),
      fields,
    };
    form.reset();
    // What was told of the hand before would be read as news of this one.
    tell("success");
    try {
      const isKept = await queue.add(hand);
      if (!isKept) {
        tell("warning", Phone.text("entered-here", { hand: hand.number }));
        changed();
      }
    } catch (error) {
      form.load(fields);
      showBar({ errors: [Phone.text("not-kept")], canSend: true });
    }
  }

  // ---- what comes of the hands that lie here ----

  function laid(all) {
    hands = all;
    update();
  }

  function stored({ hand, isOwn, body }) {
    offline(false);
    justStored.push({ ...hand, refusal: null });
    if (isOwn && table !== null && hand.table === table.id) {
      const points = table.sides.map((side) => Phone.sideName(side.label) + " " + Phone.signed(body.hand.points[side.index]));
      tell("success", Phone.text("kept", { hand: hand.number, what: hand.what, points: points.join(", ") }));
    } else if (body !== null) {
      tell("success", Phone.text("taken", { hand: hand.number, what: hand.what }), Phone.text("taken-same"));
    }
    refresh();
  }

  function refused() {
    offline(false);
    tell("error");
    refresh();
  }

  function startChange(hand) {
    const leg = table.legs.find((one) => one.number === hand.leg);
    const known = view.ahead.find((one) => one.hand.id === hand.id);
    const turn = known ? known.turn : { leg: hand.leg, number: hand.number, starter: Phone.starterOf(leg, hand.number), scores: scoresBefore(leg, hand.number) };
    revise({ means: "change", hand, turn, fields: hand.fields });
  }

  function scoresBefore(leg, number) {
    if (number === 1) {
      return table.sides.map(() => 0);
    }
    const before = leg.hands.find((one) => one.number === number - 1);
    return before ? before.scores_after : null;
  }

  // ---- agreeing, or not ----

  function notAgreed(answer) {
    offline(answer.status === 0);
    if (answer.status !== 0 && answer.body !== null) {
      tell("error", answer.body.detail);
      refresh();
    }
  }

  function startDispute(hand, of) {
    if (hands.length === 0) {
      revise({ means: "dispute", hand, turn: turnOf(hand.leg, of), side: agreement.side(table) });
    }
  }

  function startCorrection(leg, of) {
    revise({ means: "correct", hand: { leg: leg.number, number: of.number }, turn: turnOf(leg.number, of) });
  }

  function turnOf(legNumber, of) {
    const leg = table.legs.find((one) => one.number === legNumber);
    return { leg: legNumber, number: of.number, starter: of.starter, scores: scoresBefore(leg, of.number) };
  }

  function revise(what) {
    revising.start(what);
    update();
    Phone.find("next-hand").scrollIntoView({ block: "start" });
  }

  // ---- following the table ----

  async function refresh() {
    const answer = await api.table();
    if (answer === null) {
      return;
    }
    if (answer.status === 200) {
      offline(false);
      Phone.find("devices").hidden = answer.body.devices < 2;
      Phone.find("devices").textContent = Phone.text("devices", { devices: answer.body.devices });
      thoughts = answer.body.second_thoughts;
      follow(answer.body);
    } else if (isOutage(answer)) {
      offline(true);
    } else {
      tell("error", answer.body.detail);
      Phone.find("entry").hidden = true;
      Phone.find("send-bar").hidden = true;
    }
  }

  function follow(next) {
    if (String(next.id) !== root.dataset.tableId) {
      // Another round: the page as the server makes it for the new table.
      window.location.reload();
      return;
    }
    table = next;
    seen.save(next);
    justStored = justStored.filter((hand) => isAhead(next, hand));
    update();
    queue.expect(next);
    lines.load(next);
  }

  const isAhead = ({ id, next }, hand) => hand.table === id && next !== null && hand.leg === next.leg && hand.number >= next.number;

  function poll() {
    if (!document.hidden && !revising.isOn()) {
      refresh();
    }
  }

  if (agreement !== null) {
    agreement.onForgotten(update);
  }
  Phone.find("send").addEventListener("click", send);
  Phone.find("change").addEventListener("click", revising.stop);
  document.addEventListener("visibilitychange", poll);
  window.addEventListener("online", refresh);
  window.setInterval(poll, POLL);

  // First what lies on the phone, then what was seen last, which is better than nothing where there is no network.
  const begin = () => {
    const last = seen.load();
    if (last !== null && String(last.id) === root.dataset.tableId) {
      follow(last);
    }
    queue.sendNow();
    refresh();
  };
  queue.load().then(begin, begin);
})();
