// The button that opens the printer's dialogue.
"use strict";

(function () {
  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
