// Every tile of a round of Fives and Threes, tapped as it is laid. Whose turn it is, what fits, what it scores and when the
// round is over comes from the server; here stands only what was tapped.
"use strict";

Phone.recordFivesThrees = function (root, changed, api) {
  const part = (name) => root.querySelector('[data-part="' + name + '"]');
  const handSize = Number(root.dataset.handSize);
  const board = Phone.board(root.querySelector("[data-board]"));
  const knock = root.querySelector("[data-knock]");
  const ends = Array.from(root.querySelectorAll("[data-line-end]"));
  const set = [0, 1, 2, 3, 4, 5, 6].flatMap((low) => [0, 1, 2, 3, 4, 5, 6].filter((high) => high >= low).map((high) => low + "-" + high));
  const tiles = set.map((tile) => {
    const button = Phone.tapButton("tap-tile", Phone.tileFace(tile), tile, () => tapTile(tile));
    button.dataset.tile = tile;
    return button;
  });
  const core = Phone.tapped({ root, api, position, draw, changed });
  let tappedSeat = null;
  let waiting = null;

  Phone.fill(part("tiles"), ...tiles);

  const plays = () => core.taps().filter((tap) => tap.tile || tap.knock);
  const laid = () => plays().filter((play) => play.tile);
  const isLeft = () => core.taps().some((tap) => tap.leave);
  const isOver = () => core.taps().some((tap) => tap.over) || Boolean(core.said() && core.said().end);
  const rest = () => core.taps().flatMap((tap) => (tap.rest ? [tap.rest] : []));
  const usedTiles = () => [...laid().map((play) => play.tile), ...rest()];
  const sent = ({ seat, tile, end, knock: isKnock }) => (isKnock ? { seat, knock: true } : { seat, tile, ...(end ? { end } : {}) });

  function position() {
    const { next, rules } = core.table();
    if (next.scores === null) {
      return null;
    }
    return { game: "fives_threes", level: 3, rules, opener: next.starter, scores_before: next.scores, plays: plays().map(sent) };
  }

  function seatInTurn() {
    const said = core.said();
    if (said && said.turn !== null) {
      return said.turn;
    }
    const last = plays().pop();
    const after = last ? (last.seat + 1) % core.table().seats.length : core.table().next.starter;
    return tappedSeat === null ? after : tappedSeat;
  }

  // Who still held tiles, with those that were tapped for them.
  function groups() {
    let from = 0;
    return core.table().seats.map(({ index }) => {
      const size = handSize - laid().filter((play) => play.seat === index).length;
      const held = rest().slice(from, from + size);
      from += Math.max(size, 0);
      return { seat: index, size, tiles: held };
    });
  }

  const nextGroup = () => groups().find((group) => group.tiles.length < group.size) || null;

  function stage() {
    if (!isOver()) {
      return "play";
    }
    return isLeft() || nextGroup() === null ? "done" : "rest";
  }

  function add(tap) {
    tappedSeat = null;
    waiting = null;
    core.add(tap);
  }

  function waysFor(tile) {
    const said = core.said();
    if (said) {
      const ways = said.plays.filter((play) => play.tile === tile);
      // A lone double is one end on both sides.
      return said.line.length === 1 ? ways.slice(0, 1) : ways;
    }
    return laid().length === 0 ? [{ seat: seatInTurn(), tile }] : ["L", "R"].map((end) => ({ seat: seatInTurn(), tile, end }));
  }

  function tapTile(tile) {
    if (stage() === "rest") {
      add({ rest: tile });
      return;
    }
    const ways = waysFor(tile);
    if (ways.length === 1) {
      add(ways[0]);
    } else {
      waiting = waiting === tile ? null : tile;
      draw();
    }
  }

  ends.forEach((button) => button.addEventListener("click", () => add(waysFor(waiting).find((way) => way.end === button.dataset.lineEnd))));
  knock.addEventListener("click", () => add({ seat: seatInTurn(), knock: true }));
  root.querySelector("[data-over]").addEventListener("click", () => add({ over: true }));
  root.querySelector("[data-leave]").addEventListener("click", () => add({ leave: true }));

  // ---- what is shown ----

  function draw() {
    const table = core.table();
    const said = core.said();
    const now = stage();
    const isOpen = core.isFree() || said !== null;
    part("turn").textContent = title(now);
    drawSeats(now);
    const fits = isOpen ? openTiles(now, said) : [];
    tiles.forEach((button) => {
      button.disabled = !fits.includes(button.dataset.tile);
      button.classList.toggle("tap-used", usedTiles().includes(button.dataset.tile));
      button.setAttribute("aria-pressed", String(button.dataset.tile === waiting));
    });
    part("tiles").hidden = now === "done";
    knock.hidden = now !== "play";
    knock.disabled = !isOpen || (said !== null && !said.plays.some((play) => play.knock));
    part("ends").hidden = waiting === null;
    ends.forEach((button) => {
      const pips = said && said.line.length === 2 ? said.line[button.dataset.lineEnd === "L" ? 0 : 1] : "";
      button.textContent = Phone.text("record-end-" + button.dataset.lineEnd, { end: pips });
    });
    root.querySelector("[data-over]").hidden = now !== "play" || !core.isFree() || laid().length === 0;
    root.querySelector("[data-leave]").hidden = now !== "rest" || !isKnown();
    const line = lineNow();
    Phone.fill(part("line"), ...line.map(([left, right]) => Phone.laidTile(left, right)));
    part("line").setAttribute("aria-label", Phone.text("record-line", { tiles: line.map((tile) => tile.join("-")).join(", ") }));
    part("sum").textContent = sumText(said);
    if (table.next.scores !== null) {
      board.show(table.sides, said ? said.scores : table.next.scores, said ? originOf(said) : {});
    }
  }

  function title(now) {
    const values = (seat) => ({ seat: Phone.seatName(core.table(), seat), name: core.table().seats[seat].player_name });
    if (now === "rest") {
      const group = nextGroup();
      return Phone.text("record-held-tiles", { ...values(group.seat), left: group.size - group.tiles.length });
    }
    if (now === "done") {
      return Phone.text("record-whole");
    }
    return core.isWrong() ? "" : Phone.text("record-lays", values(seatInTurn()));
  }

  function openTiles(now, said) {
    const left = set.filter((tile) => !usedTiles().includes(tile));
    if (now === "rest") {
      const mayHold = said && said.may_hold ? said.may_hold[nextGroup().seat] : set;
      return left.filter((tile) => mayHold.includes(tile));
    }
    return said ? said.plays.flatMap((play) => (play.tile ? [play.tile] : [])) : left;
  }

  function drawSeats(now) {
    const isAsked = core.isFree() && now === "play";
    part("seats").hidden = !isAsked;
    Phone.fill(
      part("seats"),
      ...(isAsked ? core.table().seats : []).map(({ index, label, player_name: name }) => {
        const button = Phone.tapButton("tap-seat", [Phone.make("span", "seat-mark", label), Phone.make("span", "", name)], "", () => {
          tappedSeat = index;
          draw();
        });
        button.setAttribute("aria-pressed", String(index === seatInTurn()));
        return button;
      }),
    );
  }

  // Where the peg stood before the last play, by side.
  function originOf(said) {
    const last = plays().pop();
    const side = last && last.accepted ? core.table().seats[last.seat].side : null;
    return side === null ? {} : { [side]: said.scores[side] - last.points };
  }

  // What the ends count, what the last tile scored, and how the round ended.
  function sumText(said) {
    const last = plays().pop();
    if (!last || !said) {
      return "";
    }
    const values = {
      seat: Phone.seatName(core.table(), last.seat),
      sum: said.line.reduce((sum, end) => sum + end, 0),
      points: last.points || 0,
      target: root.dataset.target,
    };
    const key = last.knock ? "record-knocked" : last.accepted === false ? "peg-refused" : last.points === undefined ? "record-sum" : "peg-event";
    const out = said.out_side === null || said.out_side === undefined ? null : Phone.sideName(core.table().sides[said.out_side].label);
    const won = said.end === "won" ? said.scores.indexOf(Number(root.dataset.target)) : -1;
    return [
      Phone.text(key, values),
      ...(won >= 0 ? [Phone.text("game-won", { side: Phone.sideName(core.table().sides[won].label), target: root.dataset.target })] : []),
      ...(won < 0 && out !== null ? [Phone.text("record-out", { side: out })] : []),
      ...(said.end === "blocked" ? [Phone.text("record-blocked")] : []),
    ].join(" ");
  }

  // The tiles as they lie, turned so that they meet.
  function lineNow() {
    return laid().reduce((line, { tile, end }) => {
      const [low, high] = tile.split("-");
      if (line.length === 0) {
        return [[low, high]];
      }
      const [first, last] = [line[0][0], line[line.length - 1][1]];
      const isOnLeft = end ? end === "L" : low !== last && high !== last;
      return isOnLeft ? [high === first ? [low, high] : [high, low], ...line] : [...line, low === last ? [low, high] : [high, low]];
    }, []);
  }

  // ---- the record ----

  const isKnown = () => laid().every((play) => play.points !== undefined) && Boolean(core.said() && core.said().end);

  function record(next) {
    const said = core.said();
    if (core.isWrong() || stage() !== "done") {
      return null;
    }
    const result = said && said.end ? resultOf(said, next) : {};
    if (isLeft()) {
      return isKnown() ? { level: 2, opener: next.starter, ...result, events: eventsOf(said) } : null;
    }
    const hands = Object.fromEntries(
      groups().map(({ seat, tiles: held }) => [seat, [...laid().filter((play) => play.seat === seat).map((play) => play.tile), ...held]]),
    );
    return { level: 3, opener: next.starter, ...result, hands, plays: plays().map(sent) };
  }

  function resultOf(said, next) {
    const points = said.scores.map((score, side) => score - next.scores[side]);
    return { points, end: said.end, ...(said.end === "out" ? { out_side: said.out_side } : {}) };
  }

  // What scored; the tile that went out is told even where it scored nothing else.
  function eventsOf(said) {
    const last = laid().length - 1;
    return laid().flatMap(({ seat, points, accepted }, index) => {
      const isOut = index === last && said.out_side !== null;
      return points || isOut ? [{ seat, points, accepted, ...(isOut ? { out: true } : {}) }] : [];
    });
  }

  return { ...core, hint: () => Phone.text(core.isWrong() ? "record-undo" : "record-going-on"), record };
};

Phone.tileFace = function (tile) {
  const [low, high] = tile.split("-");
  const half = (pips, y) => Phone.shape("use", { href: "#pips-" + pips, transform: "translate(12 " + y + ")" });
  return Phone.picture("tile", "-1 -1 26 50", Phone.shape("rect", { width: 24, height: 48, rx: 4 }), Phone.shape("path", { d: "M4 24H20" }), half(low, 12), half(high, 36));
};

// A tile as it lies in the line, a double crosswise.
Phone.laidTile = function (left, right) {
  const half = (pips, x) => Phone.shape("use", { href: "#pips-" + pips, transform: "translate(" + x + " 12) rotate(90)" });
  if (left === right) {
    const tile = Phone.tileFace(left + "-" + right);
    tile.classList.add("tile-laid");
    return tile;
  }
  const shapes = [Phone.shape("rect", { width: 48, height: 24, rx: 4 }), Phone.shape("path", { d: "M24 4V20" }), half(left, 12), half(right, 36)];
  return Phone.picture("tile tile-laid", "-1 -1 50 26", ...shapes);
};
