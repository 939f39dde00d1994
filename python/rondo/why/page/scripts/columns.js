// SPDX-License-Identifier: Apache-2.0
// Pieces that are narrower than a pixel, put together: each column of pixels has the share of every kind in it.

import {view} from "rondo/data.js";

export class Columns {
  #shares = new Map(); // column -> the share of each kind

  constructor(nColumns) {
    this.nColumns = nColumns;
  }

  /** A piece from `left` to `right`, in pixels, of which the share is of the kind. */
  add(left, right, kind, share = 1) {
    const last = Math.min(right, this.nColumns);
    for (let from = Math.max(left, 0); from < last;) {
      const column = Math.floor(from);
      const to = Math.min(last, column + 1);
      if (!this.#shares.has(column)) this.#shares.set(column, new Float32Array(view.kinds.length));
      this.#shares.get(column)[kind] += (to - from) * share;
      from = to;
    }
  }

  /** Calls draw(column, kind, from, to): the part of the column's height, kinds in their order. */
  forEach(draw) {
    for (const [column, shares] of this.#shares) {
      let filled = 0;
      shares.forEach((share, kind) => {
        if (share <= 0 || filled >= 1) return; // sums may exceed one by what was rounded
        draw(column, kind, filled, Math.min(1, filled + share));
        filled += share;
      });
    }
  }
}
