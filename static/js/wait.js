// Asks again and again how far something is that takes long, and goes on to it once it is there.
"use strict";

(function () {
  const EVERY = 1000;

  async function ask() {
    const part = document.querySelector("[data-wait]");
    if (part.dataset.wait !== "open") {
      return;
    }
    window.setTimeout(ask, EVERY);
    if (document.hidden) {
      return;
    }
    let response = null;
    try {
      response = await window.fetch(window.location.href, { cache: "no-store" });
    } catch (error) {
      // No connection at the moment: the next try comes soon.
      return;
    }
    if (response.redirected) {
      window.location.replace(response.url);
      return;
    }
    if (!response.ok) {
      return;
    }
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const news = fresh.querySelector("[data-wait]");
    // Somebody may just be on the way to the button; what it says does not change.
    if (news !== null && !part.isEqualNode(news) && !part.contains(document.activeElement)) {
      part.replaceWith(news);
    }
  }

  window.setTimeout(ask, EVERY);
})();
