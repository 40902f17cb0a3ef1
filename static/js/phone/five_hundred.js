// The form of Five Hundred: who bid what, and how many tricks that side won; of more than two sides, how many each.
"use strict";

Phone.fiveHundred = function (root, changed) {
  const seats = Array.from(root.querySelectorAll("[data-seat]"));
  const passedIn = root.querySelector("[data-passed-in]");
  const bids = Array.from(root.querySelectorAll("[data-bid]"));
  const tricks = Array.from(root.querySelectorAll("[data-tricks]"));
  const sansKitty = root.querySelector("[data-sans-kitty]");
  const called = Array.from(root.querySelectorAll("[data-called]"));
  const steps = Array.from(root.querySelectorAll("[data-tricks-of]"));
  const counts = Array.from(root.querySelectorAll("[data-count-of]"));
  const left = root.querySelector("[data-tricks-left]");
  const shared = root.querySelector("[data-tricks-together]");
  const empty = {
    seat: null,
    passedIn: false,
    bid: null,
    sansKitty: false,
    tricks: null,
    called: null,
    bySide: counts.map(() => 0),
  };
  let chosen = { ...empty };
  let table = null;

  const isMisere = (bid) => ["M", "OM", "BM"].includes(bid);
  const notGiven = () => 10 - chosen.bySide.reduce((sum, tricks) => sum + tricks, 0);

  // Where a partner was called, the contract is made by the tricks of two.
  function together() {
    if (chosen.called === null || chosen.seat === null || table === null) {
      return "";
    }
    const [seat, partner] = [chosen.seat, chosen.called];
    const tricks = chosen.bySide[table.seats[seat].side] + chosen.bySide[table.seats[partner].side];
    return Phone.text("tricks-together", { seat: Phone.seatName(table, seat), partner: Phone.seatName(table, partner), tricks });
  }

  function show() {
    Phone.press([...seats, passedIn], chosen.passedIn ? passedIn : seats.find((b) => Number(b.dataset.seat) === chosen.seat));
    Phone.press(bids, bids.find((button) => button.dataset.bid === chosen.bid));
    Phone.press(tricks, tricks.find((button) => Number(button.dataset.tricks) === chosen.tricks));
    if (sansKitty) {
      sansKitty.checked = chosen.sansKitty;
    }
    root.querySelectorAll("[data-when-bid]").forEach((part) => {
      part.hidden = chosen.passedIn;
    });
    Phone.press(called, called.find((b) => b.dataset.called === (chosen.called === null ? "" : String(chosen.called))));
    called.forEach((button) => {
      button.hidden = chosen.seat !== null && button.dataset.called === String(chosen.seat);
    });
    root.querySelectorAll("[data-when-called]").forEach((part) => {
      part.hidden = chosen.passedIn || isMisere(chosen.bid);
    });
    counts.forEach((output, side) => {
      output.textContent = chosen.bySide[side];
    });
    steps.forEach((button) => {
      button.disabled = Number(button.dataset.add) > 0 ? notGiven() === 0 : chosen.bySide[Number(button.dataset.tricksOf)] === 0;
    });
    if (left) {
      left.textContent = Phone.text("tricks-left", { left: notGiven() });
    }
    if (shared) {
      shared.textContent = together();
    }
    Phone.find("tricks-of").textContent =
      chosen.seat === null || table === null || counts.length
        ? Phone.text("tricks")
        : Phone.text("tricks-of", { side: Phone.sideName(table.sides[table.seats[chosen.seat].side].label) });
    Phone.find("misere-hint").hidden = !isMisere(chosen.bid);
  }

  function choose(part) {
    chosen = { ...chosen, ...part };
    if (chosen.called === chosen.seat || isMisere(chosen.bid)) {
      chosen.called = null;
    }
    show();
    changed();
  }

  seats.forEach((button) =>
    button.addEventListener("click", () => choose({ seat: Number(button.dataset.seat), passedIn: false })),
  );
  passedIn.addEventListener("click", () => choose({ ...empty, passedIn: true }));
  bids.forEach((button) => button.addEventListener("click", () => choose({ bid: button.dataset.bid })));
  tricks.forEach((button) => button.addEventListener("click", () => choose({ tricks: Number(button.dataset.tricks) })));
  called.forEach((button) =>
    button.addEventListener("click", () => choose({ called: button.dataset.called === "" ? null : Number(button.dataset.called) })),
  );
  steps.forEach((button) =>
    button.addEventListener("click", () => {
      const side = Number(button.dataset.tricksOf);
      choose({ bySide: chosen.bySide.map((old, index) => (index === side ? old + Number(button.dataset.add) : old)) });
    }),
  );
  if (sansKitty) {
    sansKitty.addEventListener("change", () => choose({ sansKitty: sansKitty.checked }));
  }

  // Whether the tricks are known as far as the record needs them.
  function hasTricks() {
    if (counts.length === 0) {
      return chosen.tricks !== null;
    }
    const isLostMisere = isMisere(chosen.bid) && chosen.bySide[table.seats[chosen.seat].side] > 0;
    return notGiven() === 0 || isLostMisere;
  }

  function tricksBySide() {
    const own = table.seats[chosen.seat].side;
    if (counts.length) {
      return notGiven() === 0 ? chosen.bySide : table.sides.map((side) => (side.index === own ? chosen.bySide[own] : null));
    }
    // A lost misere is not played to the end, so the other side's number stays open.
    const others = isMisere(chosen.bid) && chosen.tricks > 0 ? null : 10 - chosen.tricks;
    return table.sides.map((side) => (side.index === own ? chosen.tricks : others));
  }

  return {
    setTable(next) {
      table = next;
      show();
    },
    load(draft) {
      chosen = { ...empty, ...draft };
      show();
    },
    reset() {
      chosen = { ...empty };
      show();
    },
    draft: () => chosen,
    isEmpty: () => JSON.stringify(chosen) === JSON.stringify(empty),
    hint() {
      if (chosen.seat === null) {
        return Phone.text("choose-bidder");
      }
      return chosen.bid === null ? Phone.text("choose-bid") : Phone.text("choose-tricks");
    },
    record(next) {
      if (chosen.passedIn) {
        return { level: 1, dealer: next.starter, contract: null };
      }
      if (chosen.seat === null || chosen.bid === null || !hasTricks()) {
        return null;
      }
      return {
        level: 1,
        dealer: next.starter,
        contract: { seat: chosen.seat, bid: chosen.bid, sans_kitty: chosen.sansKitty },
        ...(chosen.called === null ? {} : { called: chosen.called }),
        tricks: tricksBySide(),
      };
    },
  };
};

