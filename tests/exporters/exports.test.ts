// Exports over HTTP: who may begin and take them, what is in them, and that Markdown comes back as the same blocks.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { makeDatabase } from '../databases/database.ts';
import { importPath, pagesOf, type StoredPage, titled } from '../importers/imports.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { entriesOf, exported, textOf, unzip } from './unpacking.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Any = any;

/** Without what every copy has of its own: ids of blocks, pages and files. */
const bare = (blocks: Any): Any =>
  JSON.parse(
    JSON.stringify(blocks, (key, value) => {
      if (key === 'id') return undefined;
      return key === 'pageId' || key === 'fileId' ? 'one' : value;
    }).replaceAll(/"\/pages\/\d+"/g, '"/pages/one"'),
  );

const words = (text: string, marks?: object[]) => ({ type: 'text', text, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', data: {}, content });

onEachEngine((_engine, open) => {
  describe('exports', () => {
    let t: TestApp;
    let top: number;
    let inner: number;
    let secret: number;
    let fileId: number;
    const create = async (body: object, who: Name = 'ann'): Promise<number> => {
      const made = await t.call(who, 'POST', '/api/pages', { workspace_id: t.ws1, ...body });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    };

    before(async () => {
      t = await startApp(await open());
      const ctx = t.ctx('ann');
      const { files } = await import('../../plugins/files/contract.ts');
      fileId = (await ctx.use(files).store(ctx, { content: PIXEL, name: 'a b.png', workspaceId: t.ws1, maxBytes: 1e6 }))
        .id;
      top = await create({ title: 'Guide: "one"/two', markdown: 'Begin' });
      inner = await create({ title: 'Inside', parent_id: top, markdown: '# Inside\n\nwords' });
      await create({ title: 'inside', parent_id: top, markdown: 'the same name in other capitals' });
      secret = await create({ title: 'Hidden', parent_id: top, markdown: 'SECRET-7f3a' });
      await t.app.database
        .writer('pages')
        .where({ id: secret })
        .update({ permission_type: 'private', access_root_id: secret });
      const system = t.app.context({ type: 'system', reason: 'tests' });
      await system.tx((tx) => tx.use(workspaces).bumpEpoch(tx, t.ws1));
      const link = (id: number) => words('there', [{ type: 'link', attrs: { href: `/pages/${id}` } }]);
      const blocks = [
        paragraph(words('See '), { type: 'pageLink', pageId: inner }, words(' and '), link(inner)),
        { type: 'image', data: { fileId, name: 'a b.png', alt: 'dot', width: 40 } },
        { type: 'file', data: { fileId, name: 'a b.png', caption: 'as a file' } },
        { type: 'pageLink', data: { pageId: inner } },
        { type: 'todo', data: { checked: true }, content: [words('done')] },
        { type: 'code', data: { language: 'js', text: 'x < 1' } },
        { type: 'table', data: { header: { row: true, column: false }, rows: [[{ content: [link(inner)] }]] } },
        { type: 'columns', data: {}, children: [{ type: 'column', data: {}, children: [paragraph(words('left'))] }] },
      ];
      const saved = await t.call('ann', 'PUT', `/api/pages/${top}/content`, { blocks });
      assert.equal(saved.status, 200, saved.text);
    });
    after(() => t.stop());

    it('are begun by those who see what they hold, and belong to them', async () => {
      const ask = (who: Name | 'anon', body: object) => t.call(who, 'POST', '/api/v2/exports', body);
      const refused: [Name | 'anon', object, number][] = [
        ['anon', { format: 'markdown', page_id: top }, 401],
        ['bob', { format: 'markdown', page_id: top }, 404],
        ['bob', { format: 'markdown', workspace_id: t.ws1 }, 404],
        ['vic', { format: 'markdown', page_id: secret }, 404],
        ['ann', { format: 'markdown' }, 403],
        ['ann', { format: 'papyrus', page_id: top }, 422],
        ['ann', { format: 'markdown', page_id: top, workspace_id: t.ws1 }, 422],
        ['ann', { format: 'markdown', page_id: top, path: '/etc' }, 422],
      ];
      for (const [who, body, status] of refused)
        assert.equal((await ask(who, body)).status, status, `${who} ${JSON.stringify(body)}`);
      const begun = await ask('vic', { format: 'markdown', page_id: top });
      const at = `/api/v2/exports/${begun.body.id}`;
      assert.equal((await t.call('vic', 'GET', `${at}/download`)).status, 409);
      await t.app.jobs.drain();
      assert.equal((await t.call('vic', 'GET', at)).body.status, 'completed');
      const file = await t.call('vic', 'GET', `${at}/download`);
      assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/zip']);
      assert.match(String(file.headers['content-disposition']), /^attachment; filename="Guide one two.zip"/);
      for (const who of ['ann', 'adm', 'bob'] as const) assert.equal((await t.call(who, 'GET', at)).status, 404);
      assert.deepEqual(
        (await t.call('vic', 'GET', '/api/v2/exports')).body.map((one: Any) => one.id),
        [begun.body.id],
      );
      assert.equal((await t.call('vic', 'DELETE', at)).status, 200);
      assert.equal((await t.call('vic', 'GET', at)).status, 404);
      // The record of calls holds who took what out.
      const record = (await t.call('adm', 'GET', '/api/v2/audit/api?limit=100')).body;
      const own = record.filter((one: Any) => one.user_id === t.user('vic').id && one.detail === '');
      const id = String(begun.body.id);
      assert.deepEqual(
        own.slice(0, 5).map((one: Any) => [one.action, one.resource_id]),
        [
          ['export.delete', id],
          ['export.list', ''],
          ['export.download', id],
          ['export.get', id],
          ['export.create', id],
        ],
      );
    });

    it('end for people who see the page no more', async () => {
      const page = await create({ title: 'Soon hidden' });
      const { body } = await t.call('vic', 'POST', '/api/v2/exports', { format: 'markdown', page_id: page });
      await t.call('ann', 'PUT', `/api/v2/pages/${page}/permissions/type`, { permission_type: 'private' });
      await t.app.jobs.drain();
      assert.equal((await t.call('vic', 'GET', `/api/v2/exports/${body.id}`)).status, 404);
      const row = await t.app.database.reader('exports').where({ id: body.id }).first();
      assert.deepEqual([row.status, row.filename], ['failed', '']);
    });

    it('can be cancelled', async () => {
      const { body } = await t.call('ann', 'POST', '/api/exports', { format: 'html', workspace_id: t.ws1 });
      assert.equal((await t.call('ann', 'POST', `/api/exports/${body.id}/cancel`)).body.status, 'cancelled');
      await t.app.jobs.drain();
      assert.equal((await t.call('ann', 'GET', `/api/exports/${body.id}`)).body.status, 'cancelled');
      assert.equal((await t.call('ann', 'POST', `/api/exports/${body.id}/cancel`)).status, 409);
    });

    it('as Markdown hold pages, links between files, and the files', async () => {
      const entries = await entriesOf(t, 'vic', { format: 'markdown', page_id: top, subtree: true });
      assert.deepEqual([...entries.keys()].sort(), [
        'Guide one two.md',
        'Guide one two/Inside.md',
        'Guide one two/inside 2.md',
        'commonplace.json',
        'files/a b.png',
      ]);
      const text = textOf(entries, 'Guide one two.md');
      assert.match(text, /^---\ntitle: 'Guide: "one"\/two'\n/);
      assert.match(text, /\[there\]\(Guide%20one%20two\/Inside\.md\)/);
      assert.match(text, /!\[dot\]\(files\/a%20b\.png\)/);
      assert.doesNotMatch([...entries.values()].join('\n'), /SECRET-7f3a/);
      const alone = await entriesOf(t, 'vic', { format: 'markdown', page_id: top });
      assert.ok(!alone.has('Guide one two/Inside.md'));
    });

    it('as Markdown come back as the same blocks in the same tree', async () => {
      const file = await exported(t, 'ann', { format: 'markdown', page_id: top, subtree: true });
      const path = join(scratchFolder(), 'back.zip');
      writeFileSync(path, file);
      const home = t.ws1;
      t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: 'Back' })).id;
      const { report } = await importPath(t, path, { source: 'markdown' });
      const there = await pagesOf(t);
      t.ws1 = home;
      assert.deepEqual(report.warnings, []);
      const here = await pagesOf(t);
      const shape = (all: StoredPage[], page: StoredPage): Any => ({
        ...{ title: page.title, kind: page.kind, blocks: bare(page.blocks) },
        inside: all.filter(({ parent_id }) => parent_id === page.id).map((one) => shape(all, one)),
      });
      const sorted = (one: Any): Any => ({
        ...one,
        inside: one.inside.map(sorted).sort((a: Any, b: Any) => (a.title < b.title ? -1 : 1)),
      });
      const [before, now] = [here, there].map((all) => sorted(shape(all, titled(all, 'Guide: "one"/two'))));
      assert.deepEqual(now, before);
      assert.equal(there.length, 4);
    });

    it('of a database hold its table and a file a row', async () => {
      const made = await makeDatabase(t, [
        { name: 'Done', type: 'checkbox' },
        { name: 'Note', type: 'text' },
      ]);
      await made.row({ Done: true, Note: '=1+1' }, 'First');
      const entries = await entriesOf(t, 'vic', { format: 'markdown', page_id: made.pageId, subtree: true });
      assert.deepEqual([...entries.keys()].sort(), ['Tasks.csv', 'Tasks.md', 'Tasks/First.md', 'commonplace.json']);
      assert.equal(textOf(entries, 'Tasks.csv'), "\ufeffName,Done,Note\r\nFirst,true,'=1+1\r\n");
      assert.match(textOf(entries, 'Tasks/First.md'), /properties:\n {2}Done: true\n {2}Note: =1\+1\n/);
    });

    it('of databases alone are tables and workbooks, and say so where there is none', async () => {
      const tables = await entriesOf(t, 'vic', { format: 'csv', workspace_id: t.ws1 });
      assert.equal(textOf(tables, 'Tasks.csv'), "\ufeffName,Done,Note\r\nFirst,true,'=1+1\r\n");
      const book = await entriesOf(t, 'vic', { format: 'xlsx', workspace_id: t.ws1 });
      assert.match(textOf(book, 'xl/workbook.xml'), /name="Tasks"/);
      const sheet = [...book].find(([name]) => /sheet1\.xml$/.test(name))?.[1];
      assert.doesNotMatch(String(sheet), /<f>/);
      const { body } = await t.call('vic', 'POST', '/api/v2/exports', { format: 'xlsx', page_id: inner });
      await t.app.jobs.drain();
      const ended = (await t.call('vic', 'GET', `/api/v2/exports/${body.id}`)).body;
      assert.deepEqual([ended.status, ended.error], ['failed', 'Nothing in this export is a database.']);
    });

    it('as an outline hold the tree and its words', async () => {
      const text = String(await exported(t, 'vic', { format: 'opml', page_id: top, subtree: true }));
      assert.match(
        text,
        /<outline text="Guide: &quot;one&quot;\/two" _note="See [^"]*">\n(?:<outline text="[^"]+"(?: _complete="true")?\/>\n)+<outline text="Inside">\n<outline text="Inside" heading="1"\/>\n<outline text="words"\/>\n<\/outline>/,
      );
      assert.doesNotMatch(text, /SECRET-7f3a/);
    });

    it('as web pages open without a server', async () => {
      const entries = await entriesOf(t, 'vic', { format: 'html', workspace_id: t.ws1 });
      const index = textOf(entries, 'index.html');
      assert.match(index, /<a href="Guide%20one%20two\.html">Guide: &quot;one&quot;\/two<\/a>/);
      for (const [path, content] of entries) {
        if (!path.endsWith('.html')) continue;
        const folder = new URL(`file:///site/${path.split('/').map(encodeURIComponent).join('/')}`);
        for (const [, href = ''] of String(content).matchAll(/(?:href|src)="([^"#][^"]*)"/g)) {
          const target = decodeURIComponent(new URL(href, folder).pathname).replace('/site/', '');
          assert.ok(entries.has(target), `${path} leads to ${target}`);
        }
        assert.doesNotMatch(String(content), /<script|SECRET-7f3a/);
      }
    });

    it('hold the pictures that pages name by their address here', async () => {
      const [record] = await t.app.database.reader('files').where({ id: fileId });
      const address = `/api/files/${record.workspace_id}/${record.filename}`;
      const page = await create({ title: 'By address' });
      const image = (url: string) => ({ type: 'image', data: { url } });
      const blocks = [image(`${t.app.baseUrl}${address}`)];
      assert.equal((await t.call('ann', 'PUT', `/api/pages/${page}/content`, { blocks })).status, 200);
      // As it lies in pages that are older than this rule.
      const { content } = await t.app.database.reader('pages').where({ id: page }).first('content');
      const body = JSON.parse(content);
      const older = { old: address, gone: '/api/files/1/gone.png', far: 'https://example.org/far.png' };
      body.blocks.push(...Object.entries(older).map(([id, url]) => ({ id, ...image(url) })));
      await t.app.database
        .writer('pages')
        .where({ id: page })
        .update({ content: JSON.stringify(body) });
      const entries = await entriesOf(t, 'ann', { format: 'html', page_id: page });
      const shown = [...textOf(entries, 'By address.html').matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src);
      assert.deepEqual(shown, ['files/a%20b.png', 'files/a%20b.png']);
      for (const far of ['https://example.org/far.png', `${t.app.baseUrl}/api/files/1/gone.png`])
        assert.ok(textOf(entries, 'By address.html').includes(far), far);
      assert.deepEqual(entries.get('files/a b.png'), PIXEL);
    });

    it('of everything are for administrators', async () => {
      const entries = await unzip(await exported(t, 'adm', { format: 'markdown' }));
      assert.ok([...entries.keys()].some((path) => path.endsWith('/Guide one two.md')));
    });

    it('of everything are begun by a form that only administrators see', async () => {
      const page = (who: Name) => t.call(who, 'GET', `/exports?workspace_id=${t.ws1}`);
      assert.doesNotMatch((await page('vic')).text, /name="everything"/);
      const wanted = { format: 'opml', workspace_id: t.ws1, everything: 'true' };
      assert.equal((await t.form('vic', '/exports', wanted)).status, 403);
      await t.call('adm', 'POST', '/api/workspaces', { name: 'Of the administrator' });
      const [home] = await t.app.database.reader('workspaces').where({ name: 'Of the administrator' });
      const shown = await t.call('adm', 'GET', '/exports');
      assert.match(shown.text, /name="everything"/);
      const begun = await t.form('adm', '/exports', { ...wanted, workspace_id: home.id });
      assert.equal(begun.status, 303);
      assert.equal(begun.headers.location, `/exports?workspace_id=${home.id}`);
      await t.app.jobs.drain();
      const made = await t.app.database
        .reader('exports')
        .where({ format: 'opml' })
        .orderBy('created_at', 'desc')
        .first();
      assert.deepEqual([made.workspace_id, made.status], [null, 'completed']);
    });

    it('are made by the clock, and only as many are kept as somebody wants', async () => {
      const path = `/workspaces/${t.ws1}/export-schedule`;
      const wanted = { every: 'day', format: 'markdown', keep: 2 };
      assert.equal((await t.form('edi', path, wanted)).status, 403);
      assert.equal((await t.form('ann', path, wanted)).status, 303);
      const { workSchedules } = await import('../../plugins/exporters/service.ts');
      const system = t.app.context({ type: 'system', reason: 'tests' });
      const made = () => t.app.database.reader('exports').where({ workspace_id: t.ws1, scheduled: 1 });
      for (let day = 0; day < 4; day++) {
        await t.app.database.writer('export_schedules').update({ next_at: `2026-01-0${day + 1}T00:00:00.000Z` });
        await workSchedules(system);
        await workSchedules(system);
        await t.app.jobs.drain();
      }
      assert.equal((await made()).length, 2);
      assert.ok((await made()).every(({ status }: Any) => status === 'completed'));
    });

    it('are set up for the clock by the public API, too, and one that cannot be made stops no other', async () => {
      const path = `/api/v2/workspaces/${t.ws1}/export-schedule`;
      const wanted = { every: 'week', format: 'html', keep: 3 };
      assert.equal((await t.call('edi', 'PUT', path, wanted)).status, 403);
      assert.equal((await t.call('bob', 'GET', path)).status, 404);
      assert.equal((await t.call('ann', 'PUT', path, { ...wanted, format: 'cuneiform' })).status, 422);
      assert.equal((await t.call('ann', 'PUT', path, { ...wanted, format: 'pdf' })).status, 409);
      const { status, body } = await t.call('ann', 'PUT', path, wanted);
      assert.equal(status, 200);
      const { next_at, ...said } = (await t.call('ann', 'GET', path)).body;
      assert.deepEqual({ next_at, ...said }, body);
      assert.deepEqual(said, { workspace_id: t.ws1, ...wanted });
      // As it is when the service lost its Chromium since.
      await t.app.database.writer('export_schedules').where({ workspace_id: t.ws1 }).update({ format: 'pdf' });
      const { workSchedules } = await import('../../plugins/exporters/service.ts');
      await workSchedules(t.app.context({ type: 'system', reason: 'tests' }));
      const [failed] = await t.app.database.reader('exports').where({ format: 'pdf', scheduled: 1 });
      assert.equal(failed.status, 'failed');
      assert.match(failed.error, /CHROME_BIN/);
      assert.equal((await t.call('ann', 'DELETE', path)).status, 200);
      assert.equal((await t.call('ann', 'GET', path)).status, 404);
    });

    it('are removed with their files when they are kept no longer', async () => {
      const { purgeExports } = await import('../../plugins/exporters/service.ts');
      const system = t.app.context({ type: 'system', reason: 'tests' });
      const { body } = await t.call('ann', 'POST', '/api/v2/exports', { format: 'markdown', page_id: inner });
      await t.app.jobs.drain();
      const row = await t.app.database.reader('exports').where({ id: body.id }).first();
      await purgeExports(system);
      (await t.app.storage.read(row.filename)).destroy();
      await t.app.database.writer('exports').where({ id: body.id }).update({ expires_at: '2026-01-01T00:00:00.000Z' });
      await purgeExports(system);
      await assert.rejects(t.app.storage.read(row.filename), { code: 'not_found' });
      assert.equal((await t.call('ann', 'GET', `/api/v2/exports/${body.id}`)).status, 404);
    });
  });
});
