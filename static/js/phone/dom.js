// Small ways to build and find parts of the page. Texts come from the page itself, where they are translated.
"use strict";

Phone.find = (id) => document.getElementById(id);

Phone.text = function (key, values) {
  const holder = document.querySelector('#texts [data-key="' + key + '"]');
  return Object.entries(values || {}).reduce(
    (text, [name, value]) => text.split("{" + name + "}").join(value),
    holder.textContent.trim(),
  );
};

Phone.make = function (tag, className, content) {
  const element = document.createElement(tag);
  if (className) {
    element.className = className;
  }
  element.append(...[].concat(content === undefined ? [] : content));
  return element;
};

Phone.fill = (element, ...children) => element.replaceChildren(...children);

Phone.score = (score) => String(score).replace("-", "\u2212");

Phone.signed = (points) => (points > 0 ? "+" + points : Phone.score(points));

Phone.seatName = (table, index) => {
  const seat = table.seats[index];
  return table.seats.length === 4 ? Phone.text("seat-" + seat.label) : Phone.text("seat-number", { seat: seat.label });
};

// Numbers alone do not say that they are seats.
Phone.sideName = function (label) {
  if (/^\d+$/.test(label)) {
    return Phone.text("seat-number", { seat: label });
  }
  return label.includes("-") ? Phone.text("seats-numbers", { seats: label }) : label;
};

Phone.press = function (buttons, chosen) {
  buttons.forEach((button) => button.setAttribute("aria-pressed", String(button === chosen)));
};
