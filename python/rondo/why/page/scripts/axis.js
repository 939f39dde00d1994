// SPDX-License-Identifier: Apache-2.0
// Moments of the run under the timeline, and in words which part of it is seen.

import {duration, moment} from "rondo/words.js";
import {scale} from "rondo/zoom.js";

const group = d3.select("#axis").append("g").attr("class", "axis");

export function drawAxis() {
  const x = scale();
  const ticks = x.ticks(8);
  const stepNs = ticks.length > 1 ? ticks[1] - ticks[0] : x.domain()[1];
  group.call(d3.axisBottom(x).tickValues(ticks).tickFormat((ns) => ns === 0 ? "0" : moment(ns, stepNs)));
  // At the edges a text would be cut off.
  group.selectAll("text").attr("text-anchor", (ns) => x(ns) < 25 ? "start" : x(ns) > x.range()[1] - 25 ? "end" : "middle");
  const [first, last] = x.domain();
  document.getElementById("range").textContent = `${duration(last - first)} from ${moment(first, (last - first) / 100)}`;
}
