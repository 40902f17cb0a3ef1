// The bar at the bottom: what the hand makes, what is wrong with it, and the button that sends it.
"use strict";

Phone.bar = function () {
  function showResult(sides, { points, scores, isConfirmed }) {
    const area = Phone.find("result");
    area.hidden = false;
    area.classList.toggle("unconfirmed", !isConfirmed);
    Phone.fill(
      area,
      ...sides.map((side) =>
        Phone.make("p", "result-side send-hint", [
          Phone.make("span", "seat-mark", side.label),
          Phone.make("span", "result-points", Phone.signed(points[side.index])),
          Phone.make("span", "result-after", Phone.text("makes", { score: Phone.score(scores[side.index]) })),
        ]),
      ),
    );
    if (!isConfirmed) {
      area.append(Phone.make("p", "result-mark", Phone.make("span", "mark-unsent", Phone.text("unconfirmed"))));
    }
  }

  // `result` has points and scores by side, and whether the server has confirmed them; `stop` labels the way back.
  function show({ hint, errors, canSend, label, result, sides, stop }) {
    Phone.find("result").hidden = true;
    Phone.find("send-hint").textContent = hint || "";
    Phone.find("send-hint").hidden = !hint;
    Phone.fill(Phone.find("send-errors"), ...(errors || []).map((text) => Phone.make("li", "", text)));
    Phone.find("send-errors").hidden = !(errors && errors.length);
    Phone.find("send").disabled = !canSend;
    Phone.find("send").textContent = label;
    Phone.find("change").textContent = stop || "";
    Phone.find("change").hidden = !stop;
    if (result) {
      showResult(sides, result);
    }
  }

  return { show };
};
