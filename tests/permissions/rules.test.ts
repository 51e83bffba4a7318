// Rules: members have a role on the rows that name them, by every way to those rows, until the row names somebody else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const SECRET = 'SECRET-7f3a';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let mine: Any;
  let inner: number;
  const who = () => db.by.Who.id as number;
  const rules = (id = db.id) => `/api/v2/collections/${id}/rules`;
  const ok = async (name: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(name, method, url, body);
    assert.equal(answer.status, 200, `${name} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const status = async (name: Name, url: string) => (await t.call(name, 'GET', url)).status;
  const role = async (name: Name, pageId: number) => {
    const { status: code, body } = await t.call(name, 'GET', `/api/v2/pages/${pageId}/access`);
    return code === 200 ? [body.role, body.because] : code;
  };
  const titles = async (name: Name): Promise<string[]> =>
    (await ok(name, 'GET', `/api/v2/collections/${db.id}/rows`)).map((one: Any) => one.title);
  const setType = (type: string, pageId = db.pageId) =>
    ok('ann', 'PUT', `/api/v2/pages/${pageId}/permissions/type`, { permission_type: type });

  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Who', type: 'person' },
      { name: 'When', type: 'date' },
      { name: 'Note', type: 'text' },
    ]);
    await setType('restricted');
    mine = await db.row({ Who: [t.user('vic').id], When: { start: '2026-11-24' }, Note: 'mine' }, 'For vic kumquat');
    await db.row({ Who: [t.user('com').id], When: { start: '2026-11-24' }, Note: SECRET }, `${SECRET} kumquat`);
    const page = { workspace_id: t.ws1, parent_id: mine.id, title: 'Inside', markdown: 'inside kumquat' };
    inner = (await ok('ann', 'POST', '/api/v2/pages', page)).id;
  });
  after(() => t.stop());

  it('is what owners set, once for each property, and never with a role to pass on', async () => {
    const set = (name: Name, body: object, id = db.id) => t.call(name, 'POST', rules(id), body);
    const other = await makeDatabase(t, [{ name: 'Them', type: 'person' }]);
    const cases: [Name, object, number, number?][] = [
      ['bob', { property_id: who(), role: 'viewer' }, 404],
      ['edi', { property_id: null, role: 'viewer' }, 403, other.id],
      ['ann', { property_id: other.by.Them.id, role: 'viewer' }, 404],
      ['ann', { property_id: 999_999, role: 'viewer' }, 404],
      ['ann', { property_id: who(), role: 'owner' }, 422],
      ['ann', { role: 'viewer' }, 422],
      ['ann', { property_id: who(), role: 'viewer', user_id: 1 }, 422],
      ['ann', { property_id: db.by.Note.id, role: 'viewer' }, 422],
    ];
    for (const [name, body, code, id] of cases)
      assert.equal((await set(name, body, id)).status, code, `${name} ${JSON.stringify(body)}`);
    assert.deepEqual(await ok('ann', 'GET', rules()), []);
    const { body: made } = await set('ann', { property_id: who(), role: 'viewer' });
    const { body: again } = await set('ann', { property_id: who(), role: 'commenter' });
    assert.deepEqual([again.id, again.role], [made.id, 'commenter']);
    assert.equal((await set('ann', { property_id: null, role: 'viewer' })).status, 200);
    assert.equal((await set('ann', { property_id: null, role: 'viewer' })).status, 200);
    assert.equal((await ok('ann', 'GET', rules())).length, 2);
    await ok('ann', 'DELETE', `${rules()}/${(await ok('ann', 'GET', rules()))[1].id}`);
    assert.equal((await t.call('ann', 'DELETE', `${rules(other.id)}/${made.id}`)).status, 404);
    await setType('private', other.pageId);
    assert.equal((await set('ann', { property_id: null, role: 'viewer' }, other.id)).status, 409);
  });

  it('opens the row that names somebody, what lies in it, and the database to find it in', async () => {
    assert.deepEqual(await role('vic', mine.id), ['commenter', 'rule']);
    assert.deepEqual(await role('vic', inner), ['commenter', 'rule']);
    assert.deepEqual(await role('vic', db.pageId), ['viewer', 'rule']);
    assert.equal(await role('edi', mine.id), 404);
    assert.equal(await role('edi', db.pageId), 404);
    assert.deepEqual(await titles('vic'), ['For vic kumquat']);
    const { headers } = await t.call('vic', 'GET', `/api/v2/collections/${db.id}/rows`);
    assert.equal(headers['x-total-count'], '1');
  });

  it('shows these rows and no other by all ways', async () => {
    const question = { group_by: who(), aggregates: { [db.by.Note.id]: 'count_values' } };
    const { body: grouped } = await db.query(question, 'vic');
    assert.deepEqual(
      grouped.groups.map((one: Any) => [one.value, one.count]),
      [[t.user('vic').id, 1]],
    );
    const view = { name: 'Days', kind: 'calendar', config: { date_property_id: db.by.When.id } };
    const days = await ok('ann', 'POST', `/api/v2/collections/${db.id}/views`, view);
    const feed = await ok('vic', 'POST', `/api/v2/views/${days.id}/feed`, {});
    const asked: [string, string][] = [
      ['table', `/api/collections/${db.id}/table-data`],
      ['csv', `/api/collections/${db.id}/export`],
      ['page', `/pages/${db.pageId}`],
      ['row', `/pages/${mine.id}`],
      ['search', '/api/search?q=kumquat'],
      ['pages', '/api/v2/pages?limit=100'],
      ['children', `/api/v2/pages/${db.pageId}/children`],
      ['feed', new URL(feed.url).pathname],
    ];
    for (const [what, url] of asked) {
      const { text, status: code } = await t.call('vic', 'GET', url, { headers: { accept: '*/*' } });
      assert.equal(code, 200, `${what}: ${text}`);
      assert.match(text, /For vic/, what);
      assert.ok(!text.includes(SECRET), `${what} says ${SECRET}`);
    }
    assert.equal((await ok('vic', 'GET', '/api/search?q=kumquat')).total, 2);
    const trail = (await t.call('vic', 'GET', `/api/local-workspace/breadcrumb?folder=${inner}`)).text;
    for (const title of ['Tasks', 'For vic kumquat', 'Inside']) assert.ok(trail.includes(title), title);
    assert.match(
      (await t.call('vic', 'GET', '/library?tab=shared', { headers: { accept: 'text/html' } })).text,
      /Tasks/,
    );
  });

  it('comes on top of what somebody has, and gives what it says', async () => {
    await ok('ann', 'POST', rules(), { property_id: who(), role: 'editor' });
    assert.equal((await db.change(mine.id, { Note: 'by vic' }, 'vic')).status, 200);
    assert.equal((await db.tryRow({}, 'New', 'vic')).status, 403);
    await ok('ann', 'POST', rules(), { property_id: who(), role: 'viewer' });
    assert.equal((await db.change(mine.id, { Note: 'again' }, 'vic')).status, 403);
    const given = await ok('ann', 'POST', `/api/v2/pages/${db.pageId}/permissions`, {
      user_id: t.user('vic').id,
      role: 'editor',
    });
    assert.deepEqual(await role('vic', mine.id), ['editor', 'user_grant']);
    await ok('ann', 'DELETE', `/api/v2/pages/${db.pageId}/permissions/${given.id}`);
    assert.deepEqual(await role('vic', mine.id), ['viewer', 'rule']);
  });

  it('leaves out rows with rights of their own', async () => {
    await setType('restricted', mine.id);
    assert.equal(await role('vic', mine.id), 404);
    assert.equal(await status('vic', `/pages/${inner}`), 404);
    assert.equal(await role('vic', db.pageId), 404);
    await setType('inherit', mine.id);
    assert.deepEqual(await role('vic', mine.id), ['viewer', 'rule']);
  });

  it('ends at once when the row names somebody else', async () => {
    const versions = (name: Name) => ok(name, 'GET', `/board/api/wiki/titles?ids=${mine.id},${inner},${db.pageId}`);
    assert.equal(Object.keys((await versions('vic')).titles).length, 3);
    assert.equal((await db.change(mine.id, { Who: [t.user('edi').id] })).status, 200);
    for (const url of [`/pages/${mine.id}`, `/pages/${inner}`, `/pages/${db.pageId}`])
      assert.deepEqual([await status('vic', url), await status('edi', url)], [404, 200], url);
    assert.deepEqual(Object.keys((await versions('vic')).titles), []);
    assert.equal((await ok('vic', 'GET', '/api/search?q=kumquat')).total, 0);
    assert.deepEqual(await titles('edi'), ['For vic kumquat']);
    assert.equal((await db.change(mine.id, { Who: [t.user('vic').id] })).status, 200);
  });

  it('is for members: whoever leaves the workspace sees nothing by it', async () => {
    const member = `/api/v2/workspaces/${t.ws1}/members`;
    await ok('ann', 'DELETE', `${member}/${t.user('vic').id}`);
    assert.equal(await role('vic', mine.id), 404);
    assert.deepEqual(
      (await ok('vic', 'GET', '/api/v2/pages?limit=100')).map((one: Any) => one.id).includes(mine.id),
      false,
    );
    await ok('ann', 'POST', member, { email: 'vic@example.org', role: 'viewer' });
    assert.deepEqual(await role('vic', mine.id), ['viewer', 'rule']);
  });

  it('goes by whoever made a row, too', async () => {
    const made = await makeDatabase(t, [{ name: 'Text', type: 'text' }]);
    const row = (await made.tryRow({ Text: 'x' }, 'By edi', 'edi')).body;
    await made.row({ Text: SECRET }, 'By ann');
    await setType('restricted', made.pageId);
    assert.equal(await role('edi', row.id), 404);
    const rule = await ok('ann', 'POST', rules(made.id), { property_id: null, role: 'editor' });
    assert.deepEqual(await role('edi', row.id), ['editor', 'rule']);
    const seen = await ok('edi', 'GET', `/api/v2/collections/${made.id}/rows`);
    assert.deepEqual(
      seen.map((one: Any) => one.title),
      ['By edi'],
    );
    await ok('ann', 'DELETE', `${rules(made.id)}/${rule.id}`);
    assert.equal(await role('edi', row.id), 404);
    assert.equal(await role('edi', made.pageId), 404);
  });

  describe('is said', () => {
    it('in words to whoever shares, on the database and on its rows', async () => {
      const page = (id: number, name: Name = 'ann') => t.call(name, 'GET', `/pages/${id}/sharing`);
      assert.match((await page(db.pageId)).text, /aria-label="Remove The people named in “Who”"/);
      assert.match(
        (await page(mine.id)).text,
        /The people named in “Who”<\/strong><p class="meta"><a href[^>]*>from “Tasks”/,
      );
      assert.match((await page(mine.id, 'vic')).text, /Your role: Viewer\. The row names this person/);
      const form = (what: string, fields: Record<string, string | number>) =>
        t.form('ann', `/pages/${db.pageId}/sharing/${what}`, fields);
      assert.equal((await form('rule', { property_id: 0, role: 'commenter' })).status, 303);
      const made = (await ok('ann', 'GET', rules())).find((one: Any) => one.property_id === null);
      assert.equal(made.role, 'commenter');
      assert.match((await page(db.pageId)).text, /The person who made the row/);
      assert.equal((await form('unrule', { rule_id: made.id })).status, 303);
      assert.equal((await form('rule', { property_id: db.by.Note.id, role: 'viewer' })).status, 404);
    });

    it('in the record, which names addresses and groups that are gone, too', async () => {
      const page = `/api/v2/pages/${db.pageId}`;
      const group = await ok('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Short-lived' });
      await ok('ann', 'POST', `${page}/shares`, { group_id: group.id, access: 'view' });
      await ok('ann', 'POST', `${page}/shares`, { email: 'jon@example.org', access: 'view' });
      await ok('ann', 'DELETE', `/api/v2/groups/${group.id}`);
      const { text } = await t.call('ann', 'GET', `/workspaces/${t.ws1}/rights`);
      assert.match(text, />jon@example\.org</);
      assert.match(text, />Short-lived</);
      const share = (await ok('ann', 'GET', `${page}/shares`)).find((one: Any) => one.kind === 'email');
      await ok('ann', 'DELETE', `${page}/shares/${share.id}`);
    });

    it('in the record, which names the property', async () => {
      const headers = await t.token('adm', 'admin');
      const url = `/api/v2/audit/permissions?resource_type=collection&resource_id=${db.id}&limit=100`;
      const told = (await t.inject('GET', url, { headers })).body.filter((one: Any) => one.target_name);
      assert.deepEqual(
        told
          .filter((one: Any) => one.target_name === 'Who')
          .slice(-2)
          .map((one: Any) => [one.action, one.target_name, one.old_role, one.new_role]),
        [
          ['grant', 'Who', 'viewer', 'commenter'],
          ['grant', 'Who', null, 'viewer'],
        ],
      );
      const record = (await t.call('ann', 'GET', `/workspaces/${t.ws1}/rights`)).text;
      assert.match(record, />The person who made the row</);
      assert.match(record, />The people named in “Who”</);
    });
  });

  it('ends with its property and with privacy, and the record says so', async () => {
    const impact = await ok('ann', 'GET', `/api/collections/${db.id}/properties/${who()}/impact`);
    assert.equal(impact.opens, true);
    const { undo } = await ok('ann', 'DELETE', `/api/v2/collections/${db.id}/properties/${who()}`);
    assert.deepEqual(await ok('ann', 'GET', rules()), []);
    assert.equal(await role('vic', mine.id), 404);
    await ok('ann', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`);
    assert.equal(await role('vic', mine.id), 404);
    await ok('ann', 'POST', rules(), { property_id: who(), role: 'viewer' });
    assert.deepEqual(await role('vic', mine.id), ['viewer', 'rule']);
    await setType('private');
    assert.deepEqual(await ok('ann', 'GET', rules()), []);
    const headers = await t.token('adm', 'admin');
    const url = `/api/v2/audit/permissions?action=revoke&resource_type=collection&resource_id=${db.id}`;
    const told = (await t.inject('GET', url, { headers })).body.filter((one: Any) => one.target_name === 'Who');
    assert.equal(told.length, 2);
  });
});
