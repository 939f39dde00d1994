// SPDX-License-Identifier: Apache-2.0
// The comparison: its theme, and a switch for each verdict.

import {startTheme} from "rondo/theme.js";

startTheme(() => {});
for (const button of document.querySelectorAll("#verdicts button")) {
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", isShown);
    for (const row of document.querySelectorAll("#changes tr[data-verdict]")) {
      if (row.dataset.verdict === button.dataset.verdict) row.hidden = !isShown;
    }
  });
}
document.documentElement.dataset.drawn = "1";
