// SPDX-License-Identifier: Apache-2.0
// What the run would take: with other numbers of threads a line, with other changes a mark each.

import {colours} from "rondo/colours.js";
import {found, view} from "rondo/data.js";
import {hideTip, showTip} from "rondo/tip.js";
import {duration} from "rondo/words.js";

const height = 190;
const edge = {left: 62, right: 168, top: 12, bottom: 34};
const known = view.predictions.filter((item) => item.seconds !== null);
const byThreads = known.filter((item) => item.change === "threads").sort((one, other) => one.threads - other.threads);
const others = known.filter((item) => item.change !== "threads");
const svg = d3.select("#predictions");

/** Texts in the order of their heights, moved down until none covers another. */
function spread(heights, distance) {
  let last = -Infinity;
  return heights.map((at) => last = Math.max(at, last + distance));
}

export function drawPredictions() {
  if (svg.empty()) return;
  svg.selectAll("*").remove();
  const width = svg.attr("height", height).node().clientWidth;
  const x = d3.scaleLog([1, d3.max(byThreads, (item) => item.threads)], [edge.left, width - edge.right]).base(2);
  const y = d3.scaleLinear([0, d3.max(known, (item) => item.seconds)], [height - edge.bottom, edge.top]).nice();
  const {accent, kinds, soft} = colours();
  svg.append("g").attr("class", "axis").attr("transform", `translate(0, ${height - edge.bottom})`)
    .call(d3.axisBottom(x).tickValues(byThreads.map((item) => item.threads)).tickFormat(String));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${edge.left}, 0)`)
    .call(d3.axisLeft(y).ticks(4).tickFormat((seconds) => seconds === 0 ? "0" : duration(seconds * 1e9)));
  svg.append("text").attr("class", "caption").attr("x", (edge.left + width - edge.right) / 2).attr("y", height - 4)
    .attr("text-anchor", "middle").text("threads");
  svg.append("path").attr("fill", "none").attr("stroke", kinds[0]).attr("stroke-width", 2)
    .attr("d", d3.line().x((item) => x(item.threads)).y((item) => y(item.seconds))(byThreads));
  const add = (items, colour) => svg.selectAll(null).data(items).enter().append("circle")
    .attr("cx", (item) => x(item.threads)).attr("cy", (item) => y(item.seconds)).attr("r", 4.5).attr("fill", colour)
    .each(function listen(item) {
      this.addEventListener("pointermove", (event) => showTip(event,
        `${item.name}\n${duration(item.seconds * 1e9)}, ${item.speedup.toFixed(2)} times as fast as now`));
      this.addEventListener("pointerleave", hideTip);
    });
  add(byThreads, (item) => item.threads === found.threads ? accent : kinds[0]);
  add(others, soft);
  const sorted = [...others].sort((one, other) => other.seconds - one.seconds);
  const heights = spread(sorted.map((item) => y(item.seconds)), 13);
  const end = width - edge.right;
  const marks = svg.selectAll(null).data(sorted).enter();
  marks.append("path").attr("fill", "none").attr("stroke", soft).attr("stroke-dasharray", "3 3")
    .attr("d", (item, number) => `M${x(item.threads)},${y(item.seconds)}H${end}L${end + 12},${heights[number]}`);
  marks.append("text").attr("class", "caption").attr("x", end + 16).attr("y", (_, number) => heights[number] + 4)
    .text((item) => item.name);
}
