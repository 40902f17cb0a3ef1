// What the phone keeps until the server has acknowledged it, so that a reload or a dead battery loses nothing.
"use strict";

window.Phone = {};

Phone.store = function (name) {
  // Only what could not be stored: what is stored, another page may have changed since.
  let memory = null;
  return {
    load() {
      if (memory !== null) {
        return memory;
      }
      try {
        return JSON.parse(window.localStorage.getItem(name));
      } catch (error) {
        // Storage may be switched off, or hold what an older page left there.
        return null;
      }
    },
    save(value) {
      try {
        window.localStorage.setItem(name, JSON.stringify(value));
        memory = null;
      } catch (error) {
        // Kept in memory only: the page still sends it, but does not survive a reload.
        memory = value;
      }
    },
    clear() {
      memory = null;
      try {
        window.localStorage.removeItem(name);
      } catch (error) {
        // Nothing was stored then.
      }
    },
  };
};

// crypto.randomUUID exists on secure pages only, and a hall's own server is often plain http.
Phone.uuid = function () {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
