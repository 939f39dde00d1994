// SPDX-License-Identifier: Apache-2.0
// What the reader has chosen. Every part of the page draws from it and changes only this, so all of them agree.

import {boxOfTask, view} from "rondo/data.js";

const listeners = [];

export const state = {
  hidden: new Set(), // kinds
  filter: "",
  kind: -1, // chosen, -1: none
  tasks: null, // chosen ones of this kind; null: all
  range: null, // of time, ns
};

export function onChange(listener) {
  listeners.push(listener);
}

function changed() {
  for (const listener of listeners) listener();
}

export function choose(kind, tasks = null) {
  state.kind = kind;
  state.tasks = tasks && new Set(tasks);
  changed();
}

export function forget() {
  choose(-1);
}

export function toggle(kind) {
  if (!state.hidden.delete(kind)) state.hidden.add(kind);
  changed();
}

export function filter(text) {
  state.filter = text.trim().toLowerCase();
  changed();
}

/** May be seen: not switched off, and its name has what was asked for. */
export function isShown(kind) {
  return !state.hidden.has(kind) && view.kinds[kind].name.toLowerCase().includes(state.filter);
}

/** Stands out: of the chosen kind, or nothing is chosen. */
export function isBright(kind) {
  return state.kind < 0 || kind === state.kind;
}

/** The same for a piece of a thread's time: where tasks are chosen only these, of whatever kind. */
export function isPieceBright(kind, task) {
  return state.tasks === null ? isBright(kind) : state.tasks.has(task);
}

/** The chosen boxes of a drawing; null: nothing is chosen. */
export function chosenBoxes(drawing) {
  if (state.kind < 0) return null;
  const boxes = view.graphs[drawing];
  if (state.tasks === null) return new Set(d3.range(boxes.length).filter((box) => boxes[box].kind === state.kind));
  const found = boxOfTask.get(drawing);
  return new Set([...state.tasks].map((task) => found.get(task)).filter((box) => box !== undefined));
}
