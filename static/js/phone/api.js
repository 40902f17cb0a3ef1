// Talks to the REST API under the table link. An answer is {status, body}; status 0 means that none came.
"use strict";

Phone.api = function (root, token) {
  const TIMEOUT = 15000;
  // A number by chance that says nothing of anybody: only to tell those at the table how many devices are open.
  const kept = Phone.store("device");
  const device = kept.load() || Phone.uuid();
  kept.save(device);

  async function call(method, path, data) {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), TIMEOUT);
    try {
      const response = await window.fetch(root + path, {
        method,
        signal: stop.signal,
        cache: "no-store",
        credentials: "omit",
        headers: {
          Accept: "application/json",
          Authorization: "TableLink " + token,
          "X-Device": device,
          "Accept-Language": document.documentElement.lang,
          ...(data === undefined ? {} : { "Content-Type": "application/json" }),
        },
        body: data === undefined ? undefined : JSON.stringify(data),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      return { status: 0, body: null };
    } finally {
      window.clearTimeout(timer);
    }
  }

  return {
    table: () => call("GET", "table-link/"),
    check: (tableId, hand) => call("POST", "tables/" + tableId + "/check/", hand),
    agree: (tableId, said) => call("POST", "tables/" + tableId + "/agreements/", said),
    dispute: (tableId, hand, said) =>
      call("POST", "tables/" + tableId + "/legs/" + hand.leg + "/hands/" + hand.number + "/disputes/", said),
    correct: (tableId, hand, said) =>
      call("POST", "tables/" + tableId + "/legs/" + hand.leg + "/hands/" + hand.number + "/second-thoughts/", said),
    send: (tableId, hand) => call("POST", "tables/" + tableId + "/hands/", hand),
  };
};
