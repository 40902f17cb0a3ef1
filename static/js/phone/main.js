// The table's page: shows where the table stands, lets a hand be entered, checked, sent, and sent again if need be.
"use strict";

(function () {
  const root = Phone.find("table");
  const token = root.dataset.token;
  const api = Phone.api(root.dataset.api, token);
  const pending = Phone.store("hand-to-send:" + token);
  const draft = Phone.store("hand-draft:" + token);
  const describe = root.dataset.kind === "five_hundred" ? Phone.describeFiveHundred : Phone.describeFivesThrees;
  const form = (root.dataset.kind === "five_hundred" ? Phone.fiveHundred : Phone.fivesThrees)(Phone.find("form"), changed);

  const POLL = 15000;
  const RETRY_FIRST = 3000;
  const RETRY_LONGEST = 30000;

  let table = null;
  // The hands that may still be corrected at the table.
  let thoughts = [];
  let checks = 0;
  let retryIn = RETRY_FIRST;
  let retryTimer = null;
  let isSending = false;
  // The hand that is being entered once more: to correct it, or as a side has it that disputes it.
  let revised = null;

  const agreement = Phone.agreement
    ? Phone.agreement({ token, api, describe, follow, refused, dispute: startDispute })
    : null;

  // ---- what is shown ----

  function tell(kind, ...lines) {
    const area = Phone.find("news");
    area.className = "notice notice-" + kind;
    area.hidden = lines.length === 0;
    Phone.fill(area, ...lines.map((line) => Phone.make("p", "", line)));
    if (lines.length) {
      area.scrollIntoView({ block: "nearest" });
    }
  }

  function offline(isOffline) {
    Phone.find("offline").hidden = !isOffline;
  }

  function render() {
    table.sides.forEach((side) => {
      const box = root.querySelector('[data-side-box="' + side.index + '"]');
      const open = table.next ? table.next.scores[side.index] : table.legs[table.legs.length - 1].scores[side.index];
      box.querySelector(".side-score").textContent = Phone.score(open);
      const games = box.querySelector(".side-games");
      if (games) {
        games.textContent = Phone.text("games", { games: side.games_won });
      }
    });
    table.seats.forEach((seat) => {
      const row = root.querySelector('[data-sitter="' + seat.index + '"]');
      row.classList.toggle("starts", table.next !== null && table.next.starter === seat.index);
      row.querySelector(".sitter-name").textContent = seat.player_name;
    });
    renderNext();
    renderHands();
    if (agreement) {
      agreement.render(table);
      Phone.find("agreement").hidden = Phone.find("agreement").hidden || revised !== null;
    }
  }

  function renderNext() {
    if (revised !== null) {
      renderRevised();
      return;
    }
    const next = table.next;
    Phone.find("entry").hidden = next === null;
    Phone.find("send-bar").hidden = next === null && pending.load() === null;
    Phone.find("complete").hidden = next !== null || (agreement !== null && agreement.isWaiting(table));
    Phone.find("next-hand").hidden = next === null;
    if (next === null) {
      return;
    }
    const values = {
      hand: next.number,
      hands: root.dataset.hands,
      leg: next.leg,
      legs: root.dataset.legs,
      seat: Phone.seatName(table, next.starter),
      name: next.starter_name,
    };
    const title = Phone.text(root.dataset.legs === "1" ? "hand-title" : "leg-hand-title", values);
    Phone.fill(Phone.find("next-hand"), Phone.make("strong", "", title), Phone.text("starts", values));
    form.setTable(table);
  }

  function renderRevised() {
    Phone.find("entry").hidden = false;
    Phone.find("send-bar").hidden = false;
    Phone.find("complete").hidden = true;
    Phone.find("next-hand").hidden = false;
    const title = Phone.text(revised.means + "-title", { hand: revised.hand.number });
    Phone.fill(Phone.find("next-hand"), Phone.make("strong", "", title), Phone.text(revised.means + "-hint"));
    form.setTable({ ...table, next: revised.turn });
  }

  function renderHands() {
    const rows = [];
    table.legs.forEach((leg) =>
      leg.hands.forEach((hand) => {
        const label = root.dataset.legs === "1" ? String(hand.number) : leg.number + "." + hand.number;
        const what = hand.kind === "played" ? describe(table, hand.record, hand) : Phone.text("ruled");
        const row = Phone.make("tr", "", [Phone.make("th", "cell-number", label), Phone.make("td", "", what)]);
        row.firstChild.scope = "row";
        hand.points.forEach((points) => row.append(Phone.make("td", "cell-number", Phone.signed(points))));
        if (revised === null && thoughts.some((one) => one.leg === leg.number && one.number === hand.number)) {
          const button = Phone.make("button", "button-small", Phone.text("correct"));
          button.type = "button";
          button.setAttribute("aria-label", Phone.text("correct-title", { hand: hand.number }));
          button.addEventListener("click", () => startCorrection(leg, hand));
          row.children[1].append(Phone.make("br", ""), button);
        }
        rows.push(row);
      }),
    );
    Phone.fill(Phone.find("hand-rows"), ...rows.reverse());
    Phone.find("hands-played").hidden = rows.length === 0;
  }

  function showResult(answer) {
    const area = Phone.find("result");
    area.hidden = false;
    Phone.fill(
      area,
      ...table.sides.map((side) => {
        const line = Phone.make("p", "result-side", [
          Phone.make("span", "seat-mark", side.label),
          Phone.make("span", "result-points", Phone.signed(answer.points[side.index])),
          Phone.make("span", "result-after", Phone.text("makes", { score: Phone.score(answer.scores_after[side.index]) })),
        ]);
        line.classList.add("send-hint");
        return line;
      }),
    );
  }

  function setBar({ hint, errors, canSend, label }) {
    Phone.find("result").hidden = true;
    Phone.find("send-hint").textContent = hint || "";
    Phone.find("send-hint").hidden = !hint;
    Phone.fill(Phone.find("send-errors"), ...(errors || []).map((text) => Phone.make("li", "", text)));
    Phone.find("send-errors").hidden = !(errors && errors.length);
    Phone.find("send").disabled = !canSend;
    Phone.find("send").textContent = label || Phone.text("send", { hand: table && table.next ? table.next.number : "" });
    Phone.find("change").hidden = true;
  }

  // ---- checking what is being entered ----

  async function changed() {
    checks += 1;
    const mine = checks;
    if (revised !== null) {
      showRevisionBar();
      return;
    }
    if (!table || !table.next) {
      return;
    }
    draft.save({ table: table.id, leg: table.next.leg, number: table.next.number, fields: form.draft() });
    const record = form.record(table.next);
    if (record === null) {
      setBar({ hint: form.hint(), canSend: false });
      return;
    }
    setBar({ hint: Phone.text("checking"), canSend: false });
    const answer = await api.check(table.id, { leg: table.next.leg, record });
    if (mine !== checks) {
      return;
    }
    if (answer.status === 200 && answer.body.valid) {
      offline(false);
      setBar({ hint: answer.body.game_over ? Phone.text("ends-game") : "", canSend: true });
      showResult(answer.body);
    } else if (answer.status === 200) {
      setBar({ errors: answer.body.errors.map((error) => error.detail), canSend: false });
    } else if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      offline(answer.status === 0);
      setBar({ hint: Phone.text("not-checked"), canSend: true });
    } else {
      setBar({ errors: [answer.body.detail], canSend: false });
    }
  }

  // ---- agreeing, or not ----

  function refused(answer) {
    offline(answer.status === 0);
    if (answer.status !== 0 && answer.body !== null) {
      tell("error", answer.body.detail);
      refresh();
    }
  }

  function startDispute(hand, played) {
    revise({ means: "dispute", hand, played, side: agreement.side(table) });
  }

  function startCorrection(leg, played) {
    revise({ means: "correct", hand: { leg: leg.number, number: played.number }, played });
  }

  function revise({ means, hand, played, side }) {
    if (pending.load() !== null) {
      return;
    }
    const leg = table.legs.find((one) => one.number === hand.leg);
    const before = hand.number > 1 ? leg.hands[hand.number - 2].scores_after : table.sides.map(() => 0);
    const turn = { leg: hand.leg, number: hand.number, starter: played.starter, scores: before };
    revised = { means, hand, turn, id: Phone.uuid(), side };
    form.reset();
    render();
    showRevisionBar();
    Phone.find("next-hand").scrollIntoView({ block: "start" });
  }

  function endRevision() {
    revised = null;
    form.reset();
    Phone.find("change").textContent = Phone.text("change-hand");
    render();
    if (table.next !== null) {
      restoreDraft();
      changed();
    } else {
      Phone.find("send-bar").hidden = true;
    }
  }

  function showRevisionBar(errors) {
    const canSend = form.record(revised.turn) !== null;
    setBar({
      hint: canSend ? "" : form.hint(),
      errors,
      canSend,
      label: Phone.text(revised.means + "-send", { hand: revised.hand.number }),
    });
    Phone.find("change").textContent = Phone.text("dispute-stop");
    Phone.find("change").hidden = false;
  }

  async function sendRevision() {
    const record = form.record(revised.turn);
    if (record === null || isSending) {
      return;
    }
    const { means, hand, id } = revised;
    isSending = true;
    Phone.find("send").disabled = true;
    const answer =
      means === "dispute"
        ? await api.dispute(table.id, hand, { submission_id: id, side: revised.side, record_id: hand.record_id, record })
        : await api.correct(table.id, hand, { submission_id: id, record });
    isSending = false;
    if (answer.status === 200 || answer.status === 201) {
      offline(false);
      tell("success", Phone.text(means + "-kept", { hand: hand.number }));
      endRevision();
      await refresh();
    } else if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      showRevisionBar([Phone.text(means + "-failed")]);
    } else {
      // What was refused left nothing, but it is another post once it is changed.
      revised.id = Phone.uuid();
      showRevisionBar(answer.body.errors.length ? answer.body.errors.map((error) => error.detail) : [answer.body.detail]);
    }
  }

  // ---- sending ----

  function send() {
    if (revised !== null) {
      sendRevision();
      return;
    }
    const waiting = pending.load();
    if (waiting !== null) {
      retryIn = RETRY_FIRST;
      deliver(waiting);
      return;
    }
    const record = form.record(table.next);
    if (record === null || isSending) {
      return;
    }
    const post = {
      table: table.id,
      what: describe(table, record, {}),
      body: { submission_id: Phone.uuid(), leg: table.next.leg, number: table.next.number, record, ...speaksFor() },
    };
    pending.save(post);
    deliver(post);
  }

  function speaksFor() {
    const side = agreement === null || table.agreement === null ? null : agreement.side(table);
    return side === null ? {} : { side };
  }

  async function deliver(post) {
    if (isSending) {
      return;
    }
    isSending = true;
    window.clearTimeout(retryTimer);
    lock(true);
    setBar({ hint: Phone.text("sending", { hand: post.body.number, what: post.what }), canSend: false });
    const answer = await api.send(post.table, post.body);
    isSending = false;
    if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      offline(answer.status === 0);
      keepTrying(post);
      return;
    }
    offline(false);
    pending.clear();
    lock(false);
    retryIn = RETRY_FIRST;
    await settle(post, answer);
  }

  function keepTrying(post) {
    setBar({ hint: Phone.text("not-sent", { hand: post.body.number, what: post.what }), canSend: true, label: Phone.text("send-again") });
    Phone.find("change").hidden = false;
    Phone.find("send-bar").hidden = false;
    retryTimer = window.setTimeout(() => deliver(post), retryIn);
    retryIn = Math.min(retryIn * 2, RETRY_LONGEST);
  }

  async function settle(post, answer) {
    const body = answer.body;
    if (answer.status === 200 || answer.status === 201) {
      forget();
      const points = table ? table.sides.map((side) => Phone.sideName(side.label) + " " + Phone.signed(body.hand.points[side.index])).join(", ") : "";
      tell("success", Phone.text("kept", { hand: post.body.number, what: post.what, points }));
      await refresh();
    } else if (answer.status === 409 && body.code === "hand.number_taken" && table !== null) {
      forget();
      const stored = describe(table, body.stored.record, body.stored);
      tell(
        body.same ? "success" : "warning",
        Phone.text("taken", { hand: post.body.number, what: stored }),
        body.same ? Phone.text("taken-same") : Phone.text("taken-other", { what: post.what }),
      );
      await refresh();
    } else if (answer.status === 422) {
      setBar({ errors: body.errors.length ? body.errors.map((error) => error.detail) : [body.detail], canSend: false });
    } else {
      tell("error", body.detail);
      await refresh();
    }
  }

  function forget() {
    draft.clear();
    form.reset();
  }

  function lock(isLocked) {
    Phone.find("form").disabled = isLocked;
  }

  function takeBack() {
    if (revised !== null) {
      endRevision();
      return;
    }
    window.clearTimeout(retryTimer);
    pending.clear();
    lock(false);
    changed();
  }

  // ---- following the table ----

  async function refresh() {
    const answer = await api.table();
    if (answer.status === 200) {
      offline(false);
      showDevices(answer.body.devices);
      thoughts = answer.body.second_thoughts;
      follow(answer.body);
    } else if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      offline(true);
    } else {
      tell("error", answer.body.detail);
      Phone.find("entry").hidden = true;
      Phone.find("send-bar").hidden = pending.load() === null;
    }
  }

  function showDevices(count) {
    Phone.find("devices").hidden = count < 2;
    Phone.find("devices").textContent = Phone.text("devices", { devices: count });
  }

  function follow(next) {
    if (String(next.id) !== root.dataset.tableId) {
      // Another round: the page as the server makes it for the new table.
      window.location.reload();
      return;
    }
    const before = table;
    table = next;
    render();
    const isNewHand = before !== null && handKey(before) !== handKey(next);
    if (isNewHand && before.next !== null && !form.isEmpty() && pending.load() === null) {
      tell("warning", Phone.text("entered-elsewhere", { hand: before.next.number }));
      forget();
    }
    if (next.next !== null && (before === null || isNewHand)) {
      restoreDraft();
      if (pending.load() === null) {
        changed();
      }
    }
  }

  function handKey(view) {
    return view.next === null ? "" : view.next.leg + "." + view.next.number;
  }

  function restoreDraft() {
    const kept = draft.load();
    const isThis =
      kept !== null && kept.table === table.id && kept.leg === table.next.leg && kept.number === table.next.number;
    if (isThis) {
      form.load(kept.fields);
    }
  }

  function poll() {
    if (!document.hidden && !isSending && revised === null && pending.load() === null) {
      refresh();
    }
  }

  if (agreement !== null) {
    agreement.onForgotten(render);
  }
  Phone.find("send").addEventListener("click", send);
  Phone.find("change").addEventListener("click", takeBack);
  document.addEventListener("visibilitychange", poll);
  window.addEventListener("online", () => (pending.load() === null ? refresh() : deliver(pending.load())));
  window.setInterval(poll, POLL);

  refresh().then(() => {
    const waiting = pending.load();
    if (waiting !== null) {
      deliver(waiting);
    }
  });
})();
