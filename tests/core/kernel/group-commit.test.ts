// Writes that wait for each other: made together, refused alone, and never with those of others.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { App } from '../../../core/kernel/app.ts';
import { GroupCommit, GroupFault } from '../../../core/kernel/group-commit.ts';

const app = {} as App;
const work = async () => [];
/** An item after which nobody knows whether its group was committed. */
const LOST = -1;

const squares = () => new GroupCommit<number, number>({ keyOf: () => '', work });

/** Asks for the square of each at once; `write` is told which ones are made together. */
async function ask(
  group: GroupCommit<number, number>,
  asked: { key?: string; item: number }[],
  refused: number[] = [],
): Promise<{ groups: number[][]; results: PromiseSettledResult<number>[] }> {
  const groups: number[][] = [];
  const write = async (members: { item: number }[]) => {
    const items = members.map(({ item }) => item);
    groups.push(items);
    await Promise.resolve();
    const bad = items.find((item) => refused.includes(item));
    if (bad !== undefined) throw new GroupFault('undone', { cause: new Error(`not ${bad}`) });
    if (items.includes(LOST)) throw new Error('no answer');
    return items.map((item) => item * item);
  };
  const results = await Promise.allSettled(asked.map(({ key = 'k', item }) => group.join(app, key, { item, write })));
  return { groups, results };
}

const items = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

it('writes what waits meanwhile in one transaction, and tells each what came of its own', async () => {
  const { groups, results } = await ask(squares(), items(5));
  assert.deepEqual(groups, [[0], [1, 2, 3, 4]]);
  assert.deepEqual(
    results.map((one) => one.status === 'fulfilled' && one.value),
    [0, 1, 4, 9, 16],
  );
});

it('writes each alone where one of a group is refused, and refuses only that', async () => {
  const { groups, results } = await ask(squares(), items(4), [2]);
  assert.deepEqual(groups, [[0], [1, 2, 3], [1], [2], [3]]);
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [0, 1, 'not 2', 9],
  );
});

it('writes nothing again where it is not known whether it was committed', async () => {
  const { groups, results } = await ask(squares(), [{ item: 1 }, { item: 2 }, { item: LOST }]);
  assert.deepEqual(groups, [[1], [2, LOST]]);
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [1, 'no answer', 'no answer'],
  );
});

it('keeps those of different keys apart', async () => {
  const asked = [1, 2, 3, 4].map((item) => ({ item, key: item % 2 ? 'odd' : 'even' }));
  const { groups } = await ask(squares(), asked);
  assert.deepEqual(groups, [[1], [2], [3], [4]]);
});

it('ends a group with fifty, and begins anew once all are written', async () => {
  const group = squares();
  const first = await ask(group, items(80));
  assert.deepEqual(
    first.groups.map(({ length }) => length),
    [1, 50, 29],
  );
  assert.deepEqual((await ask(group, items(2))).groups, [[0], [1]]);
});
