// Shows one picture of a list at a time; without it they stand one below the other.
"use strict";

for (const section of document.querySelectorAll("[data-steps]")) {
  const steps = [...section.querySelectorAll(".steps > li")];
  const links = [...section.querySelectorAll(".step-links a")];
  const bar = section.querySelector(".step-buttons");
  const buttons = [...bar.querySelectorAll("[data-step]")];
  const output = bar.querySelector("output");
  let current = 0;

  function show(index) {
    current = Math.min(Math.max(index, 0), steps.length - 1);
    steps.forEach((step, at) => {
      step.hidden = at !== current;
    });
    links.forEach((link, at) => {
      if (at === current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    output.textContent = `${current + 1} / ${steps.length}`;
    for (const button of buttons) {
      button.disabled = steps[current + Number(button.dataset.step)] === undefined;
    }
  }

  for (const button of buttons) {
    button.addEventListener("click", () => show(current + Number(button.dataset.step)));
  }
  links.forEach((link, at) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(at);
    });
  });
  bar.querySelector("[data-all]").addEventListener("click", () => {
    for (const step of steps) step.hidden = false;
    bar.hidden = true;
    section.querySelector(".step-links").hidden = true;
  });
  bar.hidden = false;
  show(Math.max(steps.findIndex((step) => `#${step.id}` === location.hash), 0));
}
