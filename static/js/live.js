// Keeps the parts of a page that are marked data-live in step with the server, without loading the page again.
//
// The stream says that there is another version, and the page is fetched again. While there is no stream the page is
// asked every few seconds whether it has changed; now and then it is asked anyway, for what no version tells of.
"use strict";

(function () {
  const state = document.getElementById("live-state");
  if (state === null) {
    return;
  }
  const POLL = 5000;
  const ANYWAY = 60000;
  const AGAIN = 10000;
  // The stream repeats its version every 15 seconds. One that is silent for longer is dead, and does not know it.
  const SILENCE = 40000;

  let stream = null;
  let isOpen = false;
  let isAway = false;
  let isFetching = false;
  let isWanted = false;
  let etag = null;
  let timer = null;
  let silence = null;

  function show() {
    const text = isAway ? state.dataset.away : isOpen ? state.dataset.following : state.dataset.looking;
    state.dataset.state = isAway ? "away" : isOpen ? "following" : "looking";
    if (state.textContent !== text) {
      state.textContent = text;
    }
  }

  function replaceParts(fresh) {
    const newState = fresh.getElementById("live-state");
    if (newState === null) {
      // Another page has taken this one's place: what is shown stays.
      return;
    }
    const pairs = Array.from(document.querySelectorAll("[data-live]"), (part) => {
      const news = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
      // What the page has no more is shown no more.
      return [part, news || part.cloneNode(false)];
    });
    Morph.morph(pairs);
    state.dataset.version = newState.dataset.version;
    document.dispatchEvent(new CustomEvent("live"));
  }

  async function look() {
    const headers = etag === null ? {} : { "If-None-Match": etag };
    const response = await window.fetch(window.location.href, { cache: "no-store", headers });
    if (response.status === 304) {
      return;
    }
    if (response.status >= 500) {
      throw new Error("the server cannot answer");
    }
    if (!response.ok || response.redirected) {
      // Logged out, or taken away: what is shown stays.
      return;
    }
    const text = await response.text();
    etag = response.headers.get("ETag");
    replaceParts(new DOMParser().parseFromString(text, "text/html"));
  }

  // Fetches the page; whoever asks meanwhile gets one more fetch afterwards, however many they are.
  async function fetchPage() {
    if (isFetching) {
      isWanted = true;
      return;
    }
    isFetching = true;
    window.clearTimeout(timer);
    do {
      isWanted = false;
      try {
        await look();
        isAway = false;
      } catch (error) {
        // What is shown stays, and the next try comes soon.
        isAway = true;
      }
    } while (isWanted && !isAway);
    isFetching = false;
    show();
    wait();
  }

  function wait() {
    window.clearTimeout(timer);
    if (!document.hidden) {
      timer = window.setTimeout(fetchPage, isOpen && !isAway ? ANYWAY : POLL);
    }
  }

  function setOpen(open) {
    if (open !== isOpen) {
      isOpen = open;
      show();
      wait();
    }
  }

  function address() {
    const { protocol, hostname, host } = window.location;
    const port = state.dataset.port;
    const path = "/live/tournaments/" + encodeURIComponent(state.dataset.slug) + "/";
    return protocol + "//" + (port === "0" ? host : hostname + ":" + port) + path;
  }

  function listen() {
    if (state.dataset.port === undefined || document.hidden || stream !== null) {
      return;
    }
    const source = new EventSource(address());
    stream = source;
    source.onopen = () => {
      if (stream === source) {
        setOpen(true);
      }
    };
    source.onmessage = (event) => {
      if (stream !== source) {
        return;
      }
      setOpen(true);
      expectMore();
      if (event.data !== state.dataset.version) {
        fetchPage();
      }
    };
    source.onerror = () => {
      if (stream !== source) {
        return;
      }
      setOpen(false);
      if (source.readyState === EventSource.CLOSED) {
        // Refused: the browser does not come back by itself.
        hangUp();
        window.setTimeout(listen, AGAIN * (1 + Math.random()));
      }
    };
    expectMore();
  }

  function expectMore() {
    window.clearTimeout(silence);
    silence = window.setTimeout(() => {
      hangUp();
      setOpen(false);
      listen();
    }, SILENCE);
  }

  function hangUp() {
    window.clearTimeout(silence);
    stream.close();
    stream = null;
  }

  // A page that nobody sees needs no connection; it catches up once it is seen.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      listen();
      fetchPage();
    } else if (stream !== null) {
      hangUp();
      setOpen(false);
    }
  });

  // The browser gives up what is open when it leaves; a page that comes back out of its memory begins anew.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      fetchPage();
    }
  });

  show();
  listen();
  wait();
})();
