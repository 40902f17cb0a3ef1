// Every call and every card of a hand of Five Hundred, tapped as they fall. Which may come next, whose turn it is and who
// wins a trick comes from the server; here stands only what was tapped.
"use strict";

Phone.recordFiveHundred = function (root, changed, api) {
  const HAND = 10;
  const pack = root.dataset.pack.split(" ");
  const part = (name) => root.querySelector('[data-part="' + name + '"]');
  const calls = Array.from(root.querySelectorAll("[data-call]"));
  const sansKitty = root.querySelector("[data-call-sans-kitty]");
  const suits = Array.from(root.querySelectorAll("[data-suit]"));
  const cards = pack.map((card) => {
    const button = Phone.tapButton("tap-card", Phone.cardFace(card), Phone.cardName(card), () => tapCard(card));
    button.dataset.card = card;
    return button;
  });
  const core = Phone.tapped({ root, api, position, draw, changed });
  // Where no server says whose turn it is, a seat can be tapped; a joker that is led waits for its suit.
  let tappedSeat = null;
  let isJokerWaiting = false;

  "SCDH".split("").forEach((suit) => part("cards").append(Phone.make("div", "card-row", cards.filter((one) => one.dataset.card.endsWith(suit)))));
  part("cards").append(Phone.make("div", "card-row", cards.filter((one) => one.dataset.card === "JK")));

  function read() {
    const hand = { calls: [], isPlayed: false, called: null, nominated: null, tricks: [], isOver: false, rest: [], kitty: [], isLeft: false };
    core.taps().forEach((tap) => {
      if (tap.call) {
        hand.calls.push(tap.call);
      } else if (tap.play) {
        hand.isPlayed = true;
        hand.called = tap.called;
      } else if (tap.named) {
        hand.nominated = tap.named;
      } else if (tap.card) {
        addCard(hand.tricks, tap);
      } else if (tap.rest) {
        hand.rest.push(tap.rest);
      } else if (tap.kitty) {
        hand.kitty.push(tap.kitty);
      } else {
        hand.isOver = hand.isOver || tap.over === true;
        hand.isLeft = hand.isLeft || tap.leave === true;
      }
    });
    const bid = hand.calls.filter((call) => call.bid !== "P").pop();
    hand.contract = bid ? { seat: bid.seat, bid: bid.bid, sans_kitty: bid.sans_kitty === true } : null;
    return hand;
  }

  // Nobody plays twice to a trick.
  function addCard(tricks, { seat, card, suit }) {
    const last = tricks[tricks.length - 1];
    if (last && !last.seats.includes(seat)) {
      last.seats.push(seat);
      last.cards.push(card);
    } else {
      tricks.push({ lead: seat, seats: [seat], cards: [card], suit });
    }
  }

  const sentTricks = (tricks) => tricks.map(({ lead, cards: played, suit }) => (suit ? { lead, cards: played, suit } : { lead, cards: played }));

  function position() {
    const { next, rules } = core.table();
    const hand = read();
    const auction = { dealer: next.starter, rules, auction: hand.calls };
    const named = hand.nominated === null ? {} : { nominated: hand.nominated };
    return hand.isPlayed ? { ...auction, ...named, play: sentTricks(hand.tricks) } : auction;
  }

  // ---- where the hand has got to ----

  function stageOf(hand) {
    const said = core.said();
    if (hand.isLeft) {
      return "done";
    }
    if (!hand.isPlayed) {
      const isPassedIn = said ? said.phase === "passed_in" : hand.contract === null && hand.calls.length >= core.table().seats.length;
      return isPassedIn ? "passed_in" : said && said.phase === "contract" ? "contract" : "auction";
    }
    if (!hand.isOver && !(said && said.phase === "scored")) {
      return "play";
    }
    const groups = groupsOf(hand);
    if (groups.some((group) => group.cards.length < group.size)) {
      return "rest";
    }
    return hand.contract.sans_kitty || hand.kitty.length === 3 ? "done" : "kitty";
  }

  function playedBy(hand, seat) {
    return hand.tricks.flatMap((trick) => trick.cards.filter((card, place) => trick.seats[place] === seat));
  }

  // Who still held cards that were not played, with those that were tapped for them.
  function groupsOf(hand) {
    let from = 0;
    return core.table().seats.map(({ index }) => {
      const size = HAND - playedBy(hand, index).length;
      const held = hand.rest.slice(from, from + size);
      from += Math.max(size, 0);
      return { seat: index, size, cards: held };
    });
  }

  const used = (hand) => [...hand.tricks.flatMap((trick) => trick.cards), ...hand.rest];
  const leftOver = (hand) => pack.filter((card) => !used(hand).includes(card));
  const heldBy = (hand, seat) => [...playedBy(hand, seat), ...groupsOf(hand)[seat].cards];

  function seatInTurn(hand) {
    const said = core.said();
    if (said && (said.seat !== undefined || said.caller !== undefined)) {
      return said.seat === undefined ? said.caller : said.seat;
    }
    const last = hand.isPlayed ? core.taps().filter((tap) => tap.card).pop() : hand.calls[hand.calls.length - 1];
    const after = last ? last.seat + 1 : hand.isPlayed ? hand.contract.seat : core.table().next.starter + 1;
    return tappedSeat === null ? after % core.table().seats.length : tappedSeat;
  }

  // ---- taps ----

  function add(tap) {
    tappedSeat = null;
    isJokerWaiting = false;
    core.add(tap);
  }

  function tapCard(card) {
    const hand = read();
    const stage = stageOf(hand);
    const said = core.said();
    if (stage === "rest" || stage === "kitty") {
      add({ [stage]: card });
    } else if (card === "JK" && suitsForJoker(said, hand).length && !(core.isFree() && isJokerWaiting)) {
      isJokerWaiting = !isJokerWaiting;
      draw();
    } else {
      add({ seat: seatInTurn(hand), card });
    }
  }

  // Without the server whoever taps has to know whether the joker is led for a suit.
  function suitsForJoker(said, hand) {
    if (said) {
      return (said.cards || []).filter((card) => card.startsWith("JK/")).map((card) => card.slice(3));
    }
    return core.isFree() && hand.isPlayed && /NT|M/.test(hand.contract.bid) ? ["S", "C", "D", "H"] : [];
  }

  calls.forEach((button) =>
    button.addEventListener("click", () => {
      const isSans = sansKitty !== null && sansKitty.checked && button.dataset.call !== "P";
      const call = { seat: seatInTurn(read()), bid: button.dataset.call };
      if (sansKitty !== null) {
        sansKitty.checked = false;
      }
      add({ call: isSans ? { ...call, sans_kitty: true } : call });
    }),
  );
  suits.forEach((button) =>
    button.addEventListener("click", () =>
      add(isJokerWaiting ? { seat: seatInTurn(read()), card: "JK", suit: button.dataset.suit } : { named: button.dataset.suit }),
    ),
  );
  root.querySelector("[data-over]").addEventListener("click", () => add({ over: true }));
  root.querySelector("[data-leave]").addEventListener("click", () => add({ leave: true }));

  // ---- what is shown ----

  function draw() {
    const hand = read();
    const stage = stageOf(hand);
    const said = core.said();
    const isOpen = core.isFree() || said !== null;
    part("turn").textContent = title(hand, stage);
    drawSeats(hand, stage);
    drawAuction(hand, stage, said, isOpen);
    drawCards(hand, stage, said, isOpen);
    Phone.fill(part("told"), ...told(hand, stage));
    root.querySelector("[data-over]").hidden = stage !== "play" || hand.tricks.length === 0 || !(core.isFree() || (said && said.may_stop));
    root.querySelector("[data-leave]").hidden = !["rest", "kitty"].includes(stage) || !(said && said.winners);
  }

  function title(hand, stage) {
    const name = (seat) => ({ seat: Phone.seatName(core.table(), seat), name: core.table().seats[seat].player_name });
    if (stage === "auction") {
      return Phone.text("record-calls", name(seatInTurn(hand)));
    }
    if (stage === "contract") {
      return Phone.text("contract-only", { bid: Phone.bidText(hand.contract.bid), ...name(hand.contract.seat) });
    }
    if (stage === "play") {
      return core.isWrong() ? "" : Phone.text("record-plays", name(seatInTurn(hand)));
    }
    if (stage === "rest") {
      const group = groupsOf(hand).find((one) => one.cards.length < one.size);
      return Phone.text("record-held", { ...name(group.seat), left: group.size - group.cards.length });
    }
    return Phone.text(stage === "kitty" ? "record-kitty" : "record-whole", { left: 3 - hand.kitty.length });
  }

  function drawSeats(hand, stage) {
    const isAsked = core.isFree() && (stage === "auction" || stage === "play");
    part("seats").hidden = !isAsked;
    Phone.fill(
      part("seats"),
      ...(isAsked ? core.table().seats : []).map(({ index, label, player_name: name }) => {
        const button = Phone.tapButton("tap-seat", [Phone.make("span", "seat-mark", label), Phone.make("span", "", name)], "", () => {
          tappedSeat = index;
          draw();
        });
        button.setAttribute("aria-pressed", String(index === seatInTurn(hand)));
        return button;
      }),
    );
  }

  function drawAuction(hand, stage, said, isOpen) {
    const mayCall = (bid) => isOpen && (said === null || (said.calls || []).includes(bid));
    part("auction").hidden = stage !== "auction" && !(stage === "contract" && said.calls.length > 0);
    calls.forEach((button) => {
      button.disabled = !mayCall(button.dataset.call);
    });
    const isReady = stage === "contract" || (core.isFree() && stage === "auction" && hand.contract !== null);
    part("contract").hidden = !isReady;
    Phone.fill(part("contract"), ...(isReady ? waysOn(hand) : []));
  }

  // With five at the table the contractor may call a partner.
  function waysOn(hand) {
    const seats = core.table().seats;
    const go = (text, called) => Phone.tapButton("button-main tap-wide", text, "", () => add({ play: true, called }));
    if (seats.length !== 5 || ["M", "OM", "BM"].includes(hand.contract.bid)) {
      return [go(Phone.text("record-to-cards"), null)];
    }
    const others = seats.filter((seat) => seat.index !== hand.contract.seat);
    return [
      go(Phone.text("record-alone"), null),
      ...others.map(({ index }) => go(Phone.text("record-with", { seat: Phone.seatName(core.table(), index) }), index)),
    ];
  }

  function drawCards(hand, stage, said, isOpen) {
    const isShown = ["play", "rest", "kitty"].includes(stage);
    part("cards").hidden = !isShown;
    const open = isShown && isOpen ? openCards(hand, stage, said) : [];
    cards.forEach((button) => {
      button.disabled = !open.includes(button.dataset.card);
      button.classList.toggle("tap-used", (stage === "kitty" ? hand.kitty : used(hand)).includes(button.dataset.card));
    });
    const jokers = suitsForJoker(said, hand);
    const named = !isJokerWaiting && said && stage === "play" && hand.nominated === null ? said.nominations || [] : [];
    part("joker").hidden = !(isJokerWaiting || named.length);
    part("joker-asks").textContent = Phone.text(!isJokerWaiting ? "record-joker-named" : said ? "record-joker-led" : "record-joker-free");
    suits.forEach((button) => {
      button.disabled = !(isJokerWaiting ? jokers : named).includes(button.dataset.suit);
    });
  }

  function openCards(hand, stage, said) {
    if (stage === "kitty") {
      return [...heldBy(hand, hand.contract.seat), ...leftOver(hand)].filter((card) => !hand.kitty.includes(card));
    }
    if (stage === "rest") {
      const { seat } = groupsOf(hand).find((one) => one.cards.length < one.size);
      const mayHold = said && said.may_hold ? said.may_hold[seat] : pack;
      return leftOver(hand).filter((card) => mayHold.includes(card));
    }
    return said ? (said.cards || []).map((card) => card.split("/")[0]) : leftOver(hand);
  }

  // The auction while it runs; then the contract, the tricks so far and the cards on the table.
  function told(hand, stage) {
    const table = core.table();
    const line = (text) => Phone.make("li", "", text);
    if (!hand.isPlayed) {
      return hand.calls.map((call) =>
        line(Phone.text("record-called", { seat: Phone.seatName(table, call.seat), call: call.bid === "P" ? Phone.text("record-pass") : Phone.bidText(call.bid) })),
      );
    }
    const winners = (core.said() && core.said().winners) || [];
    const lines = [line(Phone.text("contract-only", { bid: Phone.bidText(hand.contract.bid), seat: Phone.seatName(table, hand.contract.seat) }))];
    if (winners.length) {
      const counts = table.sides.map((side) => Phone.sideName(side.label) + " " + tricksBySide(winners)[side.index]).join(", ");
      const last = winners[winners.length - 1];
      lines.push(line(Phone.text("record-tricks", { counts, seat: Phone.seatName(table, last) })));
    }
    const trick = hand.tricks[hand.tricks.length - 1];
    if (trick && stage === "play") {
      const played = trick.cards.map((card, place) => Phone.make("span", "on-table", [Phone.make("span", "seat-mark", table.seats[trick.seats[place]].label), ...Phone.cardFace(card, true)]));
      lines.push(Phone.make("li", "trick-now", played));
    }
    return lines;
  }

  function tricksBySide(winners) {
    const { sides, seats } = core.table();
    return sides.map((side) => winners.filter((seat) => seats[seat].side === side.index).length);
  }

  // ---- the record ----

  function record(next) {
    const hand = read();
    const stage = stageOf(hand);
    const said = core.said();
    const start = { dealer: next.starter, contract: hand.contract, auction: hand.calls };
    if (core.isWrong() || (stage !== "passed_in" && stage !== "done")) {
      return null;
    }
    if (stage === "passed_in") {
      return { level: 2, ...start, trick_winners: [] };
    }
    const winners = said && said.winners;
    const result = { ...(hand.called === null ? {} : { called: hand.called }), ...(winners ? { tricks: tricksBySide(winners) } : {}) };
    if (hand.isLeft) {
      return winners ? { level: 2, ...start, ...result, trick_winners: winners } : null;
    }
    const rest = leftOver(hand);
    const held = Object.fromEntries(core.table().seats.map(({ index }) => [index, heldBy(hand, index)]));
    const exchange = hand.contract.sans_kitty ? { kitty: rest } : { kitty: hand.kitty, discards: rest };
    const own = hand.contract.seat;
    held[own] = [...held[own], ...(exchange.discards || [])].filter((card) => !exchange.kitty.includes(card));
    const named = hand.nominated === null ? {} : { nominated: hand.nominated };
    return { level: 3, ...start, ...result, ...named, hands: held, ...exchange, play: sentTricks(hand.tricks) };
  }

  function hint() {
    return core.isWrong() ? Phone.text("record-undo") : Phone.text("record-going-on");
  }

  return { ...core, hint, record };
};

Phone.cardFace = function (card, isSmall) {
  if (card === "JK") {
    return [Phone.make("span", "card-rank", "\u2605"), Phone.make("span", "card-word", Phone.text("record-joker"))];
  }
  const suit = card.slice(-1);
  const sign = Phone.picture("card-suit" + ("DH".includes(suit) ? " card-suit-red" : ""), "-12 -13 24 26", Phone.shape("use", { href: "#suit-" + suit }));
  const name = isSmall ? [Phone.make("span", "visually-hidden", Phone.cardName(card))] : [];
  const rank = Phone.make("span", "card-rank", card.slice(0, -1));
  if (isSmall) {
    rank.setAttribute("aria-hidden", "true");
  }
  return [rank, sign, ...name];
};

Phone.cardName = function (card) {
  if (card === "JK") {
    return Phone.text("record-joker");
  }
  const rank = card.slice(0, -1);
  return Phone.text("card-" + card.slice(-1), { rank: "JQKA".includes(rank) ? Phone.text("rank-" + rank) : rank });
};
