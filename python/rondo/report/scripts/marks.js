// SPDX-License-Identifier: Apache-2.0
// The marks of a picture that stand for a contender: groups of matplotlib whose id is PICTURE--KEY.PLACE.

import {hideTip, showTip} from "rondo/tip.js";

const tips = JSON.parse(document.getElementById("tips").textContent);

/** All marks of a contender in all pictures, spreads with them. */
export function marksOf(key) {
  return document.querySelectorAll(`figure svg g[id*="--${key}."]`);
}

/** Points of a curve are `use` elements, in order; a bar or a cell is one path. */
function places(group) {
  const points = group.querySelectorAll("use");
  return points.length ? [...points] : [...group.querySelectorAll("path")];
}

export function startTips() {
  for (const [id, texts] of Object.entries(tips)) {
    const group = document.getElementById(id);
    if (!group) continue;
    places(group).forEach((mark, number) => {
      const text = texts[Math.min(number, texts.length - 1)];
      mark.classList.add("marked");
      mark.addEventListener("pointermove", (event) => showTip(event, text));
      mark.addEventListener("pointerleave", hideTip);
    });
  }
}
