// Rights on single properties: whoever has none finds no trace of the property, whichever way they look.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { entriesOf } from '../exporters/unpacking.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const SECRET = 'SECRET-7f3a';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let row: Any;
  const salary = () => db.by.Salary.id as number;
  const path = (property = salary(), id = db.id) => `/api/v2/collections/${id}/properties/${property}/permissions`;
  const give = (grantee: object, role: string, who: Name = 'ann', property?: number) =>
    t.call(who, 'POST', path(property), { ...grantee, role });
  const user = (name: Name) => ({ user_id: t.user(name).id });
  const ok = async (who: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const names = async (who: Name): Promise<string[]> =>
    (await ok(who, 'GET', `/api/v2/collections/${db.id}/properties`)).map((one: Any) => one.name);

  before(async () => {
    t = await startApp(await open());
    // As an editor vic may do all that a right on a property does not narrow.
    await ok('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`, { role: 'editor' });
    db = await makeDatabase(t, [
      { name: 'Salary', type: 'number' },
      { name: 'Remark', type: 'text' },
      { name: 'Open', type: 'text' },
    ]);
    const more = (input: object) => ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, input);
    await more({ name: 'Double', type: 'formula', config: { expression: 'prop("Salary") * 2' } });
    await more({ name: 'Over', type: 'formula', config: { expression: 'prop("Double") + 1' } });
    db = await db.reload();
    row = await db.row({ Salary: 4711, Remark: SECRET, Open: 'seen' }, 'Zoe');
    await db.row({ Salary: 12, Open: 'too' }, 'Max');
  });
  after(() => t.stop());

  describe('a property with a right on it', () => {
    before(async () => {
      assert.equal((await give(user('edi'), 'editor')).status, 200);
      assert.equal((await give(user('edi'), 'viewer', 'ann', db.by.Remark.id)).status, 200);
    });

    it('shows a restricted property, and what is computed from it, to grantees and owners only', async () => {
      const all = ['Name', 'Salary', 'Remark', 'Open', 'Double', 'Over'];
      assert.deepEqual(await names('ann'), all);
      assert.deepEqual(await names('adm'), all);
      assert.deepEqual(await names('edi'), all);
      assert.deepEqual(await names('vic'), ['Name', 'Open']);
    });

    it('leaves no trace in rows, tables, exports, calendars and pages', async () => {
      const found: [string, string][] = [
        ['rows', `/api/v2/collections/${db.id}/rows`],
        ['row', `/api/v2/rows/${row.id}`],
        ['schema', `/api/v2/collections/${db.id}/schema`],
        ['table', `/api/collections/${db.id}/table-data`],
        ['csv', `/api/collections/${db.id}/export`],
        ['json', `/api/collections/${db.id}/export?format=json`],
        ['page', `/pages/${db.pageId}`],
        ['row page', `/pages/${row.id}`],
        ['search', `/api/search?q=${SECRET}`],
      ];
      for (const [what, url] of found) {
        const { text, status } = await t.call('vic', 'GET', url, { headers: { accept: '*/*' } });
        assert.equal(status, 200, `${what}: ${text}`);
        for (const trace of ['4711', '9422', '9423', 'Salary', 'Remark', 'Double', `"${salary()}":`])
          assert.ok(!text.includes(trace), `${what} says ${trace}`);
        if (what !== 'search') assert.ok(!text.includes(SECRET), `${what} says ${SECRET}`);
      }
      assert.equal((await t.call('vic', 'GET', `/api/search?q=${SECRET}`)).body.total, 0);
      const seen = await ok('edi', 'GET', `/api/v2/rows/${row.id}`);
      assert.deepEqual([seen.values[salary()], seen.values[db.by.Over.id]], [4711, 9423]);
    });

    it('is refused like one that is not there: filters, sorts, groups, sums and values', async () => {
      const answers = async (id: number): Promise<string[]> => {
        const questions = [
          { filter: { property_id: id, op: 'gt', value: 100 } },
          { filter: { or: [{ property_id: id, op: 'is_empty' }] } },
          { sorts: [{ property_id: id, direction: 'asc' }] },
          { group_by: id },
          { group_by: db.by.Open.id, sub_group_by: id },
          { aggregates: { [id]: 'sum' } },
        ];
        const found = [];
        for (const question of questions) found.push(await db.query(question, 'vic'));
        found.push(
          await t.call('vic', 'POST', `/api/v2/collections/${db.id}/views`, {
            ...{ name: 'Mine', kind: 'table', personal: true, config: { group_by: id } },
          }),
        );
        found.push(await t.call('vic', 'GET', path(id)));
        for (const { status } of found) assert.ok(status === 422 || status === 404);
        return found.map(({ text }) => text.replace(/[0-9a-f-]{36}/g, '-').replaceAll(`/${id}"`, '/#"'));
      };
      assert.deepEqual(await answers(salary()), await answers(2_000_000_000));
    });

    it('takes values only from those who may fill it in', async () => {
      const hidden = await db.change(row.id, { Salary: 1 }, 'vic');
      assert.deepEqual([hidden.status, hidden.body.errors[0].rule], [400, 'unknown']);
      const viewed = await db.change(row.id, { Remark: 'x' }, 'edi');
      assert.equal(viewed.status, 403, viewed.text);
      assert.equal((await db.change(row.id, { Salary: 4711 }, 'edi')).status, 200);
      const patch = await t.call('edi', 'PATCH', `/api/v2/collections/${db.id}/properties/${db.by.Remark.id}`, {
        name: 'X',
      });
      assert.equal(patch.status, 403, patch.text);
      const byVic = await db.change(row.id, { Open: 'by vic' }, 'vic');
      assert.deepEqual([byVic.status, byVic.body.values[salary()]], [200, undefined]);
      assert.equal((await db.read(row.id)).values[salary()], 4711);
    });

    it('is not reached by what others make of the database', async () => {
      const properties = `/api/v2/collections/${db.id}/properties`;
      const formula = { name: 'Peek', type: 'formula', config: { expression: 'prop("Salary")' } };
      assert.equal((await t.call('vic', 'POST', properties, formula)).status, 422);
      // A name that only others use is free.
      const same = await ok('vic', 'POST', properties, { name: 'Salary', type: 'text' });
      await ok('vic', 'DELETE', `${properties}/${same.id}`);
      const other = await makeDatabase(t, [{ name: 'People', type: 'relation', config: { collection_id: db.id } }], {
        title: 'Elsewhere',
      });
      const rollup = (property_id: number) => ({
        ...{ name: 'Sum', type: 'rollup' },
        config: { relation_property_id: other.by.People.id, property_id, function: 'sum' },
      });
      const there = `/api/v2/collections/${other.id}/properties`;
      assert.equal((await t.call('vic', 'POST', there, rollup(db.by.Double.id))).status, 422);
      const made = await ok('ann', 'POST', there, rollup(db.by.Double.id));
      const seen = async (who: Name) => (await ok(who, 'GET', there)).map((one: Any) => one.name);
      assert.deepEqual(
        [await seen('edi'), await seen('vic')],
        [
          ['Name', 'People', 'Sum'],
          ['Name', 'People'],
        ],
      );
      await other.row({ People: [row.id] }, 'One');
      const { text } = await t.call('vic', 'GET', `/api/v2/collections/${other.id}/rows`);
      assert.ok(!text.includes('9422') && !text.includes(`"${made.id}"`), text);
      const copied = await t.call('vic', 'POST', `/api/v2/pages/${db.pageId}/duplicate`);
      assert.equal(copied.status, 200, copied.text);
      const rows = await t.call('adm', 'GET', `/pages/${copied.body.id}`, { headers: { accept: 'text/html' } });
      assert.ok(!rows.text.includes('4711') && !rows.text.includes('Salary'));
      const byEdi = await ok('edi', 'POST', `/api/v2/pages/${db.pageId}/duplicate`);
      const page = (who: Name) => t.call(who, 'GET', `/pages/${byEdi.id}`, { headers: { accept: 'text/html' } });
      assert.ok((await page('ann')).text.includes('Salary') && !(await page('vic')).text.includes('Salary'));
    });

    it('is in nothing that others make of rows and the schema: templates, sprints, tables, charts, dashboards', async () => {
      const clean = (text: string, what: string) => {
        for (const trace of ['4711', '9422', '9423', 'Salary', 'Remark', 'Double', SECRET, `"${salary()}":`])
          assert.ok(!text.includes(trace), `${what} says ${trace}: ${text}`);
        assert.ok(!new RegExp(`_property_id":${salary()}\\b`).test(text), `${what} names it`);
      };
      const said = async (method: string, url: string, body?: object): Promise<Any> => {
        const { text, status, body: found } = await t.call('vic', method, url, body);
        assert.equal(status, 200, `${url}: ${text}`);
        clean(text, url);
        return found;
      };
      const at = `/api/v2/collections/${db.id}`;
      // Templates of rows: what a row holds is not read through them, and what others put into them stays.
      await said('POST', `${at}/templates`, { name: 'Like Zoe', row_id: row.id });
      const values = { [salary()]: 4711, [db.by.Open.id]: 'x' };
      const full = await ok('ann', 'POST', `${at}/templates`, { name: 'Full', values });
      await said('GET', `${at}/templates`);
      const template = `/api/v2/row-templates/${full.id}`;
      assert.equal((await t.call('vic', 'PATCH', template, { values: { [salary()]: 1 } })).status, 400);
      await said('PATCH', template, { values: { [db.by.Open.id]: 'y' } });
      const kept = (await ok('ann', 'GET', `${at}/templates`)).find((one: Any) => one.id === full.id);
      assert.deepEqual(kept.values, { [salary()]: 4711, [db.by.Open.id]: 'y' });
      clean((await t.call('vic', 'GET', `/collections/${db.id}/more`)).text, 'the page of templates');
      // Templates of databases.
      await ok('ann', 'POST', '/api/v2/templates/databases', { name: 'Kept', collection_id: db.id });
      await said('GET', `/api/v2/templates/databases?workspace_id=${t.ws1}`);
      // Sprints: points and states that are hidden count for nothing.
      const paid = await ok('ann', 'POST', `${at}/properties`, { name: 'Paid', type: 'checkbox' });
      assert.equal((await give(user('edi'), 'editor', 'ann', paid.id)).status, 200);
      await ok('ann', 'PATCH', `/api/v2/rows/${row.id}`, { values: { [paid.id]: true } });
      const days = { starts_on: '2026-11-16', ends_on: '2026-11-27' };
      const by = { points_property_id: salary(), done_property_id: paid.id, add_rows: [row.id] };
      const sprint = await ok('ann', 'POST', '/api/v2/sprints', { name: 'S', collection_id: db.id, ...days, ...by });
      const url = `/api/v2/sprints/${sprint.id}`;
      assert.equal((await ok('ann', 'GET', `${url}/report`)).done, 4711);
      const report = await said('GET', `${url}/report`);
      assert.deepEqual([report.total, report.done, report.rows[0].done_at], [1, 0, null]);
      const renamed = await said('PATCH', url, { name: 'Renamed' });
      for (const one of [renamed, await said('GET', url), (await said('GET', '/api/v2/sprints'))[0]])
        assert.deepEqual([one.points_property_id, one.done_property_id], [null, null]);
      clean((await t.call('vic', 'GET', `/sprints/${sprint.id}`)).text, 'the page of a sprint');
      assert.equal((await ok('ann', 'GET', url)).points_property_id, salary());
      // Tables that are read in: a column of the same name becomes another property, and none goes into what is closed.
      const text = 'Name,Salary\nNew,1';
      const preview = await t.call('vic', 'POST', `/api/collections/${db.id}/table/preview`, { text });
      assert.ok(!('property' in preview.body.columns[1].target), preview.text);
      const table = `/api/collections/${db.id}/table`;
      const into = (property: number) => ({ text, columns: [{ property: db.by.Name.id }, { property }] });
      for (const [who, property] of [
        ['vic', salary()],
        ['edi', db.by.Remark.id],
      ] as const)
        assert.equal((await t.call(who, 'POST', table, into(property))).status, 422, who);
      const readOnly = { text: 'Name,Remark\nNew,x' };
      const seen = await t.call('edi', 'POST', `${table}/preview`, readOnly);
      assert.ok(!('property' in seen.body.columns[1].target), seen.text);
      // Charts and pictures of a view, in tables, pages and dashboards.
      const view = (kind: string, config: object) =>
        ok('ann', 'POST', `${at}/views`, { name: kind, kind, config: { ...config } });
      const chart = await view('chart', {
        group_by: db.by.Open.id,
        chart_property_id: salary(),
        chart_aggregate: 'sum',
      });
      const gallery = await view('gallery', { cover: String(salary()) });
      await said('GET', `/api/v2/views/${chart.id}`);
      assert.equal((await said('GET', `/api/v2/views/${gallery.id}`)).config.cover, undefined);
      const dashboard = await ok('ann', 'POST', '/api/v2/dashboards', {
        ...{ workspace_id: t.ws1, name: 'Board' },
        items: [chart, gallery].map(({ id }) => ({ view_id: id, width: 2 })),
      });
      await said('GET', `/api/v2/dashboards/${dashboard.id}`);
      await said('GET', `/api/v2/dashboards/${dashboard.id}/data`);
      clean((await t.call('vic', 'GET', `/pages/${dashboard.page_id}`)).text, 'the page of a dashboard');
      for (const made of [chart, gallery]) await ok('ann', 'DELETE', `/api/v2/views/${made.id}`);
      await ok('ann', 'DELETE', `${at}/properties/${paid.id}`);
    });

    it('is in no export of pages, tables and archives', async () => {
      const full = { name: 'Exported', values: { [salary()]: 4711, [db.by.Remark.id]: SECRET } };
      const template = await ok('ann', 'POST', `/api/v2/collections/${db.id}/templates`, full);
      for (const format of ['markdown', 'html', 'csv', 'xlsx', 'archive']) {
        const asked = { format, page_id: db.pageId, subtree: true };
        const said = async (who: Name) =>
          Buffer.concat([...(await entriesOf(t, who, asked)).values()]).toString('utf8');
        assert.match(await said('ann'), /4711/, format);
        // Checksums and other random names have any four digits now and then.
        const text = (await said('vic')).replaceAll(/[0-9a-f-]{32,}/g, '');
        for (const trace of ['4711', '9422', 'Salary', 'Remark', 'Double', SECRET])
          assert.ok(!text.includes(trace), `${format} says ${trace}`);
      }
      await ok('ann', 'DELETE', `/api/v2/row-templates/${template.id}`);
    });

    it('keeps what a view says of it from others, and through their changes', async () => {
      const [view] = db.views;
      const config = { filter: { property_id: salary(), op: 'gt', value: 4242 }, sorts: [{ property_id: salary() }] };
      await ok('ann', 'PATCH', `/api/v2/views/${view.id}`, { config });
      for (const url of [`/api/v2/views/${view.id}`, `/api/v2/collections/${db.id}/views`])
        assert.ok(!(await t.call('vic', 'GET', url)).text.includes('4242'), url);
      const table = async (who: Name) => (await ok(who, 'GET', `/api/collections/${db.id}/table-data`)).total;
      assert.deepEqual([await table('ann'), await table('vic'), await table('edi')], [1, 2, 1]);
      await ok('vic', 'PATCH', `/api/v2/views/${view.id}`, { config: { wrap: true } });
      const kept = await ok('ann', 'GET', `/api/v2/views/${view.id}`);
      assert.deepEqual([kept.config.filter.value, kept.config.wrap], [4242, true]);
    });

    it('narrows at once, opens again with the last right, and stays closed when a group goes', async () => {
      const id = db.by.Open.id as number;
      const made = await ok('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Payroll' });
      await ok('ann', 'POST', `/api/v2/groups/${made.id}/members`, user('vic'));
      const given = (await give({ group_id: made.id }, 'viewer', 'ann', id)).body;
      assert.deepEqual([given.grant_type, given.collection_id, given.property_id], ['group', db.id, id]);
      const has = async (who: Name) => (await names(who)).includes('Open');
      assert.deepEqual([await has('vic'), await has('edi'), await has('ann')], [true, false, true]);
      await ok('ann', 'DELETE', `/api/v2/groups/${made.id}/members/${t.user('vic').id}`);
      assert.equal(await has('vic'), false);
      await ok('ann', 'DELETE', `/api/v2/groups/${made.id}`);
      assert.deepEqual([await has('vic'), await has('edi')], [false, false]);
      const [left, none] = await ok('ann', 'GET', path(id));
      assert.deepEqual([left.user_id, left.group_id, none], [null, null, undefined]);
      await ok('ann', 'DELETE', `${path(id)}/${left.id}`);
      assert.deepEqual([await has('vic'), await has('edi')], [true, true]);
      const audit = await ok('adm', 'GET', `/api/v2/audit/permissions?resource_type=property&resource_id=${id}`);
      assert.deepEqual(
        audit.map((one: Any) => [one.action, one.old_role, one.new_role]),
        [
          ['revoke', 'viewer', null],
          ['revoke', 'viewer', null],
          ['grant', null, 'viewer'],
        ],
      );
    });

    it('does not come into sight by a move to where its mover owns pages', async () => {
      const mine = (await ok('vic', 'POST', '/api/pages', { title: 'Of vic', workspace_id: t.ws1, markdown: '' })).id;
      await ok('vic', 'PUT', `/api/v2/pages/${mine}/permissions/type`, { permission_type: 'restricted' });
      const move = (id: number, body: object) => t.call('vic', 'POST', `/api/v2/pages/${id}/move`, body);
      assert.equal((await move(db.pageId, { parent_id: mine })).status, 403);
      const home = (await ok('vic', 'POST', '/api/v2/workspaces', { name: 'Of vic' })).id;
      assert.equal((await move(db.pageId, { parent_id: null, workspace_id: home })).status, 403);
      const anns = (await ok('ann', 'POST', '/api/pages', { title: 'Of ann', workspace_id: t.ws1, markdown: '' })).id;
      assert.equal((await move(anns, { parent_id: mine })).status, 403);
      assert.ok(!(await names('vic')).includes('Salary'));
    });

    it('keeps its files to those who see it, and keeps them', async () => {
      const bytes = Buffer.from('a file for few');
      const property = await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, {
        name: 'Papers',
        type: 'files',
      });
      const form = multipart({ workspace_id: t.ws1 }, { field: 'file', name: 'few.txt', content: bytes });
      const file = (await t.call('ann', 'POST', '/api/v2/files', form)).body;
      await ok('ann', 'PATCH', `/api/v2/rows/${row.id}`, { values: { [property.id]: [file.id] } });
      const reads = async (who: Name) => (await t.call(who, 'GET', `/api/v2/files/${file.id}`)).status;
      assert.equal(await reads('vic'), 200);
      await give(user('edi'), 'viewer', 'ann', property.id);
      assert.deepEqual([await reads('vic'), await reads('edi'), await reads('adm')], [404, 200, 200]);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/files/${file.id}`)).status, 409);
    });
  });

  describe('bad input', () => {
    it('is refused, and nothing changes', async () => {
      const before = await ok('ann', 'GET', path());
      const stranger = { user_id: t.user('bob').id };
      const table: [Name, object, number][] = [
        ['ann', { role: 'viewer' }, 422],
        ['ann', { ...user('vic'), group_id: 1, role: 'viewer' }, 422],
        ['ann', { ...user('vic'), role: 'owner' }, 422],
        ['ann', { ...user('vic'), role: 'commenter' }, 422],
        ['ann', { ...stranger, role: 'viewer' }, 404],
        ['ann', { group_id: 2_147_483_647, role: 'viewer' }, 404],
        ['edi', { ...user('vic'), role: 'viewer' }, 403],
        ['vic', { ...user('vic'), role: 'viewer' }, 404],
        ['bob', { ...user('vic'), role: 'viewer' }, 404],
      ];
      for (const [who, body, status] of table) {
        const answer = await t.call(who, 'POST', path(), body);
        assert.equal(answer.status, status, `${who} ${JSON.stringify(body)}: ${answer.text}`);
      }
      const title = db.by.Name.id as number;
      assert.equal((await give(user('vic'), 'viewer', 'ann', title)).status, 409);
      const other = await makeDatabase(t, [{ name: 'Foreign', type: 'text' }], { title: 'Other' });
      assert.equal(
        (await t.call('ann', 'POST', path(other.by.Foreign.id), { ...user('vic'), role: 'viewer' })).status,
        404,
      );
      assert.deepEqual(await ok('ann', 'GET', path()), before);
    });
  });
});
