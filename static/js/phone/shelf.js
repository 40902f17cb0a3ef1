// Where hands lie until the server has them. IndexedDB, so that neither a reload nor a dead battery loses one and all
// pages of one phone see the same; where a browser keeps no databases, its small storage or memory has to do.
"use strict";

Phone.shelf = function () {
  const NAME = "hands-to-send";
  const KEY = "state";
  // Some browsers never answer; a hand then lies in the small storage.
  const PATIENCE = 5000;
  const EMPTY = { hands: [], claim: null };
  const small = Phone.store(NAME);
  let opened = null;

  function open() {
    return new Promise((resolve) => {
      window.setTimeout(() => resolve(null), PATIENCE);
      let request = null;
      try {
        request = window.indexedDB.open(NAME, 1);
      } catch (error) {
        resolve(null);
        return;
      }
      request.onupgradeneeded = () => request.result.createObjectStore("shelf");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    });
  }

  function inDatabase(database, act) {
    return new Promise((resolve, reject) => {
      // Written through to the disk before it counts: phones at tables are switched off at any moment.
      const work = database.transaction("shelf", "readwrite", { durability: "strict" });
      const store = work.objectStore("shelf");
      const request = store.get(KEY);
      let state = null;
      request.onsuccess = () => {
        const before = request.result || EMPTY;
        state = act(before);
        if (state !== before) {
          store.put(state, KEY);
        }
      };
      work.oncomplete = () => resolve(state);
      work.onabort = () => reject(work.error);
    });
  }

  // Gives what lies there to `act` and keeps what it returns; no other page comes between. Fails if it cannot be kept.
  async function update(act) {
    opened = opened || open();
    const database = await opened;
    if (database !== null) {
      return inDatabase(database, act);
    }
    const before = small.load() || EMPTY;
    const state = act(before);
    if (state !== before) {
      small.save(state);
    }
    return state;
  }

  return { update };
};
