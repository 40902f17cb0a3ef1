// Loads the whole page again now and then: for pages that only wait for something to begin.
"use strict";

window.setInterval(() => {
  if (!document.hidden) {
    window.location.reload();
  }
}, 15000);
