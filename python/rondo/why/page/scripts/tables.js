// SPDX-License-Identifier: Apache-2.0
// Rows of causes and constructs choose their kind, and show which one is chosen.

import {choose, forget, onChange, state} from "rondo/state.js";

export function startTables() {
  const rows = [...document.querySelectorAll("tr[data-kind]")];
  for (const row of rows) {
    const chooseRow = () => {
      const kind = Number(row.dataset.kind);
      if (state.kind === kind && state.tasks === null) forget();
      else choose(kind);
    };
    row.addEventListener("click", chooseRow);
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") chooseRow();
    });
  }
  onChange(() => rows.forEach((row) => row.classList.toggle("chosen", Number(row.dataset.kind) === state.kind)));
}
