// SPDX-License-Identifier: Apache-2.0
// Each thread's row: what it did when. A canvas, because there may be some hundred thousand pieces.

import {colours} from "rondo/colours.js";
import {Columns} from "rondo/columns.js";
import {boxOfTask, view} from "rondo/data.js";
import {at, between, cellsOf, lossesOf, spans} from "rondo/spans.js";
import {choose, isPieceBright, isShown, state} from "rondo/state.js";
import {hideTip, showTip} from "rondo/tip.js";
import {duration, moment, percent} from "rondo/words.js";
import {scale} from "rondo/zoom.js";

const canvas = document.getElementById("timeline");
const context = canvas.getContext("2d");
const nThreads = view.threads.length;
const rowHeight = Math.max(8, Math.min(46, Math.floor(480 / nThreads)));
const gap = rowHeight > 12 ? 4 : 1;
const namesHeight = rowHeight >= 24 ? 12 : 0; // room above a row's pieces
const nBands = Math.ceil(view.end_ns / view.cells.width_ns);
const faded = 0.13; // what is not chosen
const widthAlone = 1.5; // pixels; narrower pieces are put together

/** Top and height of a piece. */
function extent(row, isLost) {
  const top = row * rowHeight + namesHeight;
  const height = rowHeight - gap - namesHeight;
  return isLost ? [top + height * 0.35, height * 0.65] : [top, height];
}

function fill(kind, isBrightHere, left, top, width, height) {
  context.globalAlpha = isBrightHere ? 1 : faded;
  context.fillStyle = colours().kinds[kind];
  context.fillRect(left, top, width, height);
}

/** What causes took of a piece, if it is work and they are shown. */
function* lossesIn(row, number) {
  if (view.kinds[spans.kind[number]].lost) return;
  for (const loss of lossesOf(row, spans.begin[number], spans.begin[number] + spans.length[number])) {
    if (isShown(loss.kind)) yield loss;
  }
}

function addNarrow(columns, row, number, x) {
  const kind = spans.kind[number];
  if (isShown(kind)) columns.add(x(spans.begin[number]), x(spans.begin[number] + spans.length[number]), kind);
  for (const {kind: cause, share, fromNs, toNs} of lossesIn(row, number)) {
    columns.add(x(fromNs), x(toNs), cause, share);
    if (isShown(kind)) columns.add(x(fromNs), x(toNs), kind, -share);
  }
}

/** Of work, the part that causes took is above the rest. */
function drawWide(row, number, left, right, x) {
  const kind = spans.kind[number];
  const task = spans.task[number];
  const [top, height] = extent(row, view.kinds[kind].lost);
  if (isShown(kind)) fill(kind, isPieceBright(kind, task), left, top, right - left, height);
  for (const {kind: cause, share, above, fromNs, toNs} of lossesIn(row, number)) {
    const begin = x(fromNs);
    const width = Math.min(right, x(toNs)) - begin;
    const isBrightHere = isPieceBright(cause, task);
    if (!isBrightHere) context.clearRect(begin, top + height * above, width, height * share); // faded is transparent
    fill(cause, isBrightHere, begin, top + height * above, width, height * share);
  }
}

function drawRow(row, x, fromNs, toNs) {
  const columns = new Columns(x.range()[1]);
  const {band, kind: kinds, share, width_ns: bandNs} = view.cells;
  for (const number of cellsOf(row)) {
    if (isShown(kinds[number])) columns.add(x(band[number] * bandNs), x((band[number] + 1) * bandNs), kinds[number],
      share[number] / 1000);
  }
  const wide = [];
  for (const number of between(row, fromNs, toNs)) {
    const left = x(spans.begin[number]);
    const right = x(spans.begin[number] + spans.length[number]);
    if (right - left < widthAlone) addNarrow(columns, row, number, x);
    else wide.push([number, left, right]);
  }
  const [top, height] = extent(row, false);
  columns.forEach((column, kind, from, to) => {
    fill(kind, isPieceBright(kind, -1), column, top + height * (1 - to), 1, height * (to - from));
  });
  for (const [number, left, right] of wide) drawWide(row, number, left, right - (right - left > 4 ? 0.7 : 0), x);
  if (state.tasks) drawChosen(row, x, fromNs, toNs);
  context.globalAlpha = 1;
}

