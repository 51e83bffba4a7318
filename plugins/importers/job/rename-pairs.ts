// Which names of a source became which: by what is behind them, and the nearest where more than one has the same.
import { folderDistance } from '../conversion/link-names.ts';
import { folderOf } from '../reading/entry-path.ts';

/** A name of the source and what is behind it. */
export interface NamedContent {
  name: string;
  content: string;
}

export interface RenamePair {
  from: string;
  to: string;
}

/** Where more could be each other, nobody can tell which is which. */
const ALIKE_MAX = 50_000;

/** How many of the last parts of two paths are equal. */
function sharedEnd(a: string, b: string): number {
  const [left, right] = [a.split('/').reverse(), b.split('/').reverse()];
  const end = left.findIndex((part, index) => part !== right[index]);
  return end < 0 ? left.length : end;
}

/** One to one, those that are called most alike first. */
function paired(before: string[], now: string[]): RenamePair[] {
  if (before.length * now.length > ALIKE_MAX) return [];
  const all = before.flatMap((from) =>
    now.map((to) => ({
      ...{ from, to, shared: sharedEnd(from, to) },
      distance: folderDistance(folderOf(from), folderOf(to)),
    })),
  );
  return oneToOne(all.sort((a, b) => b.shared - a.shared || a.distance - b.distance));
}

function oneToOne(best: RenamePair[]): RenamePair[] {
  const [left, taken] = [new Set<string>(), new Set<string>()];
  const chosen: RenamePair[] = [];
  for (const { from, to } of best) {
    if (left.has(from) || taken.has(to)) continue;
    left.add(from);
    taken.add(to);
    chosen.push({ from, to });
  }
  return chosen;
}

/**
 * A name on both sides has something else behind it now. It is left only for one that is taken in its stead: a file that
 * was copied before it was changed stays what it is.
 */
export function renamePairs(before: NamedContent[], now: NamedContent[]): RenamePair[] {
  const found = Map.groupBy(now, ({ content }) => content);
  const former = Map.groupBy(before, ({ content }) => content);
  let pairs = [...former].flatMap(([content, some]) =>
    paired(
      some.map(({ name }) => name),
      (found.get(content) ?? []).map(({ name }) => name),
    ),
  );
  const names = new Set(now.map(({ name }) => name));
  const staying = new Set(before.flatMap(({ name }) => (names.has(name) ? [name] : [])));
  for (let count = -1; count !== pairs.length; ) {
    count = pairs.length;
    const left = new Set(pairs.map(({ from }) => from));
    const taken = new Set(pairs.map(({ to }) => to));
    pairs = pairs.filter(
      ({ from, to }) => (!staying.has(to) || left.has(to)) && (!staying.has(from) || taken.has(from)),
    );
  }
  return pairs;
}

/** Folders, by what went from one into the other: ids of folders end in a slash. */
export function folderPairs(pairs: RenamePair[], gone: ReadonlySet<string>, fresh: ReadonlySet<string>): RenamePair[] {
  const votes = new Map<string, { from: string; to: string; count: number }>();
  for (const pair of pairs) {
    let [from, to] = [folderOf(pair.from), folderOf(pair.to)];
    for (; from && to; [from, to] = [folderOf(from), folderOf(to)]) {
      if (!gone.has(`${from}/`) || !fresh.has(`${to}/`)) continue;
      const vote = votes.get(`${from}\n${to}`) ?? { from: `${from}/`, to: `${to}/`, count: 0 };
      vote.count += 1;
      votes.set(`${from}\n${to}`, vote);
    }
  }
  return oneToOne([...votes.values()].sort((a, b) => b.count - a.count));
}
