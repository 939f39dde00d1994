// SPDX-License-Identifier: Apache-2.0
// The page of two runs: a dumb-bell for each cause, from its share before to that after.

import {colours, forgetColours} from "rondo/colours.js";
import {view} from "rondo/data.js";
import {startTheme} from "rondo/theme.js";
import {hideTip, showTip} from "rondo/tip.js";
import {percent} from "rondo/words.js";

const rowHeight = 26;
const left = 130;
const right = 60;
const svg = d3.select("#shares").attr("height", view.kinds.length * rowHeight + 26);
const rows = svg.selectAll("g.row").data(view.kinds).enter().append("g").attr("class", "row")
  .attr("transform", (_, number) => `translate(0, ${(number + 0.5) * rowHeight})`);
rows.append("text").attr("class", "caption").attr("x", left - 14).attr("dy", "0.35em").attr("text-anchor", "end")
  .text((kind) => kind.name);
rows.append("line").attr("class", "way");
rows.append("circle").attr("class", "before").attr("r", 5);
rows.append("circle").attr("class", "after").attr("r", 6);
rows.append("text").attr("class", "change caption").attr("dy", "0.35em");
const axis = svg.append("g").attr("class", "axis").attr("transform", `translate(0, ${view.kinds.length * rowHeight})`);

function draw() {
  const most = d3.max(view.kinds, (kind) => Math.max(kind.before, kind.after));
  const x = d3.scaleLinear([0, most], [left, svg.node().clientWidth - right]).nice();
  const colour = (_, number) => colours().kinds[number];
  rows.select(".way").attr("x1", (kind) => x(kind.before)).attr("x2", (kind) => x(kind.after))
    .attr("stroke", colour).attr("stroke-width", 3);
  rows.select(".before").attr("cx", (kind) => x(kind.before)).attr("stroke", colour).attr("stroke-width", 2)
    .attr("fill", colours().paper);
  rows.select(".after").attr("cx", (kind) => x(kind.after)).attr("fill", colour);
  rows.select(".change").attr("x", (kind) => x(Math.max(kind.before, kind.after)) + 12)
    .text((kind) => `${kind.after >= kind.before ? "+" : "−"}${Math.abs((kind.after - kind.before) * 100).toFixed(1)}`);
  axis.call(d3.axisBottom(x).ticks(8).tickFormat((share) => percent(share).replace(".0", "")));
  document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn ?? 0) + 1;
}

rows.each(function listen(kind) {
  this.addEventListener("pointermove", (event) => {
    showTip(event, `${kind.what}\nbefore ${percent(kind.before)}, after ${percent(kind.after)}`);
  });
  this.addEventListener("pointerleave", hideTip);
});
startTheme(() => {
  forgetColours();
  draw();
});
new ResizeObserver(draw).observe(svg.node());
