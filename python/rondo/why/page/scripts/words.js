// SPDX-License-Identifier: Apache-2.0
// Figures as people read them.

const units = [["s", 1e9], ["ms", 1e6], ["us", 1e3], ["ns", 1]];

export function duration(ns) {
  const [unit, factor] = units.find(([, factor]) => Math.abs(ns) >= factor) ?? units.at(-1);
  return `${Number((ns / factor).toPrecision(3))} ${unit}`;
}

/** A moment of the run, as exactly as moments `stepNs` apart need it. */
export function moment(ns, stepNs) {
  const [unit, factor] = units.find(([, factor]) => Math.abs(ns) >= factor) ?? units[1];
  const digits = Math.max(0, Math.min(9, Math.ceil(Math.log10(factor / stepNs))));
  return `${(ns / factor).toFixed(digits)} ${unit}`;
}

export function percent(share) {
  return `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;
}
