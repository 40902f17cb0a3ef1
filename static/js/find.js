// Leaves only the lines whose name contains what is typed; marks on letters do not matter.
"use strict";

(function () {
  const field = document.getElementById("find");
  if (field === null) {
    return;
  }
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[łŁ]/g, "l").toLowerCase();
  document.getElementById("finder").hidden = false;
  field.addEventListener("input", () => {
    const wanted = plain(field.value.trim());
    document.querySelectorAll("[data-filter]").forEach((line) => {
      line.hidden = !plain(line.dataset.filter).includes(wanted);
    });
  });
})();
