// Makes a part of a page equal to a fresh one and keeps what somebody is using: focus, what is typed, what is opened.
"use strict";

const Morph = (function () {
  // By what two elements are taken for the same: their id, or the first address in them, as in a row about a table.
  function keyOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) {
      return null;
    }
    const link = node.matches("a[href]") ? node : node.querySelector("a[href]");
    const name = node.id !== "" ? "#" + node.id : link === null ? "" : link.getAttribute("href");
    return name === "" ? null : node.tagName + name;
  }

  function isSameKind(old, fresh) {
    return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
  }

  function setAttributes(old, fresh) {
    for (const { name } of Array.from(old.attributes)) {
      // Whether it is open is the reader's business.
      if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) {
        old.removeAttribute(name);
      }
    }
    for (const { name, value } of Array.from(fresh.attributes)) {
      if (old.getAttribute(name) !== value) {
        old.setAttribute(name, value);
      }
    }
  }

  // Removes a node and returns the next one.
  function without(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  function update(old, fresh) {
    if (old.isEqualNode(fresh)) {
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = fresh.nodeValue;
      return;
    }
    setAttributes(old, fresh);
    const byKey = new Map();
    for (const child of old.childNodes) {
      const key = keyOf(child);
      if (key !== null && !byKey.has(key)) {
        byKey.set(key, child);
      }
    }
    const freshKeys = new Set(Array.from(fresh.childNodes, keyOf));
    let here = old.firstChild;
    for (const wanted of Array.from(fresh.childNodes)) {
      // What has gone makes room, so that what stands behind it need not move: whatever moves loses the focus.
      while (here !== null && keyOf(here) !== null && !freshKeys.has(keyOf(here))) {
        here = without(here);
      }
      const key = keyOf(wanted);
      const known = key === null ? undefined : byKey.get(key);
      while (known !== undefined && here !== null && here !== known && !freshKeys.has(keyOf(here) || "")) {
        here = without(here);
      }
      if (here !== null && isSameKind(here, wanted)) {
        const same = here;
        here = here.nextSibling;
        update(same, wanted);
      } else if (known !== undefined && known.parentNode === old) {
        old.insertBefore(known, here);
        update(known, wanted);
      } else {
        old.insertBefore(document.importNode(wanted, true), here);
      }
      byKey.delete(key);
    }
    while (here !== null) {
      here = without(here);
    }
  }

  function isTyped(field) {
    return field.id !== "" && (field.value !== field.defaultValue || field.checked !== field.defaultChecked);
  }

  // Makes each part equal to its fresh one: `pairs` of [part, fresh]. A field that stands elsewhere now, in another part
  // perhaps, keeps what was typed in it, by its id.
  function morph(pairs) {
    const parts = pairs.map(([part]) => part);
    const typed = parts.flatMap((part) => Array.from(part.querySelectorAll("input, textarea")).filter(isTyped));
    const focused = parts.some((part) => part.contains(document.activeElement)) ? document.activeElement : null;
    pairs.forEach(([part, fresh]) => update(part, fresh));
    for (const field of typed) {
      const now = document.getElementById(field.id);
      if (now !== null && now !== field) {
        now.value = field.value;
        now.checked = field.checked;
      }
    }
    if (focused !== null && document.activeElement !== focused) {
      // It was moved, or stands elsewhere, or is gone: then the keyboard goes on from the content.
      const same = focused.isConnected ? focused : focused.id === "" ? null : document.getElementById(focused.id);
      (same || document.getElementById("main")).focus({ preventScroll: true });
    }
  }

  return { morph };
})();
