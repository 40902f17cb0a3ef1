// Turns the pages of the hall's screen: a list that does not fit is shown one screenful after the other.
"use strict";

(function () {
  const turning = document.getElementById("hall-turning");
  const stop = document.getElementById("hall-stop");
  const where = document.getElementById("hall-where");
  // On a phone nothing turns: one reads it there by scrolling, as any page.
  const isScreen = window.matchMedia("(min-width: 60rem)");
  let at = 0;
  let timer = null;

  // Every screenful, in order: the section, and how far its list is moved for it.
  function screens() {
    const found = [];
    document.querySelectorAll(".hall-page").forEach((section) => {
      const list = section.querySelector(".hall-list");
      section.hidden = false;
      const step = list.clientWidth + parseFloat(window.getComputedStyle(list).columnGap);
      // The last column may be a part of a pixel short.
      const count = Math.max(1, Math.round((list.scrollWidth + step - list.clientWidth) / step));
      for (let screen = 0; screen < count; screen += 1) {
        found.push({ section, list, left: screen * step });
      }
    });
    return found;
  }

  function show() {
    document.body.classList.toggle("hall-turns", isScreen.matches);
    const sections = document.querySelectorAll(".hall-page");
    if (!isScreen.matches) {
      turning.hidden = true;
      sections.forEach((section) => (section.hidden = false));
      return;
    }
    const all = screens();
    at = ((at % all.length) + all.length) % all.length;
    sections.forEach((section) => (section.hidden = section !== all[at].section));
    all[at].list.scrollLeft = all[at].left;
    turning.hidden = all.length < 2;
    where.textContent = at + 1 + " / " + all.length;
  }

  function turn(by) {
    at += by;
    show();
    wait();
  }

  function wait() {
    window.clearInterval(timer);
    if (stop.getAttribute("aria-pressed") === "false") {
      const seconds = Number(document.getElementById("hall-pages").dataset.seconds);
      timer = window.setInterval(() => turn(1), 1000 * seconds);
    }
  }

  function hold() {
    stop.setAttribute("aria-pressed", String(stop.getAttribute("aria-pressed") === "false"));
    wait();
  }

  document.getElementById("hall-back").addEventListener("click", () => turn(-1));
  document.getElementById("hall-on").addEventListener("click", () => turn(1));
  stop.addEventListener("click", hold);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "PageDown") {
      turn(1);
    } else if (event.key === "ArrowLeft" || event.key === "PageUp") {
      turn(-1);
    }
  });
  document.addEventListener("live", show);
  window.addEventListener("resize", show);
  show();
  wait();
})();
