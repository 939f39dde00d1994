// SPDX-License-Identifier: Apache-2.0
// The report: its theme, the texts of its marks, and a switch for each contender.

import {marksOf, startTips} from "rondo/marks.js";
import {startTheme} from "rondo/theme.js";

startTheme(() => {});
startTips();
for (const button of document.querySelectorAll("#contenders button")) {
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", isShown);
    marksOf(button.dataset.contender).forEach((mark) => mark.classList.toggle("off", !isShown));
  });
}
document.documentElement.dataset.drawn = "1";
