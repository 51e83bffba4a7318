/** What kept its order while other things moved. */
/** Places of a longest strictly rising subsequence, ascending. O(n log n). */
export function longestRising(values: number[]): number[] {
  const ends: number[] = [];
  const previous = new Array<number>(values.length).fill(-1);
  for (let at = 0; at < values.length; at++) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < values[at]!) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[at] = ends[low - 1]!;
    ends[low] = at;
  }
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) found.push(at);
  return found.reverse();
}
