// The gallery of templates: pages and databases beside each other, found by words and kind, and days as people write them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

describe('the gallery of templates', () => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });
  const open = async (path: string): Promise<string> => {
    const { status, text } = await t.inject('GET', path, { headers: t.session('ann') });
    assert.equal(status, 200, path);
    return text;
  };
  const names = async (query: string): Promise<string[]> =>
    [...(await open(`/templates${query}`)).matchAll(/<h3>.*?<a href="[^"]*"[^>]*>([^<]*)</g)].map((one) =>
      String(one[1]),
    );

  it('has databases beside pages, and leads to where each is made', async () => {
    const all = await names('');
    assert.ok(all.includes('Weekly plan') && all.includes('Project tracker'), all.join());
    const parent = await t.call('ann', 'POST', '/api/pages', { title: 'Above', workspace_id: t.ws1 });
    const text = await open(`/templates?parent_id=${parent.body.id}`);
    assert.match(
      text,
      new RegExp(`href="/databases/new\\?template=project-tracker&(amp;)?parent_id=${parent.body.id}"`),
    );
    assert.match(
      await open('/databases/new?template=project-tracker'),
      /<input type="radio" name="template" value="project-tracker" checked>/,
    );
    const filled = await names(`?into_id=${parent.body.id}`);
    assert.ok(filled.includes('Weekly plan') && !filled.includes('Project tracker'), 'a page is filled by a page');
  });

  it('finds them by words of their names, what they are for and their properties, and by kind', async () => {
    assert.deepEqual(await names('?q=WEEKLY'), ['Weekly plan']);
    assert.deepEqual(await names('?q=rating'), ['Reading list']);
    assert.ok(!(await names('?kind=database')).includes('Weekly plan'));
    assert.ok(!(await names('?kind=page')).includes('Project tracker'));
    assert.match(await open('/templates?q=nonsense'), /No template matches “nonsense”\./);
    assert.equal((await t.inject('GET', '/templates?kind=x', { headers: t.session('ann') })).status, 422);
  });

  it('shows in a preview the day as people write it', async () => {
    const text = await open('/templates/0?key=meeting-notes');
    assert.match(text, /<time datetime="(\d{4})-\d\d-\d\d">\d{1,2} \w+ \1<\/time>/);
  });
});
