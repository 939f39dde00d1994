// SPDX-License-Identifier: Apache-2.0
// A switch for each kind of time.

import {view} from "rondo/data.js";
import {isShown, onChange, toggle} from "rondo/state.js";

export function startLegend() {
  const buttons = view.kinds.map((kind, number) => {
    const button = document.createElement("button");
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    button.className = `kind-${number}`;
    button.title = kind.text;
    button.append(swatch, kind.name);
    button.addEventListener("click", () => toggle(number));
    return button;
  });
  document.getElementById("legend").append(...buttons.filter((_, number) => view.kinds[number].ns > 0));
  const show = () => buttons.forEach((button, number) => button.setAttribute("aria-pressed", isShown(number)));
  onChange(show);
  show();
}
