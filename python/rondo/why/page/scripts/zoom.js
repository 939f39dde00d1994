// SPDX-License-Identifier: Apache-2.0
// The part of the run's time that is seen; all drawings over time share it.

import {view} from "rondo/data.js";

const mostTimes = Math.max(1, view.end_ns / 200); // until 200 ns fill the width
const listeners = [];
const whole = d3.scaleLinear().domain([0, view.end_ns]);
let element = null;
let zoom = null;

/** From time to pixels. */
export function scale() {
  return d3.zoomTransform(element).rescaleX(whole);
}

export function onZoom(listener) {
  listeners.push(listener);
}

function moved() {
  for (const listener of listeners) listener();
}

export function startZoom(on) {
  element = on;
  zoom = d3.zoom()
    .scaleExtent([1, mostTimes])
    // The wheel alone scrolls the page. D3 gives the event as argument, before its version 6 as d3.event.
    .filter((first) => {
      const event = first instanceof Event ? first : d3.event;
      return !event.button && (event.type !== "wheel" || event.ctrlKey);
    })
    .on("zoom", moved);
  d3.select(element).call(zoom);
  new ResizeObserver(() => {
    const width = element.clientWidth;
    if (width === 0) return; // not displayed
    const {k, x} = d3.zoomTransform(element);
    const left = x * width / whole.range()[1]; // the same time is seen as before
    whole.range([0, width]);
    zoom.extent([[0, 0], [width, 1]]).translateExtent([[0, 0], [width, 1]]);
    d3.select(element).call(zoom.transform, d3.zoomIdentity.translate(left, 0).scale(k));
  }).observe(element);
}

export function scaleBy(times) {
  d3.select(element).call(zoom.scaleBy, times);
}

export function moveBy(shareOfWidth) {
  d3.select(element).call(zoom.translateBy, -shareOfWidth * element.clientWidth / d3.zoomTransform(element).k, 0);
}

export function showAll() {
  d3.select(element).call(zoom.transform, d3.zoomIdentity);
}

/** With some room on both sides; nothing moves if all of it is seen and not tiny. */
export function showTime(begin, end) {
  const [first, last] = scale().domain();
  if (begin >= first && end <= last && end - begin > (last - first) / 20) return;
  const length = Math.max((end - begin) * 1.6, view.end_ns / mostTimes);
  const times = Math.max(1, Math.min(mostTimes, view.end_ns / length));
  const left = whole((begin + end) / 2) * times - element.clientWidth / 2;
  d3.select(element).call(zoom.transform, d3.zoomIdentity.translate(-left, 0).scale(times));
}
