// The hands so far: those in the books, then those that lie on this phone, marked as not sent.
"use strict";

Phone.played = function ({ legs, describe, correct }) {
  function label(leg, number) {
    return legs === "1" ? String(number) : leg + "." + number;
  }

  function row(number, what, points) {
    const line = Phone.make("tr", "", [Phone.make("th", "cell-number", number), Phone.make("td", "", what)]);
    line.firstChild.scope = "row";
    points.forEach((text) => line.append(Phone.make("td", "cell-number", text)));
    return line;
  }

  function inBooks(view, leg, hand, mayCorrect) {
    const what = hand.kind === "played" ? describe(view, hand.record, hand) : Phone.text("ruled");
    const line = row(label(leg.number, hand.number), what, hand.points.map(Phone.signed));
    if (mayCorrect) {
      const button = Phone.make("button", "button-small", Phone.text("correct"));
      button.type = "button";
      button.setAttribute("aria-label", Phone.text("correct-title", { hand: hand.number }));
      button.addEventListener("click", () => correct(leg, hand));
      line.children[1].append(Phone.make("br", ""), button);
    }
    return line;
  }

  function unsent(view, { hand, outcome }) {
    const points = view.sides.map((side) => (outcome === null ? "?" : Phone.signed(outcome.points[side.index])));
    const line = row(label(hand.leg, hand.number), hand.what, points);
    line.classList.add("unconfirmed");
    line.children[1].append(Phone.make("br", ""), Phone.make("span", "mark-unsent", Phone.text("not-sent")));
    return line;
  }

  // `open` are the hands that may still be corrected at the table, none while something else is under way.
  function show(view, open) {
    const mayCorrect = (leg, hand) => open.some((one) => one.leg === leg.number && one.number === hand.number);
    const rows = view.legs.flatMap((leg) => leg.hands.map((hand) => inBooks(view, leg, hand, mayCorrect(leg, hand))));
    view.ahead.forEach((one) => rows.push(unsent(view, one)));
    Phone.fill(Phone.find("hand-rows"), ...rows.reverse());
    Phone.find("hands-played").hidden = rows.length === 0;
  }

  return { show };
};
