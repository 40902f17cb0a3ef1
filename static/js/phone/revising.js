// A hand that is entered once more: as a side has it that disputes it, to correct it, or before it was ever sent.
"use strict";

Phone.revising = function ({ api, bar, form, queue, describe, judge, ended, tell, refresh }) {
  // means: dispute, correct or change; hand: leg and number, and what else the means needs; turn: as when it was played.
  let revised = null;
  let table = null;
  let isSending = false;

  function start({ means, hand, turn, side, fields }) {
    revised = { means, hand, turn, side, id: Phone.uuid() };
    form.reset();
    if (fields) {
      form.load(fields);
    }
  }

  function show(view) {
    table = view;
    Phone.find("entry").hidden = false;
    Phone.find("send-bar").hidden = false;
    Phone.find("complete").hidden = true;
    Phone.find("next-hand").hidden = false;
    const title = Phone.text(revised.means + "-title", { hand: revised.hand.number });
    Phone.fill(Phone.find("next-hand"), Phone.make("strong", "", title), Phone.text(revised.means + "-hint"));
    form.setTable({ ...view, next: revised.turn });
    showBar();
  }

  function showBar(errors) {
    const record = form.record(revised.turn);
    const outcome = record === null || revised.means !== "change" ? null : judge(table, revised.turn, record);
    const isImpossible = outcome !== null && !outcome.isPossible;
    bar.show({
      hint: record === null ? form.hint() : "",
      errors: isImpossible ? [Phone.text("impossible")] : errors,
      canSend: record !== null && !isImpossible,
      label: Phone.text(revised.means + "-send", { hand: revised.hand.number }),
      result: outcome === null || isImpossible ? null : { ...outcome, isConfirmed: false },
      sides: table.sides,
      stop: Phone.text("dispute-stop"),
    });
  }

  function stop() {
    revised = null;
    form.reset();
    ended();
  }

  async function change(hand, record) {
    let isReplaced = false;
    try {
      isReplaced = await queue.replace(hand.id, { record, what: describe(table, record, {}), fields: form.draft() });
    } catch (error) {
      if (revised !== null) {
        showBar([Phone.text("not-kept")]);
      }
      return;
    } finally {
      isSending = false;
    }
    stop();
    if (!isReplaced) {
      tell("warning", Phone.text("sent-meanwhile", { hand: hand.number }));
    }
  }

  async function send() {
    const record = form.record(revised.turn);
    if (record === null || isSending) {
      return;
    }
    const { means, hand, id, side } = revised;
    isSending = true;
    Phone.find("send").disabled = true;
    if (means === "change") {
      await change(hand, record);
      return;
    }
    const answer =
      means === "dispute"
        ? await api.dispute(table.id, hand, { submission_id: id, side, record_id: hand.record_id, record })
        : await api.correct(table.id, hand, { submission_id: id, record });
    isSending = false;
    if (answer.status === 200 || answer.status === 201) {
      tell("success", Phone.text(means + "-kept", { hand: hand.number }));
      stop();
      await refresh();
    } else if (answer.status === 0 || answer.status >= 500 || answer.status === 429) {
      showBar([Phone.text(means + "-failed")]);
    } else {
      // What was refused left nothing, but it is another post once it is changed.
      revised.id = Phone.uuid();
      showBar(answer.body.errors.length ? answer.body.errors.map((error) => error.detail) : [answer.body.detail]);
    }
  }

  return { start, stop, show, changed: () => showBar(), send, isOn: () => revised !== null };
};
