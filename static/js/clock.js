// Counts down to the end of the round, by the server's clock: the phone's own may be wrong.
"use strict";

(function () {
  // How many milliseconds the server's clock is ahead of this one, as it was when the page came.
  function ahead(element) {
    if (element.dataset.ahead === undefined) {
      element.dataset.ahead = String(Date.parse(element.dataset.now) - Date.now());
    }
    return Number(element.dataset.ahead);
  }

  function show(element) {
    const left = Math.round((Date.parse(element.dataset.endsAt) - Date.now() - ahead(element)) / 1000);
    const text =
      left <= 0 ? element.dataset.over : Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    if (element.textContent !== text) {
      element.textContent = text;
    }
    element.classList.toggle("clock-over", left <= 0);
  }

  function tick() {
    document.querySelectorAll("[data-ends-at]").forEach(show);
  }

  tick();
  window.setInterval(tick, 1000);
})();
