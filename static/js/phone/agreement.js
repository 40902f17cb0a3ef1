// Agreement: which side holds this phone, which hands wait for whom, and what a side says against one.
"use strict";

Phone.agreement = function ({ token, api, describe, follow, refused, dispute }) {
  const area = Phone.find("agreement");
  const chosen = Phone.store("side:" + token);
  let isSending = false;

  // Others sit here in the next round, so the answer goes for one table of one round.
  function side(table) {
    const kept = chosen.load();
    return kept !== null && kept.table === table.id ? kept.side : null;
  }

  function choose(table, index) {
    chosen.save({ table: table.id, side: index });
    render(table);
  }

  function button(className, label, act) {
    const made = Phone.make("button", className, label);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  async function agree(table, index, records) {
    if (isSending) {
      return;
    }
    isSending = true;
    area.querySelectorAll("button").forEach((one) => {
      one.disabled = true;
    });
    const answer = await api.agree(table.id, { side: index, records });
    isSending = false;
    if (answer.status === 201) {
      follow(answer.body);
    } else {
      render(table);
      refused(answer);
    }
  }

  function playedHand(table, hand) {
    const leg = table.legs.find((one) => one.number === hand.leg);
    return leg.hands.find((one) => one.number === hand.number);
  }

  function names(table, sides) {
    return sides.map((index) => Phone.sideName(table.sides[index].label)).join(", ");
  }

  function row(table, hand) {
    const played = playedHand(table, hand);
    const label = table.legs.length > 1 ? "agree-leg-hand" : "agree-hand";
    const what = played.kind === "played" ? describe(table, played.record, played) : Phone.text("ruled");
    const points = table.sides
      .map((one) => Phone.sideName(one.label) + " " + Phone.signed(played.points[one.index]))
      .join(", ");
    const line = Phone.make("li", "", [
      Phone.make("span", "", [
        Phone.make("strong", "", Phone.text(label, { leg: hand.leg, hand: hand.number })),
        Phone.make("br", ""),
        what,
        Phone.make("br", ""),
        Phone.make("span", "quiet", points),
      ]),
    ]);
    if (hand.disputed.length) {
      line.firstChild.append(Phone.make("br", ""), Phone.text("agree-disputed", { sides: names(table, hand.disputed) }));
    }
    const own = side(table);
    if (own !== null && played.kind === "played" && !hand.disputed.includes(own)) {
      line.append(button("button-small", Phone.text("agree-wrong"), () => dispute(hand, played)));
    }
    return line;
  }

  function voices(table, waiting) {
    const own = side(table);
    const agreement = table.agreement;
    const missing = table.sides.map((one) => one.index).filter((index) => waiting.some((hand) => hand.missing.includes(index)));
    const records = (index) =>
      (agreement.policy === "table" ? agreement.hands : waiting.filter((hand) => hand.missing.includes(index))).map(
        (hand) => hand.record_id,
      );
    const others = missing.filter((index) => index !== own);
    const parts = [];
    if (missing.includes(own)) {
      parts.push(
        button("button-main", Phone.text("agree-own", { side: names(table, [own]) }), () => agree(table, own, records(own))),
      );
    } else if (others.length) {
      parts.push(Phone.make("p", "", Phone.text("agree-waiting", { sides: names(table, others) })));
    }
    others.forEach((index) =>
      parts.push(button("", Phone.text("agree-other", { side: names(table, [index]) }), () => agree(table, index, records(index)))),
    );
    return parts;
  }

  function render(table) {
    const agreement = table.agreement;
    const isAsked = agreement !== null && table.status !== "ruled";
    // A table that is agreed to as a whole is not asked before its end.
    const waiting = isAsked && (agreement.policy === "hand" || table.next === null) ? agreement.hands.filter((hand) => !hand.is_settled) : [];
    const own = isAsked ? side(table) : null;
    const asksSide = isAsked && own === null;
    area.hidden = !asksSide && waiting.length === 0;
    Phone.find("agree-side").hidden = !asksSide;
    Phone.find("agree-you").hidden = own === null;
    if (own !== null) {
      Phone.find("agree-you-text").textContent = Phone.text("agree-you", { side: names(table, [own]) });
    }
    Phone.find("agree-director").hidden = !(waiting.length && agreement.policy === "director");
    Phone.fill(
      Phone.find("agree-choices"),
      ...table.sides.map((one) => button("", Phone.sideName(one.label), () => choose(table, one.index))),
    );
    Phone.fill(Phone.find("agree-rows"), ...waiting.map((hand) => row(table, hand)));
    Phone.fill(Phone.find("agree-voices"), ...(own === null ? [] : voices(table, waiting)));
  }

  Phone.find("agree-change").addEventListener("click", () => {
    chosen.clear();
    area.dispatchEvent(new Event("side-forgotten"));
  });

  return {
    render,
    side,
    isWaiting: (table) => table.agreement !== null && table.status !== "ruled" && !table.agreement.settled,
    onForgotten: (act) => area.addEventListener("side-forgotten", act),
  };
};
