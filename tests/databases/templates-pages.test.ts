// Pages beside a database: a table taken in by forms, templates kept, calendars made, sprints planned; readable by viewers.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Points', type: 'number' },
    ]);
  });
  after(() => t.stop());

  it('takes in a table by forms', async () => {
    const base = `/collections/${db.id}`;
    const text = 'Name,Points,Extra\na,1,x\nb,many,y\n';
    const columns = await t.form('ann', `${base}/table`, { text });
    assert.equal(columns.status, 200, columns.text);
    assert.match(columns.text, new RegExp(`value="p${db.by.Points.id}" selected`));
    const choice = { text, c0: `p${db.by.Name.id}`, c1: `p${db.by.Points.id}`, c2: '' };
    const twice = await t.form('ann', `${base}/table/take`, { ...choice, c1: choice.c0 });
    assert.equal(twice.status, 422);
    assert.match(twice.text, /role="alert"/);
    const taken = await t.form('ann', `${base}/table/take`, choice);
    assert.equal(taken.status, 303, taken.text);
    await t.app.jobs.drain();
    const done = await t.call('ann', 'GET', String(taken.headers.location));
    assert.match(done.text, /2 of 2 rows were made/);
    assert.match(done.text, /Points cannot be “many”/);
    assert.deepEqual(await db.titles(null), ['a', 'b']);
  });

  it('keeps templates and makes calendars', async () => {
    const more = `/collections/${db.id}/more`;
    const row = await db.row({ Points: 7 }, 'Pattern');
    assert.equal((await t.form('ann', `${more}/row-templates`, { name: 'Seven', row_id: row.id })).status, 303);
    const [template] = (await t.call('ann', 'GET', `/api/v2/collections/${db.id}/templates`)).body;
    const path = `${more}/row-templates/${template.id}`;
    assert.equal((await t.form('ann', path, { act: 'default' })).status, 303);
    await t.form('ann', `/collections/${db.id}/rows`, { title: 'Started' });
    const found = await db.query({ filter: { property_id: db.by.Points.id, op: 'eq', value: 7 } });
    assert.equal(found.body.total, 2);
    assert.equal((await t.form('ann', path, { act: 'remove' })).status, 303);
    assert.equal((await t.form('ann', `${more}/template`, { name: 'Our tasks' })).status, 303);
    assert.match((await t.call('ann', 'GET', '/databases/new')).text, /value="Our tasks"/);
    const again = await t.form('ann', `${more}/template`, { name: 'our TASKS' });
    assert.equal(again.status, 409);
    assert.match(again.text, /role="alert"/);
    const feed = await t.form('vic', `${more}/feeds/${db.views[0].id}`, { act: 'make' });
    const [url = ''] = /https?:[^"]+\/calendars\/[\w-]+\.ics/.exec(feed.text) ?? [];
    assert.equal((await t.inject('GET', new URL(url).pathname)).status, 200);
    assert.doesNotMatch((await t.call('vic', 'GET', more)).text, /\/calendars\//);
    assert.equal((await t.form('vic', `${more}/feeds/${db.views[0].id}`, { act: 'end' })).status, 303);
    assert.equal((await t.inject('GET', new URL(url).pathname)).status, 404);
    const seen = await t.call('vic', 'GET', more);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /name="text"/);
    assert.equal((await t.call('bob', 'GET', more)).status, 404);
  });

  it('plans sprints', async () => {
    const options = [{ name: 'Open' }, { name: 'Shut', group: 'done' }];
    const db = await makeDatabase(t, [
      { name: 'Points', type: 'number' },
      { name: 'Owner', type: 'person' },
      { name: 'State', type: 'status', config: { options } },
    ]);
    const row = await db.row({ Points: 3 }, 'Planned');
    const base = `/collections/${db.id}/sprints`;
    const plan = {
      name: 'One',
      goal: '',
      starts_on: '2026-03-02',
      ends_on: '2026-03-06',
      capacity: '',
      points_property_id: '',
    };
    const wrong = await t.form('ann', base, { ...plan, ends_on: '2026-03-01' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="One"/);
    const made = await t.form('ann', base, { ...plan, points_property_id: db.by.Points.id });
    assert.equal(made.status, 303, made.text);
    const page = String(made.headers.location);
    const empty = (await t.call('ann', 'GET', page)).text;
    assert.match(empty, /No rows yet\. Once/);
    assert.doesNotMatch(empty, /<figure/, 'nothing is drawn of no rows');
    assert.equal((await t.form('ann', page, { add: row.id })).status, 303);
    assert.match((await t.call('ann', 'GET', page)).text, /value="active">Start sprint</);
    assert.equal((await t.form('ann', page, { state: 'active' })).status, 303);
    assert.match((await t.call('ann', 'GET', page)).text, /value="completed">Complete sprint</);
    const shown = await t.call('vic', 'GET', page);
    assert.equal(shown.status, 200, shown.text);
    assert.match(shown.text, /<figure/);
    assert.match(shown.text, /2\s?–\s?6 Mar 2026/);
    assert.match(shown.text, />Planned<\/a>/);
    assert.doesNotMatch(shown.text, /name="state"/);
    assert.doesNotMatch(shown.text, /name="drop"/);
    assert.match((await t.call('vic', 'GET', base)).text, />One</);
    const settings = { ...plan, name: 'Two', goal: 'Less', capacity: '2', points_property_id: db.by.Points.id };
    assert.equal((await t.form('vic', `${page}/settings`, settings)).status, 403);
    const refused = await t.form('ann', `${page}/settings`, { ...settings, ends_on: '2026-03-01' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /<details class="title-form" open/);
    assert.equal((await t.form('ann', `${page}/settings`, settings)).status, 303);
    const over = (await t.call('ann', 'GET', page)).text;
    assert.match(over, /Capacity: 2 points/);
    assert.match(over, /3 points are planned, 1 above the capacity of 2\./);
    const [open, shut] = [db.option('State', 'Open'), db.option('State', 'Shut')];
    assert.match(over, new RegExp(`<option value="${open}">Open</option><option value="${shut}">`));
    assert.equal((await t.form('ann', `${page}/rows/${row.id}`, { status: shut })).status, 303);
    assert.equal((await db.read(row.id)).values[db.by.State.id], shut);
    assert.equal((await t.form('vic', `${page}/rows/${row.id}`, { status: open })).status, 403);
    const foreign = await (await makeDatabase(t)).row();
    assert.equal((await t.form('ann', `${page}/rows/${foreign.id}`, { status: open })).status, 404);
    const other = await db.row({}, 'Left out');
    const found = (await t.call('ann', 'GET', `${page}?find=out`)).text;
    assert.match(found, new RegExp(`name="add" value="${other.id}"`));
    assert.doesNotMatch((await t.call('ann', 'GET', `${page}?find=planned`)).text, /name="add"/);
    assert.equal((await t.form('ann', page, { drop: row.id })).status, 303);
    assert.equal((await t.form('ann', `${page}/remove`, {})).status, 303);
    assert.equal((await t.call('ann', 'GET', page)).status, 404);
  });

  it('writes a view as Markdown that means no more than it says', async () => {
    await db.row({}, 'a|b *c* <d>');
    const url = `/api/collections/${db.id}/export?format=markdown`;
    const { text, headers } = await t.call('vic', 'GET', url);
    assert.match(String(headers['content-type']), /^text\/markdown/);
    assert.match(text, /^# Tasks\n\n\| Name \| When \| Points \|\n\| --- \| --- \| --: \|\n/);
    assert.ok(text.includes('[a\\|b \\*c\\* \\<d\\>]('), text);
  });
});
