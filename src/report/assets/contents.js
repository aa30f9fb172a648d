// On small screens the contents are folded, so that the text comes first.
"use strict";
(() => {
  const list = document.querySelector(".contents details");
  if (list && !matchMedia("(min-width: 72rem)").matches) list.open = false;
})();
