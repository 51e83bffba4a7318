// Rows that go into the trash and come back together: as each by itself would, or none of them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Made, makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let made: Made;
  before(async () => {
    t = await startApp(await open());
    made = await makeDatabase(t, [{ name: 'Code', type: 'text', validation: { unique: true } }], { title: 'Many' });
  });
  after(() => t.stop());

  const bulk = (who: 'ann' | 'edi' | 'vic', body: object) =>
    t.call(who, 'POST', `/api/v2/collections/${made.id}/rows/bulk`, body);
  const create = async (...titles: string[]): Promise<number[]> => {
    const { body } = await bulk('edi', {
      create: titles.map((title) => ({ title, values: { [made.by.Code.id]: title } })),
    });
    return body.created.map(({ id }: { id: number }) => id);
  };
  const titles = async (): Promise<string[]> =>
    (await made.query({})).body.results.map(({ title }: { title: string }) => title);
  const done = async (body: object) => {
    const answer = await bulk('edi', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  it('come back to their places, with what lay below them and with their unique values', async () => {
    const ids = await create('a', 'b', 'c', 'd');
    const [a, b, c] = ids as [number, number, number, number];
    const child = { title: 'below b', workspace_id: t.ws1, parent_id: b };
    const below = (await t.call('edi', 'POST', '/api/pages', child)).body.id;
    await done({ delete: [a, b, c] });
    assert.deepEqual(await titles(), ['d']);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${below}`)).status, 404);
    const [taken] = await create('a');
    assert.equal((await bulk('edi', { restore: [a, c] })).status, 400, 'the unique value of a is taken');
    assert.deepEqual(await titles(), ['d', 'a']);
    await done({ delete: [taken] });
    await done({ restore: [c, b, a] });
    assert.deepEqual(await titles(), ['a', 'b', 'c', 'd']);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${below}`)).status, 200);
    await done({ delete: ids });
  });

  it('take as many statements as one of them', async () => {
    const statements = async (body: object): Promise<number> => {
      let count = 0;
      const note = () => {
        count += 1;
      };
      const { reader, writer } = t.app.database;
      const sides = new Set([reader, writer]);
      for (const side of sides) side.on('query', note);
      await done(body);
      for (const side of sides) side.removeListener('query', note);
      return count;
    };
    const [few, many] = [3, 30].map((count) => Array.from({ length: count }, (_none, at) => `${count} ${at}`));
    const [some, all] = [await create(...(few as string[])), await create(...(many as string[]))];
    // A few more may be those of something else that the service does just then; 27 rows would be 27 more.
    for (const what of ['delete', 'restore']) {
      const [allOf, someOf] = [await statements({ [what]: all }), await statements({ [what]: some })];
      assert.ok(Math.abs(allOf - someOf) < 10, `${what}: ${allOf} and ${someOf}`);
    }
    await done({ delete: [...some, ...all] });
  });

  it('stand at the end where another row has taken their place', async () => {
    const [one, two, three] = (await create('one', 'two', 'three')) as [number, number, number];
    await done({ delete: [one, two] });
    const places = await t.app.database.reader('pages').whereIn('id', [one, three]).select('id', 'position');
    const place = new Map(places.map(({ id, position }) => [id, position]));
    await t.app.database
      .writer('pages')
      .where({ id: three })
      .update({ position: place.get(one) });
    await done({ restore: [one, two] });
    assert.deepEqual(await titles(), ['three', 'two', 'one']);
    await done({ delete: [one, two, three] });
  });

  it('stay as they are, all of them, when one is locked, gone, live already or of another database', async () => {
    const [one, two] = (await create('kept', 'locked')) as [number, number];
    await t.call('ann', 'POST', `/api/pages/${two}/lock`, {});
    const refused: [object, number][] = [
      [{ delete: [one, two] }, 423],
      [{ delete: [one, 999_999] }, 404],
      [{ restore: [one] }, 404],
      [{ delete: [one, one] }, 400],
    ];
    for (const [body, status] of refused) assert.equal((await bulk('edi', body)).status, status, JSON.stringify(body));
    assert.equal((await bulk('vic', { delete: [one] })).status, 403);
    assert.deepEqual(await titles(), ['kept', 'locked']);
  });

  it('are told of one by one, and found again', async () => {
    const [first, second] = (await create('quokka one', 'quokka two')) as [number, number];
    const [newest] = await t.app.database.reader('domain_events').max({ last: 'id' });
    const since = Number(newest?.last);
    await done({ delete: [first, second] });
    const found = async () => (await t.call('edi', 'GET', '/api/search?q=quokka')).body.results.length;
    assert.equal(await found(), 0);
    await done({ restore: [first, second] });
    assert.equal(await found(), 2);
    const events = await t.app.database.reader('domain_events').where('id', '>', since).orderBy('id');
    const told = events.flatMap(({ type, data }) =>
      /^page\.(deleted|restored)$/.test(type) ? [`${type} ${JSON.parse(data).id}`] : [],
    );
    assert.deepEqual(told, [
      ...[first, second].map((id) => `page.deleted ${id}`),
      ...[first, second].map((id) => `page.restored ${id}`),
    ]);
  });
});
