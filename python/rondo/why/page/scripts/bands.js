// SPDX-License-Identifier: Apache-2.0
// What all threads did together: the share of each kind of time, one above the other, work at the bottom.

import {colours} from "rondo/colours.js";
import {view} from "rondo/data.js";
import {choose, isBright, isShown} from "rondo/state.js";
import {hideTip, showTip} from "rondo/tip.js";
import {duration, moment, percent} from "rondo/words.js";
import {scale} from "rondo/zoom.js";

const svg = d3.select("#bands");
const layer = svg.append("g");
const widthNs = view.bands.width_ns;
const wholeNs = widthNs * view.threads.length;
const nBands = view.bands.ns[0].length;
// One more than there are: the last one's level holds until its end.
const rows = d3.range(nBands + 1).map((edge) => ({edge, band: Math.min(edge, nBands - 1)}));

export function drawBands() {
  const x = scale();
  svg.style("width", `${x.range()[1]}px`); // a scroll bar makes the rows narrower
  const height = svg.node().clientHeight;
  const y = d3.scaleLinear([0, wholeNs], [height - 1, 1]);
  const shown = d3.range(view.kinds.length).filter(isShown);
  const stacked = d3.stack().keys(shown).value((row, kind) => view.bands.ns[kind][row.band])(rows);
  const area = d3.area().curve(d3.curveStepAfter)
    .x((point) => x(point.data.edge * widthNs)).y0((point) => y(point[0])).y1((point) => y(point[1]));
  const paths = layer.selectAll("path").data(stacked, (series) => series.key);
  paths.exit().remove();
  paths.enter().append("path").merge(paths)
    .attr("d", area)
    .attr("fill", (series) => colours().kinds[series.key])
    .attr("opacity", (series) => isBright(series.key) ? 1 : 0.2)
    .attr("data-kind", (series) => series.key);
}

function bandAt(event) {
  return Math.min(nBands - 1, Math.max(0, Math.floor(scale().invert(event.offsetX) / widthNs)));
}

export function startBands() {
  const node = svg.node();
  node.addEventListener("pointermove", (event) => {
    const band = bandAt(event);
    const parts = d3.range(view.kinds.length).map((kind) => ({kind, share: view.bands.ns[kind][band] / wholeNs}))
      .filter(({kind, share}) => share >= 0.005 && isShown(kind)).sort((one, other) => other.share - one.share);
    showTip(event, [`${moment(band * widthNs, widthNs)}, for ${duration(widthNs)}`,
      ...parts.map(({kind, share}) => `${percent(share)}  ${view.kinds[kind].name}`)].join("\n"));
  });
  node.addEventListener("pointerleave", hideTip);
  node.addEventListener("click", (event) => {
    const kind = event.target.dataset.kind;
    if (kind !== undefined) choose(Number(kind));
  });
}