Phone.bidText = function (bid) {
  const symbols = { S: "\u2660\ufe0e", C: "\u2663\ufe0e", D: "\u2666\ufe0e", H: "\u2665\ufe0e" };
  if (["M", "OM", "BM"].includes(bid)) {
    return Phone.text("bid-" + bid);
  }
  const [, level, denomination] = bid.match(/^(\d+)(\D+)$/);
  return level + (symbols[denomination] || Phone.text("no-trumps"));
};

Phone.describeFiveHundred = function (table, record) {
  if (record.contract === null) {
    return Phone.text("passed-in");
  }
  const { seat, bid, sans_kitty: sansKitty } = record.contract;
  if (typeof record.called === "number" && record.tricks) {
    return Phone.text(sansKitty ? "contract-with-sans-kitty" : "contract-with", {
      bid: Phone.bidText(bid),
      seat: Phone.seatName(table, seat),
      partner: Phone.seatName(table, record.called),
      tricks: record.tricks[table.seats[seat].side] + record.tricks[table.seats[record.called].side],
    });
  }
  // A full record may leave the numbers of tricks to its plays.
  const tricks = record.tricks ? record.tricks[table.seats[seat].side] : "";
  const key = record.tricks ? (sansKitty ? "contract-sans-kitty" : "contract") : "contract-only";
  return Phone.text(key, { bid: Phone.bidText(bid), seat: Phone.seatName(table, seat), tricks });
};

// What a score line is worth: the points and the scores after it by side, and whether the game is over with it.
Phone.judgeFiveHundred = function (lines, step, table, turn, record) {
  const { contract, called, tricks } = record;
  const own = contract === null ? [] : [contract.seat, called].filter((seat) => typeof seat === "number").map((seat) => table.seats[seat].side);
  const line = contract === null ? null : lines.bids[contract.bid];
  const won = own.reduce((sum, side) => sum + tricks[side], 0);
  const points = table.sides.map(({ index }) => {
    if (own.includes(index)) {
      return line.points[won];
    }
    return line !== null && line.defended ? step(lines.defenders[tricks[index]], turn.scores[index]) : 0;
  });
  const scores = turn.scores.map((score, side) => score + points[side]);
  const { hands, made_from: from, lost_to: to } = lines.ends;
  const decides = (score) => (line.made[won] ? from !== null && score >= from : to !== null && score <= to);
  return { points, scores, over: turn.number === hands || own.some((side) => decides(scores[side])), isPossible: true };
};
