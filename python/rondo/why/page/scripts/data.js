// SPDX-License-Identifier: Apache-2.0
// What the command has written into the page.

function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

export const view = read("view");
export const found = read("document");

/** For each drawing, the box of a task. */
export const boxOfTask = new Map(Object.entries(view.graphs ?? {}).map(([name, boxes]) => [
  name,
  new Map(boxes.flatMap((box, number) => box.tasks.map((task) => [task, number]))),
]));
