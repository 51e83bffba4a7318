// Rows that one person makes at the same moment: few transactions, and for each row what it would be alone.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

const COUNT = 30;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Code', type: 'text', validation: { unique: true } },
      { name: 'Points', type: 'number', validation: { max: 100 } },
    ]);
  });
  after(() => t.stop());

  /** Counts the transactions of `work`, each of which `meddle` may end badly. */
  async function countTransactions(work: () => Promise<void>, meddle: (count: number) => void = () => {}) {
    const { database } = t.app;
    let count = 0;
    const counted = new Proxy(database, {
      get(target, name) {
        if (name !== 'transaction') return Reflect.get(target, name);
        return (inner: (trx: never) => Promise<unknown>) =>
          target.transaction(async (trx) => {
            const made = await inner(trx as never);
            meddle(++count);
            return made;
          });
      },
    });
    Object.assign(t.app, { database: counted });
    await work().finally(() => Object.assign(t.app, { database }));
    return count;
  }

  const make = (values: (index: number) => object, title: string) =>
    Promise.all(Array.from({ length: COUNT }, (_, index) => db.tryRow(values(index) as never, `${title} ${index}`)));
  /** How many more makings of rows were noted since. */
  async function noted() {
    const count = async () => (await t.app.database.reader('api_audit').where({ action: 'rows.create' })).length;
    const before = await count();
    return async () => (await count()) - before;
  }

  it('need fewer transactions than there are rows, and each is answered with its own', async () => {
    let made: Any[] = [];
    const notes = await noted();
    const count = await countTransactions(async () => {
      made = await make((index) => ({ Points: index }), 'Row');
    });
    assert.ok(count < COUNT / 2, `${count} transactions`);
    assert.deepEqual(
      made.map(({ status, body }) => [status, body.title, body.values[db.by.Points.id]]),
      made.map((_, index) => [200, `Row ${index}`, index]),
    );
    assert.equal(new Set(made.map(({ body }) => body.id)).size, COUNT);
    // Each is a call of the interface and an event.
    const ids = made.map(({ body }) => body.id as number);
    assert.equal(await notes(), COUNT);
    const events = await t.app.database.reader('domain_events').where({ type: 'page.created' }).pluck('data');
    assert.equal(ids.filter((id) => events.filter((data) => JSON.parse(data).id === id).length === 1).length, COUNT);
  });

  it('are refused one by one, with nothing said of the others', async () => {
    const made = await make(
      (index) => ({ Points: index === 7 ? 101 : 1, Code: index === 9 ? 'c8' : `c${index}` }),
      'Odd',
    );
    const refused = made.filter(({ status }) => status !== 200);
    assert.deepEqual(
      refused.map(({ status, body }) => [
        status,
        body.errors[0].property_id,
        body.errors[0].rule,
        body.errors[0].index,
      ]),
      [
        [400, db.by.Points.id, 'max', undefined],
        [400, db.by.Code.id, 'unique', undefined],
      ],
    );
    assert.equal((await db.titles(null)).filter((title) => title.startsWith('Odd')).length, COUNT - 2);
  });

  it('are refused together, and not written again, when it is not known whether they were committed', async () => {
    let made: Any[] = [];
    const notes = await noted();
    await countTransactions(
      async () => {
        made = await make(() => ({ Points: 2 }), 'Late');
      },
      (count) => {
        if (count === 2) throw new Error('no answer to the commit, on purpose');
      },
    );
    const refused = made.filter(({ status }) => status === 500).length;
    assert.ok(refused > 0 && refused < COUNT, `${refused}`);
    assert.equal(made.filter(({ status }) => status === 200).length, COUNT - refused);
    assert.equal(await notes(), COUNT - refused);
    assert.equal((await db.titles(null)).filter((title) => title.startsWith('Late')).length, COUNT - refused);
  });

  it('are each of whoever made them', async () => {
    const names = ['ann', 'edi'] as const;
    const made = await Promise.all(
      Array.from({ length: COUNT }, (_, index) => db.tryRow({}, `By ${index}`, names[index % 2])),
    );
    for (const [index, { status, body, text }] of made.entries()) {
      assert.equal(status, 200, text);
      assert.equal(body.created_by, t.user(names[index % 2] as never).id);
    }
  });

  it('are not made for those who lose their right while they wait', async () => {
    // The first one is being written, and all others wait for it, when the right is taken.
    const asked = Array.from({ length: COUNT }, (_, index) => db.tryRow({}, `Gone ${index}`, 'edi'));
    const { transaction } = t.app.database;
    let taken = false;
    Object.assign(t.app.database, {
      transaction: async (...given: Parameters<typeof transaction>) => {
        const made = await transaction.apply(t.app.database, given);
        if (!taken) {
          taken = true;
          const url = `/api/v2/pages/${db.pageId}/permissions/type`;
          const answer = await t.call('ann', 'PUT', url, { permission_type: 'private' });
          assert.equal(answer.status, 200, answer.text);
        }
        return made;
      },
    });
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    Object.assign(t.app.database, { transaction });
    assert.deepEqual(Map.groupBy(statuses, (status) => status).get(404)?.length, COUNT - 1, statuses.join());
  });
});
