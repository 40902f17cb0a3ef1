// Lets the page open without a network too. Browsers allow that on https and on the machine itself; on plain http the
// page that is open works on, and hands wait all the same.
"use strict";

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    // Where it is switched off, the page is none the worse.
    navigator.serviceWorker.register(Phone.find("table").dataset.worker).catch(() => null);
  });
}
