// SPDX-License-Identifier: Apache-2.0
// The pieces of each thread's time, and how to find those that are seen.

import {view} from "rondo/data.js";

const {thread, begin, length, kind, task, place} = view.spans;

/** For each thread the numbers of its spans, in the order of time; they do not overlap. */
const ofThread = view.threads.map(() => []);
thread.forEach((row, number) => ofThread[row].push(number));

const lossesOfThread = view.threads.map(() => []);
view.losses.thread.forEach((row, number) => lossesOfThread[row].push(number));

const cellsOfThread = view.threads.map(() => []);
view.cells.thread.forEach((row, number) => cellsOfThread[row].push(number));

export const spans = {begin, length, kind, task, place};

/** The position in `numbers` of the first of these pieces that ends behind the moment. */
function firstBehind({begin, length}, numbers, ns) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const number = numbers[middle];
    if (begin[number] + length[number] <= ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function* between(row, fromNs, toNs) {
  const numbers = ofThread[row];
  for (let at = firstBehind(spans, numbers, fromNs); at < numbers.length && begin[numbers[at]] < toNs; at++) {
    yield numbers[at];
  }
}

/** What causes took of a thread's work in this time: when in {fromNs, toNs} is not known, only which share. */
export function* lossesOf(row, fromNs, toNs) {
  const {losses} = view;
  const numbers = lossesOfThread[row];
  for (let at = firstBehind(losses, numbers, fromNs); at < numbers.length && losses.begin[numbers[at]] < toNs; at++) {
    const number = numbers[at];
    yield {
      kind: losses.kind[number], share: losses.share[number] / 1000, above: losses.above[number] / 1000,
      fromNs: Math.max(fromNs, losses.begin[number]), toNs: Math.min(toNs, losses.begin[number] + losses.length[number]),
    };
  }
}

/** The span of the thread at the moment, -1: none. A short one may be missed by the pointer, so `reachNs` around counts. */
export function at(row, ns, reachNs) {
  let best = -1;
  let distance = reachNs;
  for (const number of between(row, ns - reachNs, ns + reachNs)) {
    const away = Math.max(begin[number] - ns, ns - begin[number] - length[number], 0);
    if (away <= distance && (best < 0 || away < distance)) [best, distance] = [number, away];
  }
  return best;
}

/** Cells stand in the order of bands, those of a band together. */
export function cellsOf(row) {
  return cellsOfThread[row];
}

/** From when to when tasks ran; null if no span of theirs is known. */
export function timeOf(tasks) {
  let first = Infinity;
  let last = -Infinity;
  task.forEach((own, number) => {
    if (own < 0 || !tasks.has(own)) return;
    first = Math.min(first, begin[number]);
    last = Math.max(last, begin[number] + length[number]);
  });
  return first <= last ? [first, last] : null;
}
