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
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = lost;
        database.onversionchange = () => {
          database.close();
          lost();
        };
        // Too late for the first who asked, perhaps, but not for those who ask now.
        opened = Promise.resolve(database);
        resolve(database);
      };
      request.onerror = () => resolve(null);
    });
  }

  // Whoever asks next opens it anew.
  function lost() {
    opened = null;
  }

  function connection() {
    opened = opened || open();
    return opened;
  }

  const inSmall = () => small.load() || EMPTY;

  // What came to lie in the small storage while the database did not open.
  function withStranded(state, stranded) {
    const missing = stranded.filter((one) => !state.hands.some((other) => other.id === one.id));
    return missing.length ? { ...state, hands: [...state.hands, ...missing] } : state;
  }

  function takeOff(stranded) {
    if (stranded.length) {
      const left = inSmall();
      small.save({ ...left, hands: left.hands.filter((one) => !stranded.some((other) => other.id === one.id)) });
    }
  }

  function inDatabase(database, act) {
    return new Promise((resolve, reject) => {
      // Written through to the disk before it counts: phones at tables are switched off at any moment.
      const work = database.transaction("shelf", "readwrite", { durability: "strict" });
      const store = work.objectStore("shelf");
      const request = store.get(KEY);
      let state = null;
      let stranded = [];
      request.onsuccess = () => {
        const before = request.result || EMPTY;
        stranded = inSmall().hands;
        state = act(withStranded(before, stranded));
        if (state !== before) {
          store.put(state, KEY);
        }
      };
      work.oncomplete = () => {
        takeOff(stranded);
        resolve(state);
      };
      work.onabort = () => reject(work.error);
    });
  }

  function inSmallStorage(act) {
    const before = inSmall();
    const state = act(before);
    if (state !== before) {
      small.save(state);
    }
    return state;
  }

  async function keep(act) {
    const database = await connection();
    return database === null ? inSmallStorage(act) : inDatabase(database, act);
  }

  // Gives what lies there to `act` and keeps what it returns; no other page comes between. Fails if it cannot be kept.
  async function update(act) {
    try {
      return await keep(act);
    } catch (error) {
      lost();
      if (error === null || error.name !== "InvalidStateError") {
        throw error;
      }
      // The browser had closed the connection: nothing was begun.
      return keep(act);
    }
  }

  return { update };
};
