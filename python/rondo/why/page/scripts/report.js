// SPDX-License-Identifier: Apache-2.0
// The page of one run: puts its parts together.

import {drawAxis} from "rondo/axis.js";
import {drawBands, startBands} from "rondo/bands.js";
import {forgetColours} from "rondo/colours.js";
import {view} from "rondo/data.js";
import {startGraphs} from "rondo/graph.js";
import {startLegend} from "rondo/legend.js";
import {drawPredictions} from "rondo/predictions.js";
import {filter, forget, onChange, state} from "rondo/state.js";
import {startTables} from "rondo/tables.js";
import {startTheme} from "rondo/theme.js";
import {drawTimeline, startTimeline} from "rondo/timeline.js";
import {moveBy, onZoom, scaleBy, showAll, startZoom} from "rondo/zoom.js";

let isWaiting = false;

/** Once for each picture that the browser shows, however much has changed. */
function draw() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    drawBands();
    drawTimeline();
    drawAxis();
    drawPredictions();
    document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn ?? 0) + 1;
  });
}

function showChoice() {
  const {kind, tasks} = state;
  const which = tasks?.size === 1 ? `task ${[...tasks][0]} of ` : tasks ? `${tasks.size} tasks of ` : "";
  document.getElementById("chosen").textContent = kind < 0 ? "" : `chosen: ${which}${view.kinds[kind].name}`;
  document.getElementById("forget").hidden = kind < 0;
}

const byKey = {
  "+": () => scaleBy(2), "-": () => scaleBy(0.5), "0": showAll, "ArrowLeft": () => moveBy(-0.2),
  "ArrowRight": () => moveBy(0.2), "Escape": forget,
};

function startControls() {
  const onClick = (id, action) => document.getElementById(id).addEventListener("click", action);
  onClick("closer", byKey["+"]);
  onClick("wider", byKey["-"]);
  onClick("all", showAll);
  onClick("forget", forget);
  document.getElementById("filter").addEventListener("input", (event) => filter(event.target.value));
  document.getElementById("time").addEventListener("keydown", (event) => {
    if (!(event.key in byKey)) return;
    event.preventDefault();
    byKey[event.key]();
  });
}

startZoom(document.getElementById("time"));
startBands();
startTimeline();
startLegend();
startTables();
startGraphs();
startControls();
startTheme(() => {
  forgetColours();
  draw();
});
onZoom(draw);
onChange(draw);
onChange(showChoice);
