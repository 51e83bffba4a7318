// What was measured: each figure beside its reference, and whether the ratio is within its limit.

interface Figure {
  goal: string;
  operation: string;
  ours: string;
  reference: string;
  ratio: number;
  limit: string;
  reached: boolean;
}
export const rows: Figure[] = [];

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** `most`: the ratio may be at most this; otherwise it must be at least `least`. */
export function report(
  goal: string,
  operation: string,
  ours: number,
  reference: number,
  unit: string,
  bound: { most?: number; least?: number },
): void {
  const ratio = ours / reference;
  const reached = bound.most === undefined ? ratio >= (bound.least ?? 0) : ratio <= bound.most;
  const limit = bound.most === undefined ? `>= ${bound.least}` : `<= ${bound.most}`;
  rows.push({
    goal,
    operation,
    ours: `${ours.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
    reference: `${reference.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
    ratio,
    limit,
    reached,
  });
}
