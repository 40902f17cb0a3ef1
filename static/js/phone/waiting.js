// Shows the hands that lie on this phone: which are not sent yet, and which the server did not take, and why.
"use strict";

Phone.waiting = function ({ queue, describe, change }) {
  const area = Phone.find("waiting");
  // The hand that somebody wants to leave out: it goes at the second tap.
  let asked = null;
  let render = null;
  let shownRefused = 0;
  let shownUnsent = 0;

  function button(label, act, className = "button-small") {
    const made = Phone.make("button", className, label);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function drop(hand, label) {
    const values = { hand: hand.number };
    if (asked === hand.id) {
      return button(Phone.text("drop-sure", values), () => queue.drop(hand.id), "button-small button-danger");
    }
    return button(Phone.text(label, values), () => {
      asked = hand.id;
      render();
    });
  }

  // What stands in the books instead, or why the hand cannot be kept.
  function reasons(table, { refusal, what }) {
    if (refusal.code === "hand.number_taken" && table !== null) {
      const books = refusal.stored.record === null ? Phone.text("ruled") : describe(table, refusal.stored.record, refusal.stored);
      return [Phone.text("in-books", { what: books }), Phone.text("on-phone", { what }), Phone.text("director-sees")];
    }
    return [what, ...(refusal.errors.length ? refusal.errors.map((error) => error.detail) : [refusal.detail])];
  }

  function row(view, hand, { isBusy, isHere }) {
    const isTaken = hand.refusal !== null && hand.refusal.code === "hand.number_taken";
    // What the rules or the books say against it they will say again.
    const mayPass = hand.refusal !== null && ![409, 422].includes(hand.refusal.status);
    const label = Phone.text(isHere ? (view.legs.length > 1 ? "agree-leg-hand" : "agree-hand") : "round-hand", {
      round: hand.round,
      leg: hand.leg,
      hand: hand.number,
    });
    const mark = hand.refusal ? "not-taken" : hand.tried ? "not-sent" : "being-sent";
    const line = Phone.make("li", hand.refusal ? "refused" : "", [
      Phone.make("p", "waiting-head", [Phone.make("strong", "", label), Phone.make("span", "mark-unsent", Phone.text(mark))]),
    ]);
    const texts = hand.refusal ? reasons(view, hand) : [hand.what];
    texts.forEach((text) => line.append(Phone.make("p", "", text)));
    const known = isHere && view.ahead.find((one) => one.hand.id === hand.id);
    if (known && known.outcome) {
      const points = view.sides.map((side) => Phone.sideName(side.label) + " " + Phone.signed(known.outcome.points[side.index]));
      line.append(Phone.make("p", "quiet", points.join(", ") + " · " + Phone.text("unconfirmed")));
    }
    if (!isBusy && (hand.tried || hand.refusal)) {
      const buttons = Phone.make("p", "waiting-buttons");
      if (isHere) {
        buttons.append(button(Phone.text("change"), () => change(hand)));
      }
      if (mayPass) {
        buttons.append(button(Phone.text("send-it-again"), () => queue.again(hand.id)));
      }
      buttons.append(drop(hand, isTaken ? "keep-books" : "drop"));
      line.append(buttons);
    }
    return line;
  }

  // `view` is the table with what lies ahead, null while it is not known; `others` counts the hands of other links.
  function show(view, hands, { isBusy, others }) {
    render = () => show(view, hands, { isBusy, others });
    const refused = hands.filter((hand) => hand.refusal);
    const unsent = hands.filter((hand) => hand.tried).length;
    const isUnsent = unsent > 0;
    area.hidden = hands.length + others === 0;
    area.classList.toggle("notice-warning", isUnsent || others > 0);
    const total = refused.length ? "not-in" : isUnsent ? "unsent" : "under-way";
    Phone.find("waiting-total").textContent = Phone.text(total, { count: hands.length });
    Phone.find("waiting-hands").hidden = hands.length === 0;
    Phone.find("waiting-kept").hidden = !isUnsent || refused.length > 0;
    Phone.find("waiting-stopped").hidden = refused.length === 0;
    Phone.find("waiting-now").hidden = !isUnsent || refused.length > 0;
    Phone.find("waiting-others").hidden = others === 0;
    Phone.find("waiting-others").textContent = Phone.text("unsent-others", { count: others });
    Phone.fill(
      Phone.find("waiting-rows"),
      ...hands.map((hand) => row(view, hand, { isBusy, isHere: view !== null && view.id === hand.table })),
    );
    if (refused.length > shownRefused) {
      Phone.find("waiting-hands").open = true;
    }
    // Whoever sent the hand looks at the empty form far below, and would enter it once more.
    if (refused.length > shownRefused || unsent > shownUnsent) {
      area.scrollIntoView({ block: "nearest" });
    }
    shownRefused = refused.length;
    shownUnsent = unsent;
  }

  Phone.find("waiting-now").addEventListener("click", () => queue.sendNow());

  return { show };
};
