// Sprints: planned over rows, burnt down as they are done, and reported to each reader by what they may see.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let clock = Date.parse('2026-03-02T10:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(clock).toISOString() });
    const options = [
      { name: 'Open', group: 'todo' },
      { name: 'Done', group: 'done' },
    ];
    db = await makeDatabase(t, [
      { name: 'State', type: 'status', config: { options } },
      { name: 'Points', type: 'number' },
    ]);
  });
  after(() => t.stop());

  const v2 = (who: Name, method: string, path: string, body?: object) =>
    t.call(who, method, `/api/v2/sprints${path}`, body);
  const plan = (more: object = {}) => ({
    ...{ collection_id: db.id, name: 'Sprint 1', goal: 'Ship', starts_on: '2026-03-02', ends_on: '2026-03-06' },
    ...{ capacity: 20, points_property_id: db.by.Points.id, ...more },
  });

  it('burns down as rows are done', async () => {
    const rows = [await db.row({ Points: 5 }, 'a'), await db.row({ Points: 3 }, 'b'), await db.row({}, 'c')];
    const made = await v2('ann', 'POST', '', plan({ add_rows: rows.map(({ id }) => id) }));
    assert.equal(made.status, 200, made.text);
    assert.deepEqual([made.body.state, made.body.done_property_id], ['planned', db.by.State.id]);
    const path = `/${made.body.id}`;
    assert.equal((await v2('ann', 'PATCH', path, { state: 'active' })).body.state, 'active');
    clock += 86_400_000;
    await db.change(rows[0].id, { State: db.option('State', 'Done') });
    await t.app.events.run();
    clock += 86_400_000;
    const { body } = await v2('vic', 'GET', `${path}/report`);
    assert.deepEqual([body.total, body.done, body.left, body.rows.length], [8, 5, 3, 3]);
    assert.deepEqual(
      body.days.map((one: Any) => [one.day, one.left, one.ideal]),
      [
        ['2026-03-02', 8, 8],
        ['2026-03-03', 3, 6],
        ['2026-03-04', 3, 4],
        ['2026-03-05', null, 2],
        ['2026-03-06', null, 0],
      ],
    );
    await db.change(rows[0].id, { State: db.option('State', 'Open') });
    await t.app.events.run();
    await v2('ann', 'PATCH', path, { remove_rows: [rows[1].id] });
    const again = (await v2('ann', 'GET', `${path}/report`)).body;
    assert.deepEqual([again.total, again.done], [5, 0]);
    const closed = { permission_type: 'private' };
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${rows[0].id}/permissions/type`, closed)).status, 200);
    assert.deepEqual(
      (await v2('vic', 'GET', `${path}/report`)).body.rows.map((one: Any) => one.title),
      ['c'],
    );
    assert.equal((await v2('ann', 'DELETE', path)).status, 200);
    assert.equal((await v2('ann', 'GET', path)).status, 404);
  });

  it('is listed with what goes on first, the days that are left and the points done', async () => {
    const days = (starts_on: string, ends_on: string) => ({ starts_on, ends_on });
    const row = await db.row({ Points: 2 }, 'd');
    const ids = [];
    for (const [name, state, more] of [
      ['Later', 'planned', days('2026-05-01', '2026-05-08')],
      ['Next', 'planned', days('2026-03-06', '2026-03-12')],
      ['Before', 'completed', days('2026-02-01', '2026-02-08')],
      ['Now', 'active', { ...days('2026-03-01', '2026-03-05'), add_rows: [row.id] }],
    ] as const) {
      const made = await v2('ann', 'POST', '', plan({ name, ...more }));
      assert.equal(made.status, 200, made.text);
      assert.equal((await v2('ann', 'PATCH', `/${made.body.id}`, { state })).status, 200);
      ids.push(made.body.id);
    }
    const { text } = await t.call('vic', 'GET', `/collections/${db.id}/sprints`);
    const places = ['Now', 'Next', 'Later', 'Before'].map((name) => text.indexOf(`>${name}</a>`));
    assert.ok(places[0] !== -1, 'the list');
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    for (const said of ['2 days left', 'Starts in 2 days', '0 of 2 points done']) assert.match(text, new RegExp(said));
    for (const id of ids) await v2('ann', 'DELETE', `/${id}`);
  });

  it('asks what becomes of open rows when it is completed, and moves them into the next one or none', async () => {
    const shut = await db.row({ State: db.option('State', 'Done') }, 'shut');
    const left = await db.row({}, 'left');
    const rows = { add_rows: [shut.id, left.id], state: 'active' };
    const sprint = async (more: object) => (await v2('ann', 'POST', '', plan(more))).body.id as number;
    const first = await sprint({ ...rows, name: 'First' });
    const second = await sprint({ name: 'Second', starts_on: '2026-01-01' });
    const titles = async (id: number) =>
      (await v2('ann', 'GET', `/${id}/report`)).body.rows.map((one: Any) => one.title).sort();
    const { text } = await t.call('ann', 'GET', `/sprints/${first}`);
    assert.match(text, /1 row is still open[\s\S]*Move to “Second”/);
    await t.form('ann', `/sprints/${first}`, { state: 'completed', open: 'next' });
    assert.deepEqual([await titles(first), await titles(second)], [['shut'], ['left']]);
    await t.form('ann', `/sprints/${second}`, { state: 'completed', open: 'out' });
    assert.deepEqual(await titles(second), []);
    const third = await sprint({ ...rows, name: 'Third' });
    await t.form('ann', `/sprints/${third}`, { state: 'completed' });
    assert.deepEqual(await titles(third), ['left', 'shut']);
    assert.equal((await v2('ann', 'GET', `/${third}`)).body.state, 'completed');
    assert.doesNotMatch((await t.call('ann', 'GET', `/sprints/${third}`)).text, /above the capacity/);
    for (const id of [first, second, third]) await v2('ann', 'DELETE', `/${id}`);
  });

  it('is listed, and refuses what makes no sense', async () => {
    const made = (await v2('ann', 'POST', '', plan())).body;
    assert.deepEqual(
      (await v2('vic', 'GET', `?collection_id=${db.id}`)).body.map((one: Any) => one.id),
      [made.id],
    );
    assert.deepEqual((await v2('vic', 'GET', '')).body.length, 1);
    assert.deepEqual((await v2('bob', 'GET', '')).body, []);
    const other = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
    const foreign = await other.row();
    for (const [answer, status] of [
      [await v2('ann', 'POST', '', plan({ ends_on: '2026-03-01' })), 422],
      [await v2('ann', 'POST', '', plan({ starts_on: '2026-02-30' })), 422],
      [await v2('ann', 'POST', '', plan({ capacity: -1 })), 422],
      [await v2('ann', 'POST', '', plan({ points_property_id: db.by.State.id })), 422],
      [await v2('ann', 'POST', '', plan({ points_property_id: other.by.N.id })), 422],
      [await v2('ann', 'POST', '', plan({ add_rows: [foreign.id] })), 404],
      [await v2('ann', 'PATCH', `/${made.id}`, { state: 'over' }), 422],
      [await v2('vic', 'POST', '', plan()), 403],
      [await v2('vic', 'PATCH', `/${made.id}`, { name: 'x' }), 403],
      [await v2('bob', 'GET', `/${made.id}/report`), 404],
      [await v2('bob', 'GET', `?collection_id=${db.id}`), 404],
    ] as const)
      assert.equal(answer.status, status, answer.text);
  });
});
