// Counts down to the end of the round, by the server's clock: the phone's own may be wrong. Sounds when time is up.
"use strict";

(function () {
  const button = document.querySelector("[data-sound]");
  const NOTES = [0, 0.6, 1.2];
  let sound = null;
  // The ends of rounds that had not come yet when this page looked.
  const awaited = new Set();

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
    ring(element.dataset.endsAt, left);
  }

  // Sounds once for each end, and not for one that was over when the page was opened.
  function ring(endsAt, left) {
    if (left > 0) {
      awaited.add(endsAt);
    } else if (awaited.delete(endsAt) && sound !== null) {
      play();
    }
  }

  function play() {
    NOTES.forEach((after) => {
      const note = sound.createOscillator();
      const loudness = sound.createGain();
      const from = sound.currentTime + after;
      note.frequency.value = 880;
      loudness.gain.setValueAtTime(0.5, from);
      loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.5);
      note.connect(loudness).connect(sound.destination);
      note.start(from);
      note.stop(from + 0.5);
    });
    document.dispatchEvent(new CustomEvent("rang"));
  }

  // Browsers let a page make a sound only after somebody has asked for it there.
  function toggle() {
    if (sound === null) {
      sound = new AudioContext();
      play();
    } else {
      sound.close();
      sound = null;
    }
    button.setAttribute("aria-pressed", String(sound !== null));
  }

  if (button !== null && window.AudioContext) {
    button.hidden = false;
    button.addEventListener("click", toggle);
  }

  function tick() {
    document.querySelectorAll("[data-ends-at]").forEach(show);
  }

  tick();
  window.setInterval(tick, 1000);
})();
