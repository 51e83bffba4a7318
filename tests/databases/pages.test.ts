// Databases for people without scripts: the form of a new one, its page, and the properties of a row with their form.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (who: 'ann' | 'vic', url: string) => (await t.call(who, 'GET', url)).text;

  it('make one from a template, or of a page', async () => {
    const form = await t.call('ann', 'GET', '/databases/new');
    assert.equal(form.status, 200);
    assert.match(form.text, /Reading list/);
    const made = await t.form('ann', '/databases/new', { title: 'Books', template: 'reading-list', parent_id: '' });
    assert.equal(made.status, 303, made.text);
    const shown = await page('ann', made.headers.location as string);
    assert.match(shown, /Books/);
    assert.match(shown, /No rows yet/);
    assert.match(shown, /Add property/);
    // Whoever names none gets what the template is called; one without is named where it is seen.
    const unnamed = await t.form('ann', '/databases/new', { title: '', template: 'reading-list', parent_id: '' });
    const empty = await t.form('ann', '/databases/new', { title: '', template: '', parent_id: '' });
    const nameOf = async ({ headers }: typeof empty) =>
      (await t.call('ann', 'GET', `/api/v2${headers.location}`)).body.title;
    assert.deepEqual([await nameOf(unnamed), await nameOf(empty)], ['Reading list', '']);
    const refused = await t.form('ann', '/databases/new', { title: ' ', template: 'crm', parent_id: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /value="crm" checked/);
    const text = await t.call('ann', 'POST', '/api/pages', {
      title: 'Turn me',
      workspace_id: t.ws1,
      markdown: 'Words',
    });
    const turned = await t.form('ann', `/pages/${text.body.id}/convert-to-database`);
    assert.equal(turned.status, 303, turned.text);
    assert.match(await page('ann', `/pages/${text.body.id}`), /class="database-description">Words/);
    assert.equal((await t.form('vic', '/databases/new', { title: 'x', parent_id: text.body.id })).status, 403);
  });

  it('show fifty rows and lead to the others', async () => {
    const db = await makeDatabase(t, [{ name: 'Rank', type: 'number' }]);
    const create = Array.from({ length: 60 }, (_, at) => ({ title: `row <${at}>`, values: { [db.by.Rank.id]: at } }));
    await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows/bulk`, { create });
    const first = await page('vic', `/pages/${db.pageId}`);
    assert.equal([...first.matchAll(/<th scope="row">/g)].length, 50);
    assert.match(first, /row &lt;49&gt;/);
    assert.ok(!first.includes('Add property'), 'a viewer adds nothing');
    const [, next] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
    const second = await page('vic', (next ?? '').replaceAll('&amp;', '&'));
    assert.match(second, /51–60 of 60/);
    assert.match(second, /rel="prev"/);
    const tree = /<nav aria-labelledby="tree-name">[\s\S]*?<\/nav>/.exec(first)?.[0] ?? '';
    assert.ok(!tree.includes('row &lt;'), 'rows are not in the tree');
  });

  it('lead from a page below a row to the row, the database and what is above, as far as the reader sees', async () => {
    const ok = async (method: 'POST' | 'PUT', url: string, body: object) => {
      const answer = await t.call('ann', method, url, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const make = (body: object) => t.call('ann', 'POST', '/api/pages', body).then(({ body: { id } }) => id as number);
    const shelf = await make({ title: 'Shelf', workspace_id: t.ws1 });
    const db = await makeDatabase(t, [], { parent_id: shelf });
    const row = await db.row({}, 'A row');
    const below = await make({ title: 'Below', parent_id: row.id });
    const deep = await make({ title: 'Deep', parent_id: below });
    const trail = async (who: 'ann' | 'vic', id: number) => {
      const crumbs = /<ol class="breadcrumb">[\s\S]*?<\/ol>/.exec(await page(who, `/pages/${id}`))?.[0] ?? '';
      return [...crumbs.matchAll(/href="\/pages\/(\d+)"/g)].map(([, step]) => Number(step));
    };
    assert.deepEqual(await trail('vic', row.id), [shelf, db.pageId]);
    assert.deepEqual(await trail('vic', below), [shelf, db.pageId, row.id]);
    assert.deepEqual(await trail('vic', deep), [shelf, db.pageId, row.id, below]);
    const tree =
      /<nav aria-labelledby="tree-name">[\s\S]*?<\/nav>/.exec(await page('vic', `/pages/${deep}`))?.[0] ?? '';
    assert.match(tree, new RegExp(`href="/pages/${db.pageId}"`), 'the tree is open at the database');
    await ok('PUT', `/api/v2/pages/${row.id}/permissions/type`, { permission_type: 'restricted' });
    await ok('POST', `/api/v2/pages/${below}/permissions`, { user_id: t.user('vic').id, role: 'viewer' });
    assert.deepEqual(await trail('ann', deep), [shelf, db.pageId, row.id, below]);
    assert.deepEqual(await trail('vic', deep), [below], 'a row that is hidden ends the way');
  });

  it('add rows and properties by forms, which say what is wrong', async () => {
    const db = await makeDatabase(t, [{ name: 'Name', type: 'title', validation: { unique: true } }]);
    assert.equal((await t.form('ann', `/collections/${db.id}/rows`, { title: 'One' })).status, 303);
    const twice = await t.form('ann', `/collections/${db.id}/rows`, { title: 'one' });
    assert.equal(twice.status, 400);
    assert.match(twice.text, /is already used/);
    const fields = { name: 'Stage', type: 'status', options: 'Open, Shut' };
    assert.equal((await t.form('ann', `/collections/${db.id}/properties`, fields)).status, 303);
    assert.equal((await t.form('ann', `/collections/${db.id}/properties`, fields)).status, 422);
    const { by } = await db.reload();
    assert.deepEqual(
      by.Stage.config.options.map((one: { name: string }) => one.name),
      ['Open', 'Shut'],
    );
  });

  it('show and edit the properties of a row', async () => {
    const db = await makeDatabase(t, [
      { name: 'Text', type: 'text', validation: { max_length: 5 } },
      { name: 'Number', type: 'number' },
      { name: 'Stage', type: 'select', config: { options: [{ name: 'Open', color: 'green' }] } },
      { name: 'Tags', type: 'multi_select', config: { options: [{ name: 'A' }, { name: 'B' }] } },
      { name: 'When', type: 'date', group_name: 'Plan' },
      { name: 'Who', type: 'person' },
      { name: 'Done', type: 'checkbox' },
      { name: 'Where', type: 'place' },
      { name: 'Web', type: 'url' },
      { name: 'Next', type: 'relation', config: { collection_id: 1 } },
    ]);
    const row = await db.row({ Web: 'https://example.org/a' }, 'The row');
    const other = await db.row({}, 'Other row');
    const form = await t.call('ann', 'GET', `/rows/${row.id}/edit`);
    assert.equal(form.status, 200, form.text);
    const [, ids = ''] = /name="fields" value="([\d,]+)"/.exec(form.text) ?? [];
    const p = (name: string) => `p${db.by[name].id}`;
    const typed = {
      fields: ids,
      [p('Name')]: 'Renamed',
      [p('Text')]: 'words',
      [p('Number')]: '1.5',
      [p('Stage')]: db.option('Stage', 'Open'),
      [p('Tags')]: db.option('Tags', 'B'),
      [p('When')]: '2026-11-20',
      [p('Who')]: t.user('edi').id,
      [p('Done')]: '1',
      [p('Where')]: 'Riga',
      [`${p('Where')}_second`]: 'Main street 1',
      [p('Web')]: 'https://example.org/a',
    };
    const saved = await t.form('ann', `/rows/${row.id}/edit`, typed);
    assert.equal(saved.status, 303, saved.text);
    const { title, values } = await db.read(row.id);
    assert.equal(title, 'Renamed');
    assert.equal(values[db.by.Number.id], 1.5);
    assert.deepEqual(values[db.by.Tags.id], [db.option('Tags', 'B')]);
    assert.equal(values[db.by.Done.id], true);
    const timed = { [`${p('When')}_time`]: '09:30', [`${p('When')}_third`]: 'Europe/Riga' };
    assert.equal((await t.form('ann', `/rows/${row.id}/edit`, { ...typed, ...timed })).status, 303);
    const at = { start: '2026-11-20T09:30:00', end: null, timezone: 'Europe/Riga' };
    assert.deepEqual((await db.read(row.id)).values[db.by.When.id], at);
    const again = await t.call('ann', 'GET', `/rows/${row.id}/edit`);
    assert.match(again.text, /type="date" value="2026-11-20"/);
    assert.match(again.text, /type="time" value="09:30"/);
    const timeless = await t.form('ann', `/rows/${row.id}/edit`, { ...typed, ...timed, [p('When')]: '' });
    assert.equal(timeless.status, 400, 'a time without a day is no date');
    assert.equal((await t.form('ann', `/rows/${row.id}/edit`, typed)).status, 303);
    const shown = await page('vic', `/pages/${row.id}`);
    for (const text of ['Open</span>', 'Edi Example', 'Riga, Main street 1', '<summary>Plan</summary>', '20 Nov 2026'])
      assert.ok(shown.includes(text), text);
    assert.match(shown, /href="https:\/\/example\.org\/a" rel="noopener noreferrer nofollow"/);
    assert.ok(!shown.includes('Edit properties'), 'a viewer edits nothing');
    const refused = await t.form('ann', `/rows/${row.id}/edit`, {
      ...typed,
      [p('Text')]: 'too long',
      [p('Number')]: 'x',
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /is longer than 5/);
    assert.match(refused.text, /too long/);
    const cleared = await t.form('ann', `/rows/${row.id}/edit`, { fields: ids, [p('Name')]: 'Bare' });
    assert.equal(cleared.status, 303);
    assert.deepEqual((await db.read(row.id)).values[db.by.Tags.id], null);
    assert.equal((await t.form('vic', `/rows/${other.id}/edit`, { fields: '' })).status, 403);
    assert.equal((await t.call('bob', 'GET', `/rows/${row.id}/edit`)).status, 404);
  });
});
