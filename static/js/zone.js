// Chooses the time zone of this device for a new club; it can be changed before and after.
"use strict";

(function () {
  const form = document.querySelector("[data-guess-zone]");
  if (form === null) {
    return;
  }
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const field = form.elements[form.dataset.guessZone];
  if (Array.from(field.options).some((option) => option.value === here)) {
    field.value = here;
  }
})();
