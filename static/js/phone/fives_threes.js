// The form of Fives and Threes: the points of each side, tapped as they fall or typed, and how the round ended.
"use strict";

Phone.fivesThrees = function (root, changed) {
  const target = Number(root.dataset.target);
  const inputs = Array.from(root.querySelectorAll("[data-points-of]"));
  const ends = Array.from(root.querySelectorAll("[data-end]"));
  let chosen = { points: inputs.map(() => ""), end: null, outSide: null };
  let scores = [];

  const number = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : null);
  const pointsOf = (side) => (chosen.points[side] === "" ? 0 : number(chosen.points[side]));
  const winner = () => inputs.findIndex((input, side) => scores[side] + pointsOf(side) === target);

  function show() {
    inputs.forEach((input, side) => {
      if (input.value !== chosen.points[side]) {
        input.value = chosen.points[side];
      }
    });
    Phone.press(
      ends,
      ends.find((b) => b.dataset.end === chosen.end && (b.dataset.outSide || "") === String(chosen.outSide === null ? "" : chosen.outSide)),
    );
    const won = winner();
    Phone.find("ends").hidden = won >= 0;
    Phone.find("game-won").hidden = won < 0;
    if (won >= 0) {
      Phone.find("game-won").textContent = Phone.text("game-won", { side: Phone.sideName(inputs[won].dataset.sideLabel), target });
    }
  }

  function choose(part) {
    chosen = { ...chosen, ...part };
    show();
    changed();
  }

  function setPoints(side, text) {
    choose({ points: chosen.points.map((old, index) => (index === side ? text : old)) });
  }

  inputs.forEach((input, side) => input.addEventListener("input", () => setPoints(side, input.value.trim())));
  root.querySelectorAll("[data-add]").forEach((button) =>
    button.addEventListener("click", () => {
      const side = Number(button.dataset.side);
      setPoints(side, String(Math.max(0, (pointsOf(side) || 0) + Number(button.dataset.add))));
    }),
  );
  ends.forEach((button) =>
    button.addEventListener("click", () =>
      choose({ end: button.dataset.end, outSide: button.dataset.outSide ? Number(button.dataset.outSide) : null }),
    ),
  );

  return {
    setTable(table) {
      scores = (table.next && table.next.scores) || [];
      show();
    },
    load(draft) {
      chosen = { ...chosen, ...draft };
      show();
    },
    reset() {
      chosen = { points: inputs.map(() => ""), end: null, outSide: null };
      show();
    },
    draft: () => chosen,
    isEmpty: () => chosen.end === null && chosen.points.every((text) => text === ""),
    hint: () => Phone.text("choose-points"),
    record(next) {
      const points = inputs.map((input, side) => pointsOf(side));
      if (points.includes(null) || (chosen.end === null && winner() < 0)) {
        return null;
      }
      const record = { level: 1, opener: next.starter, points, end: winner() >= 0 ? "won" : chosen.end };
      return record.end === "out" ? { ...record, out_side: chosen.outSide } : record;
    },
  };
};

Phone.describeFivesThrees = function (table, record, kept) {
  // A fuller record may leave points and end to its events.
  const points = (record.points || kept.points || []).join(" : ") || Phone.text("record-tiles");
  if (record.end === "out" && typeof record.out_side === "number") {
    return Phone.text("ended-out", { points, side: Phone.sideName(table.sides[record.out_side].label) });
  }
  if (record.end === "won" || record.end === "blocked") {
    return Phone.text("ended-" + record.end, { points });
  }
  return points;
};

// What a score line makes, and whether it can be at all: the bounds come with the lines.
Phone.judgeFivesThrees = function (lines, step, table, turn, record) {
  const points = record.points;
  const scores = turn.scores.map((score, side) => score + points[side]);
  const home = scores.filter((score) => score === lines.target).length;
  const out = record.end === "out" ? record.out_side : null;
  const isPossible =
    points.every((gain, side) => gain <= lines.largest && scores[side] <= lines.target) &&
    home <= 1 &&
    (out === null || points[out] >= step(lines.least_out, turn.scores[out]));
  return { points, scores, over: home > 0, isPossible };
};
