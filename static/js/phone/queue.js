// Sends the hands that lie on this phone: in order, each until the server says that it has it, and by one page only.
//
// A hand is {id, token, table, round, leg, number, record, side, what, fields, tried, refusal}: `id` names the post, so
// that the server keeps it once however often it comes; `refusal` is the server's answer to one that it did not take.
"use strict";

Phone.queue = function ({ api, changed, stored, refused, out, behind }) {
  const RETRY_FIRST = 3000;
  const RETRY_LONGEST = 30000;
  // Longer than any answer may take, after which another page goes on where this one was closed.
  const CLAIM = 25000;

  const shelf = Phone.shelf();
  const page = Phone.uuid();
  const others = "BroadcastChannel" in window ? new BroadcastChannel("hands-to-send") : null;
  // The table that is open, and what it needs next, as far as the server has said so.
  let here = null;
  let due = null;
  // Other tables whose next hand is not the one that lies here. Nobody tells when that changes, so they are tried later.
  const putOff = new Set();
  let hands = [];
  let isSending = false;
  let retryIn = RETRY_FIRST;
  let timer = null;

  // Nor does it count what is no answer of ours, such as the page with which a hotel's network greets everybody.
  const isOutage = ({ status, body }) =>
    status === 0 || status >= 500 || status === 429 || body === null || !(status < 300 ? body.hand : body.code);
  const isSameHand = (one, other) => one.table === other.table && one.leg === other.leg && one.number === other.number;
  const byNumber = (one, other) => one.leg - other.leg || one.number - other.number;

  async function update(act) {
    const before = JSON.stringify(hands);
    const state = await shelf.update(act);
    hands = state.hands;
    if (JSON.stringify(hands) !== before) {
      changed(hands);
      if (others !== null) {
        others.postMessage({});
      }
    }
    return state;
  }

  function edit(id, act) {
    return update((state) =>
      state.hands.some((one) => one.id === id) ? { ...state, hands: state.hands.flatMap((one) => (one.id === id ? act(one) : [one])) } : state,
    );
  }

  // The first hand that may go: none of a table where one was refused, none whose forerunner is missing.
  function firstReady(all) {
    const tables = Array.from(new Set(all.map((one) => one.table)));
    const firsts = tables.map((table) => {
      const line = all.filter((one) => one.table === table).sort(byNumber);
      const isEarly = table === here && due !== null && due.leg === line[0].leg && line[0].number > due.number;
      return isEarly || putOff.has(table) || line.some((one) => one.refusal) ? null : line[0];
    });
    return firsts.find((one) => one !== null) || null;
  }

  // Takes the turn to send, unless another page has it, and returns the hand to send.
  async function claimNext() {
    const now = Date.now();
    let next = null;
    await update((state) => {
      const claim = state.claim;
      const isTaken = claim !== null && claim.page !== page && claim.until > now && claim.until <= now + CLAIM;
      next = isTaken ? null : firstReady(state.hands);
      if (isTaken && firstReady(state.hands) !== null) {
        later();
      }
      return next === null ? state : { ...state, claim: { page, until: now + CLAIM } };
    });
    return next;
  }

  function release() {
    return update((state) => (state.claim !== null && state.claim.page === page ? { ...state, claim: null } : state));
  }

  function later() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      timer = null;
      putOff.clear();
      send();
    }, retryIn);
    retryIn = Math.min(retryIn * 2, RETRY_LONGEST);
  }

  async function send() {
    if (isSending) {
      return;
    }
    isSending = true;
    window.clearTimeout(timer);
    timer = null;
    try {
      for (let hand = await claimNext(); hand !== null; hand = await claimNext()) {
        const answer = await api.send(hand);
        if (isOutage(answer)) {
          await heldUp();
          out(answer);
          later();
          break;
        }
        await settle(hand, answer);
      }
      await release();
    } finally {
      isSending = false;
    }
  }

  // None of those that lie here can be called under way any more.
  function heldUp() {
    return update((state) => ({ ...state, hands: state.hands.map((one) => ({ ...one, tried: true })) }));
  }

  // Only an answer that says where the hand is in the books takes it off the phone.
  async function settle(hand, answer) {
    const body = answer.body;
    const isOutOfOrder = answer.status === 409 && body.code === "hand.out_of_order";
    if (isOutOfOrder && hand.table !== here) {
      putOff.add(hand.table);
      await heldUp();
      later();
      return;
    }
    retryIn = RETRY_FIRST;
    if (answer.status === 200 || answer.status === 201) {
      due = hand.table === here ? body.next : due;
      await remove(hand, { hand, isOwn: true, body });
    } else if (answer.status === 409 && body.code === "hand.number_taken" && body.same) {
      await remove(hand, { hand, isOwn: false, body });
    } else if (isOutOfOrder) {
      due = { leg: hand.leg, number: hand.number - 1 };
      await heldUp();
      behind();
    } else {
      const refusal = { status: answer.status, code: body.code, detail: body.detail, errors: body.errors || [], stored: body.stored || null };
      await heldUp();
      await edit(hand.id, (one) => [{ ...one, refusal }]);
      refused();
    }
  }

  async function remove(hand, news) {
    // Told first: until the table is read again, the hand counts as one that is in.
    stored(news);
    if (others !== null) {
      others.postMessage({ stored: hand });
    }
    await edit(hand.id, () => []);
  }

  function sendNow() {
    retryIn = RETRY_FIRST;
    putOff.clear();
    return send();
  }

  // Resolves to whether it is kept; not where this phone has a hand of that number already.
  async function add(hand) {
    const state = await update((before) =>
      before.hands.some((one) => isSameHand(one, hand)) ? before : { ...before, hands: [...before.hands, { tried: false, refusal: null, ...hand }] },
    );
    sendNow();
    return state.hands.some((one) => one.id === hand.id);
  }

  // What was sent, or may have been, stays what it was under its id: a changed hand is another post. Resolves to
  // whether it lay here still.
  async function replace(id, hand) {
    const other = Phone.uuid();
    const state = await edit(id, (one) => [{ ...one, ...hand, id: other, tried: false, refusal: null }]);
    sendNow();
    return state.hands.some((one) => one.id === other);
  }

  async function again(id) {
    await edit(id, (one) => [{ ...one, refusal: null }]);
    sendNow();
  }

  async function drop(id) {
    await edit(id, () => []);
    sendNow();
  }

  const load = () => update((state) => state);

  // Hears where a table stands; what failed a moment ago still waits its time.
  function expect(table) {
    here = table.id;
    due = table.next;
    putOff.delete(here);
    if (timer === null) {
      send();
    }
  }

  if (others !== null) {
    others.addEventListener("message", (event) => {
      if (event.data.stored) {
        stored({ hand: event.data.stored, isOwn: false, body: null });
      }
      shelf.update((state) => state).then((state) => {
        hands = state.hands;
        changed(hands);
      });
    });
  }
  window.addEventListener("online", sendNow);
  document.addEventListener("visibilitychange", () => (document.hidden ? null : sendNow()));

  return { load, add, replace, again, drop, expect, sendNow };
};
