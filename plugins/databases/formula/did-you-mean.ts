// The name that somebody may have meant: one that is a letter or two away.

const LONGEST = 40;

/** How many letters must be put in, taken out or changed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to++) {
      const changed = row[to - 1]! + (letter === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

export function nearest(name: string, names: string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const most = Math.min(2, Math.floor(name.length / 2));
  const close = names
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, away: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ away }) => away <= most);
  return close.sort((a, b) => a.away - b.away)[0]?.one;
}
