// Filters the table of verdicts on the index.
"use strict";
(() => {
  for (const filter of document.querySelectorAll(".filter")) {
    filter.hidden = false;
    const [page, verdict, words] = ["page", "verdict", "words"].map((name) => filter.querySelector("[name=" + name + "]"));
    const rows = [...document.querySelectorAll("table.all-verdicts tbody tr")];
    const apply = () => {
      let shown = 0;
      for (const row of rows) {
        const fits = (!page.value || row.dataset.page === page.value) && (!verdict.value || row.classList.contains(verdict.value)) && row.textContent.toLowerCase().includes(words.value.toLowerCase());
        row.hidden = !fits;
        shown += fits;
      }
      filter.querySelector("output").textContent = shown === rows.length ? "" : shown + " of " + rows.length;
    };
    filter.addEventListener("input", apply);
    filter.addEventListener("submit", (e) => e.preventDefault());
  }
})();
