// Fives and Threes, each scoring event pegged at once as it falls: who laid the tile, then what the ends count.
"use strict";

Phone.pegging = function (root, changed) {
  const target = Number(root.dataset.target);
  const bonus = Number(root.dataset.outBonus);
  const seats = Array.from(root.querySelectorAll("[data-peg-seat]"));
  const sums = Array.from(root.querySelectorAll("[data-sum]"));
  const out = root.querySelector("[data-peg-out]");
  const blocked = root.querySelector("[data-peg-blocked]");
  const undo = root.querySelector("[data-undo]");
  const told = root.querySelector('[data-part="told"]');
  const over = root.querySelector('[data-part="turn"]');
  const board = Phone.board(root.querySelector("[data-board]"));
  let table = null;
  let before = [];
  let events = [];
  let isBlocked = false;
  let seat = null;
  let isOut = false;

  const sideOf = (index) => table.seats[index].side;

  // Each event with whether it counts, whole or not at all, and the scores after it.
  function booked() {
    const scores = before.slice();
    return events.map((event) => {
      const side = sideOf(event.seat);
      const accepted = scores[side] + event.points <= target;
      const origin = scores[side];
      scores[side] += accepted ? event.points : 0;
      return { ...event, accepted, side, origin, scores: scores.slice() };
    });
  }

  function endOf(lines) {
    const last = lines[lines.length - 1];
    if (last && last.scores.includes(target)) {
      return "won";
    }
    return last && last.out ? "out" : isBlocked ? "blocked" : null;
  }

  function show() {
    if (table === null || table.next === null) {
      return;
    }
    if (table.next.scores === null) {
      over.textContent = Phone.text("peg-no-score");
      [...seats, ...sums, out, blocked].forEach((button) => (button.disabled = true));
      return;
    }
    const lines = booked();
    const end = endOf(lines);
    const last = lines[lines.length - 1] || null;
    Phone.press(seats, seats.find((button) => Number(button.dataset.pegSeat) === seat));
    sums.forEach((button) => {
      // Nothing scored is worth a tap only with the last tile.
      button.disabled = end !== null || seat === null || (Number(button.dataset.points) === 0 && !(isOut && bonus > 0));
    });
    seats.forEach((button) => {
      button.disabled = end !== null;
    });
    out.disabled = end !== null || seat === null;
    out.setAttribute("aria-pressed", String(isOut));
    blocked.disabled = end !== null && end !== "blocked";
    blocked.setAttribute("aria-pressed", String(end === "blocked"));
    undo.disabled = events.length === 0;
    Phone.fill(told, ...lines.map(line).reverse());
    over.textContent = last && end ? Phone.text("peg-" + end, { side: Phone.sideName(table.sides[last.side].label), target }) : "";
    board.show(table.sides, last ? last.scores : before, last && last.accepted ? { [last.side]: last.origin } : {});
  }

  function line(event) {
    const values = { seat: Phone.seatName(table, event.seat), sum: event.sum, points: event.points, target };
    const key = event.sum === undefined ? "-alone" : "";
    const text = Phone.text((event.accepted ? "peg-event" : "peg-refused") + key, values) + (event.out ? " " + Phone.text("peg-was-out") : "");
    return Phone.make("li", event.accepted ? "" : "peg-refused", text);
  }

  function set(act) {
    act();
    show();
    changed();
  }

  seats.forEach((button) => button.addEventListener("click", () => set(() => (seat = Number(button.dataset.pegSeat)))));
  sums.forEach((button) =>
    button.addEventListener("click", () =>
      set(() => {
        const points = Number(button.dataset.points) + (isOut ? bonus : 0);
        const sum = button.dataset.sum === "" ? {} : { sum: Number(button.dataset.sum) };
        events = [...events, { seat, ...sum, points, ...(isOut ? { out: true } : {}) }];
        isBlocked = false;
        isOut = false;
        seat = null;
      }),
    ),
  );
  out.addEventListener("click", () => set(() => (isOut = !isOut)));
  blocked.addEventListener("click", () => set(() => (isBlocked = !isBlocked)));
  undo.addEventListener("click", () => set(() => (events = events.slice(0, -1))));

  return {
    setTable(next) {
      table = next;
      before = (next.next && next.next.scores) || [];
      show();
    },
    load(draft) {
      events = draft.events || [];
      isBlocked = draft.isBlocked === true;
      show();
    },
    reset() {
      events = [];
      isBlocked = false;
      isOut = false;
      seat = null;
      show();
    },
    draft: () => ({ events, isBlocked }),
    isEmpty: () => events.length === 0 && !isBlocked,
    hint: () => Phone.text(seat === null ? "peg-hint-seat" : "peg-hint-sum"),
    record(next) {
      const lines = next.scores === null ? [] : booked();
      const end = endOf(lines);
      if (end === null || next.scores === null) {
        return null;
      }
      const last = lines[lines.length - 1] || null;
      const points = before.map((score, side) => (last ? last.scores[side] - score : 0));
      const sent = lines.map(({ seat: who, sum, points: worth, out: went, accepted }) => ({ seat: who, ...(sum === undefined ? {} : { sum }), points: worth, ...(went ? { out: true } : {}), accepted }));
      const record = { level: 2, opener: next.starter, events: sent, points, end };
      return end === "out" ? { ...record, out_side: last.side } : record;
    },
  };
};

// The peg board of a page: a track a side, on which the scores are shown.
Phone.board = function (svg) {
  const holes = Array.from(svg.querySelectorAll("[data-hole]")).map((hole) => [hole.getAttribute("cx"), hole.getAttribute("cy")]);

  function put(peg, score) {
    const [x, y] = holes[Math.min(Math.max(score, 0), holes.length - 1)];
    peg.setAttribute("cx", x);
    peg.setAttribute("cy", y);
  }

  // `origins` has by side where its peg stood before the last event.
  function show(sides, scores, origins) {
    svg.setAttribute("aria-label", sides.map((side) => Phone.sideName(side.label) + " " + scores[side.index]).join(", "));
    sides.forEach(({ index }) => {
      const track = svg.querySelector('[data-track="' + index + '"]');
      track.querySelector("[data-score]").textContent = scores[index];
      put(track.querySelector(".peg"), scores[index]);
      put(track.querySelector(".peg-origin"), index in origins ? origins[index] : scores[index]);
      track.classList.toggle("track-moved", index in origins && origins[index] !== scores[index]);
    });
  }

  return { show };
};
