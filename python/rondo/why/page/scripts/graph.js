// SPDX-License-Identifier: Apache-2.0
// The drawings of the dependences: moved and zoomed, boxes chosen, and two ways to look at them.

import {view} from "rondo/data.js";
import {timeOf} from "rondo/spans.js";
import {choose, chosenBoxes, onChange} from "rondo/state.js";
import {showTime} from "rondo/zoom.js";

const zooms = new Map();

function chooseBox(drawing, number) {
  const {kind, tasks} = view.graphs[drawing][number];
  if (kind < 0) return;
  choose(kind, tasks.length ? tasks : null);
  const time = tasks.length ? timeOf(new Set(tasks)) : null;
  if (time) showTime(...time);
}

function start(drawing) {
  const svg = d3.select(`#graph-${drawing} svg`);
  const zoom = d3.zoom().scaleExtent([0.2, 30]).on("zoom", () => layer.attr("transform", d3.zoomTransform(svg.node())));
  // Graphviz has moved its drawing by a transform of its own: what is zoomed is a group around that.
  const layer = svg.append("g");
  layer.node().append(svg.select("g.graph, g").node());
  svg.call(zoom).on("dblclick.zoom", null);
  zooms.set(drawing, () => svg.call(zoom.transform, d3.zoomIdentity));
  const boxes = view.graphs[drawing].map((_, number) => document.getElementById(`${drawing}-${number}`));
  boxes.forEach((box, number) => box.addEventListener("click", () => chooseBox(drawing, number)));
  onChange(() => {
    const chosen = chosenBoxes(drawing);
    svg.classed("choosing", chosen !== null);
    boxes.forEach((box, number) => {
      box.classList.toggle("chosen", chosen !== null && chosen.has(number));
      box.classList.toggle("faded", chosen !== null && !chosen.has(number));
    });
  });
}

export function startGraphs() {
  const drawings = Object.keys(view.graphs);
  if (!drawings.length) return;
  drawings.forEach(start);
  const buttons = [...document.querySelectorAll("button.drawing")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) {
        other.setAttribute("aria-pressed", other === button);
        document.getElementById(`graph-${other.dataset.drawing}`).hidden = other !== button;
      }
    });
  }
  document.getElementById("fit").addEventListener("click", () => zooms.forEach((fit) => fit()));
}
