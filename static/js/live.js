// Keeps the parts of a page that are marked data-live in step with the server, without loading the page again.
"use strict";

(function () {
  const EVERY = 5000;

  async function follow() {
    if (document.hidden) {
      return;
    }
    let response = null;
    try {
      response = await window.fetch(window.location.href, { cache: "no-store" });
    } catch (error) {
      // No connection at the moment: what is shown stays, and the next try comes soon.
      return;
    }
    if (!response.ok || response.redirected) {
      return;
    }
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    document.querySelectorAll("[data-live]").forEach((part) => {
      const news = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
      // What somebody has opened stays open.
      part.querySelectorAll("details[open][id]").forEach((opened) => {
        const same = news === null ? null : news.querySelector("#" + window.CSS.escape(opened.id));
        if (same !== null) {
          same.open = true;
        }
      });
      // What somebody is just using is left alone.
      if (news !== null && !part.contains(document.activeElement) && !part.isEqualNode(news)) {
        part.replaceWith(news);
      }
    });
    document.dispatchEvent(new CustomEvent("live"));
  }

  window.setInterval(follow, EVERY);
})();
