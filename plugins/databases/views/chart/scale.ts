// Where values lie on an axis, and the round numbers that it shows.

export interface ValueScale {
  ticks: number[];
  /** 0 at the least tick, 1 at the greatest */
  at(value: number): number;
}

/** 1, 2 or 5 of a power of ten: the smallest that is not below. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const times = [1, 2, 5, 10].find((one) => one * power >= step * (1 - 1e-9)) ?? 10;
  return times * power;
}

/** An axis from zero or below it to at least the greatest value, with some `wanted` ticks. */
export function valueScale(least: number, most: number, wanted: number): ValueScale {
  const [low, high] = least === most ? [Math.min(0, least), Math.max(least, 0) || 1] : [least, most];
  const step = Math.max(Number.MIN_VALUE, roundStep(high / wanted - low / wanted || 1));
  const from = Math.floor(low / step);
  const to = Math.max(from + 1, Math.ceil(high / step));
  const places = Math.max(0, Math.ceil(-Math.log10(step)));
  const ticks = Array.from({ length: Math.min(to - from, 20) + 1 }, (_none, at) => rounded((from + at) * step, places));
  return { ticks, at: (value) => (value / step - from) / (to - from) };
}

/** Without the dust of binary fractions, e.g. 0.3 for 3 * 0.1. */
const rounded = (value: number, places: number): number => (places <= 15 ? Number(value.toFixed(places)) : value) + 0;
