// SPDX-License-Identifier: Apache-2.0
// A small text beside the pointer.

const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);

export function showTip(event, text) {
  tip.textContent = text;
  tip.hidden = false;
  const right = event.clientX + 14 + tip.offsetWidth < innerWidth;
  tip.style.left = `${right ? event.clientX + 14 : Math.max(0, event.clientX - 14 - tip.offsetWidth)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 4)}px`;
}

export function hideTip() {
  tip.hidden = true;
}
