// Talks to the REST API under the table link. An answer is {status, body}; status 0 means that none came.
"use strict";

Phone.api = function (root, token) {
  const TIMEOUT = 15000;
  // A number by chance that says nothing of anybody: only to tell those at the table how many devices are open.
  const kept = Phone.store("device");
  const device = kept.load() || Phone.uuid();
  kept.save(device);

  async function call(method, path, data, { link = token, cache = "no-store", known = null } = {}) {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), TIMEOUT);
    try {
      const response = await window.fetch(root + path, {
        method,
        signal: stop.signal,
        cache,
        credentials: "omit",
        headers: {
          Accept: "application/json",
          Authorization: "TableLink " + link,
          "X-Device": device,
          "Accept-Language": document.documentElement.lang,
          ...(known === null ? {} : { "If-None-Match": known }),
          ...(data === undefined ? {} : { "Content-Type": "application/json" }),
        },
        body: data === undefined ? undefined : JSON.stringify(data),
      });
      const text = await response.text();
      const body = response.status === 304 ? null : JSON.parse(text);
      return { status: response.status, body, etag: response.headers.get("ETag") };
    } catch (error) {
      return { status: 0, body: null };
    } finally {
      window.clearTimeout(timer);
    }
  }

  // Asked for again and again, while it mostly stays what it was.
  let lastTable = null;
  let asked = 0;
  let newest = 0;

  // Answers with the table may overtake each other.
  async function numbered(ask) {
    asked += 1;
    const mine = asked;
    const answer = await ask();
    const isOvertaken = mine < newest;
    if (answer.status < 400 && answer.status > 0) {
      newest = Math.max(newest, mine);
    }
    return { answer, isOvertaken };
  }

  // Resolves to null where a later question was answered first: what comes now is older than what is shown.
  async function table() {
    const known = lastTable;
    const { answer, isOvertaken } = await numbered(() => call("GET", "table-link/", undefined, { known: known && known.etag }));
    if (isOvertaken) {
      return null;
    }
    if (answer.status === 304) {
      return known;
    }
    if (answer.status === 200 && answer.etag !== null) {
      lastTable = answer;
    }
    return answer;
  }

  return {
    table,
    check: (tableId, hand) => call("POST", "tables/" + tableId + "/check/", hand),
    agree: async (tableId, said) => (await numbered(() => call("POST", "tables/" + tableId + "/agreements/", said))).answer,
    dispute: (tableId, hand, said) =>
      call("POST", "tables/" + tableId + "/legs/" + hand.leg + "/hands/" + hand.number + "/disputes/", said),
    correct: (tableId, hand, said) =>
      call("POST", "tables/" + tableId + "/legs/" + hand.leg + "/hands/" + hand.number + "/second-thoughts/", said),
    // A hand goes under the link of its own table, which need not be the one that is open now.
    send: (hand) =>
      call(
        "POST",
        "tables/" + hand.table + "/hands/",
        {
          submission_id: hand.id,
          leg: hand.leg,
          number: hand.number,
          record: hand.record,
          ...(hand.side === null ? {} : { side: hand.side }),
        },
        { link: hand.token },
      ),
    legal: (kind, position) => call("POST", "rules/" + kind + "/legal/", position),
    lines: (path) => call("GET", "rules/" + path, undefined, { cache: "default" }),
  };
};
