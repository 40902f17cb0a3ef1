// The button that opens the printer's dialogue, and the way back to where the paper was asked for.
"use strict";

(function () {
  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
  // The desk, the tournament's page and the public's all lead here; without a page before, the link says where to.
  if (document.referrer.startsWith(window.location.origin + "/")) {
    document.getElementById("back").addEventListener("click", (event) => {
      event.preventDefault();
      window.history.back();
    });
  }
})();
