// SPDX-License-Identifier: Apache-2.0
// Colours of the kinds for what is not drawn by the page's style; they change with the theme.

import {view} from "rondo/data.js";

let found = null;

export function colours() {
  if (!found) {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    found = {kinds: view.kinds.map((kind) => value(kind.colour)), paper: value("paper"), panel: value("panel"), line: value("line"),
      text: value("text"), soft: value("soft"), accent: value("accent")};
  }
  return found;
}

export function forgetColours() {
  found = null;
}