/** A mark above each chosen task, as wide as can be seen. */
function drawChosen(row, x, fromNs, toNs) {
  const [top] = extent(row, false);
  context.globalAlpha = 1;
  context.fillStyle = colours().accent;
  for (const number of between(row, fromNs, toNs)) {
    if (!state.tasks.has(spans.task[number])) continue;
    const left = x(spans.begin[number]);
    context.fillRect(left, top - 2, Math.max(2, x(spans.begin[number] + spans.length[number]) - left), 3);
  }
}

export function drawTimeline() {
  const x = scale();
  const pixels = devicePixelRatio;
  const [width, height] = [canvas.parentElement.clientWidth, nThreads * rowHeight + 2];
  canvas.style.height = `${height}px`;
  if (canvas.width !== Math.round(width * pixels) || canvas.height !== Math.round(height * pixels)) {
    canvas.width = Math.round(width * pixels);
    canvas.height = Math.round(height * pixels);
  }
  context.setTransform(pixels, 0, 0, pixels, 0, 0);
  context.clearRect(0, 0, width, height);
  const [fromNs, toNs] = x.domain();
  context.font = "11px system-ui, sans-serif";
  for (let row = 0; row < nThreads; row++) {
    drawRow(row, x, fromNs, toNs);
    if (namesHeight) {
      context.fillStyle = colours().soft;
      context.fillText(view.threads[row], 4, row * rowHeight + namesHeight - 2);
    }
  }
}

/** What is under the pointer: a span, or the cells of a band. */
function find(event) {
  const x = scale();
  const row = Math.floor(event.offsetY / rowHeight);
  const ns = x.invert(event.offsetX);
  if (row < 0 || row >= nThreads || ns < 0 || ns > view.end_ns) return null;
  const number = at(row, ns, x.invert(2) - x.invert(0));
  if (number >= 0) return {row, ns, number, cells: []};
  const band = Math.min(nBands - 1, Math.floor(ns / view.cells.width_ns));
  return {row, ns, number, cells: cellsOf(row).filter((cell) => view.cells.band[cell] === band)};
}

function sumOfLosses(losses) {
  return d3.sum(losses, ({share, fromNs, toNs}) => share * (toNs - fromNs));
}

function describe({row, ns, number, cells}) {
  if (number < 0) {
    const {kind, share, width_ns: widthNs} = view.cells;
    const parts = cells.map((cell) => `${percent(share[cell] / 1000)}  ${view.kinds[kind[cell]].name}`);
    return parts.length ? [`${view.threads[row]}, for ${duration(widthNs)}`, ...parts].join("\n") : "";
  }
  const kind = view.kinds[spans.kind[number]];
  const length = spans.length[number];
  const lines = [kind.lost ? kind.text : kind.name,
    `${duration(length)}, from ${moment(spans.begin[number], length / 10)}, ${view.threads[row]}`];
  if (spans.task[number] >= 0) lines.splice(1, 0, `task ${spans.task[number]}`);
  for (const [cause, lost] of d3.rollup(lossesIn(row, number), sumOfLosses, (loss) => loss.kind)) {
    if (lost >= length / 1000) lines.push(`${percent(lost / length)} of it: ${view.kinds[cause].text}`);
  }
  const where = view.places[spans.place[number]];
  if (kind.lost && where) lines.push(where);
  return lines.join("\n");
}

function chooseAt(event) {
  const found = find(event);
  if (found === null) return;
  if (found.number < 0) {
    const [largest] = found.cells.sort((one, other) => view.cells.share[other] - view.cells.share[one]);
    if (largest !== undefined) choose(view.cells.kind[largest]);
    return;
  }
  const kind = spans.kind[found.number];
  const task = spans.task[found.number];
  const isLinked = [...boxOfTask.values()].some((boxes) => boxes.has(task));
  choose(kind, isLinked ? [task] : null);
}

export function startTimeline() {
  canvas.addEventListener("pointermove", (event) => {
    const found = find(event);
    const text = found && describe(found);
    if (text) showTip(event, text);
    else hideTip();
  });
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("click", chooseAt);
}
