// Imports over HTTP: who may begin, see, stop and undo them; uploads, previews, and what is left behind.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { allImporters } from '../../plugins/importers/registry.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { zipOf } from './formats/zip.ts';
import { count, pagesOf, titled } from './imports.ts';

const BOUNDARY = 'frontier-of-parts';

interface Upload {
  /** default: file */
  field?: string;
  name: string;
  data: Buffer;
}

function form(fields: Record<string, string>, file?: Upload): Buffer {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    parts.push(Buffer.from(head), file.data, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let parent: number;
  let secret: number;
  before(async () => {
    t = await startApp(await open(), { settings: { IMPORT_MAX_MB: '1' } });
    parent = (await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, title: 'Parent' })).body.id;
    secret = (await t.call('bob', 'POST', '/api/pages', { workspace_id: t.ws2, title: 'Hidden' })).body.id;
  });
  after(() => t.stop());

  const vault = zipOf([
    { name: 'a.md', data: 'Links to [[b]] and [[nowhere]]' },
    { name: 'sub/b.md', data: '# B' },
  ]);
  const upload = (
    who: Name | 'anon',
    fields: Record<string, string>,
    file: Upload | undefined = { name: 'vault.zip', data: vault },
    url = '/api/import/jobs',
  ) =>
    t.call(who, 'POST', url, {
      body: form({ source: 'notes-vault', workspace_id: String(t.ws1), ...fields }, file),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
  const incoming = () => readdirSync(join(t.app.settings.DATA_DIR, 'imports', 'incoming'));
  const job = async (who: Name, id: string): Promise<Answer> => t.call(who, 'GET', `/api/import/jobs/${id}`);
  const finish = async (answer: Answer): Promise<Answer> => {
    assert.equal(answer.status, 200, answer.text);
    await t.app.jobs.drain();
    return job('ann', answer.body.id);
  };

  const refused: [string, Name | 'anon', Record<string, () => string>, number][] = [
    ['a stranger', 'anon', {}, 401],
    ['an outsider', 'bob', {}, 404],
    ['a viewer', 'vic', {}, 403],
    ['a commenter', 'com', {}, 403],
    ['a page of somebody else', 'ann', { parent_id: () => String(secret) }, 404],
    ['a page of another workspace', 'adm', { parent_id: () => String(secret) }, 422],
    ['an unknown source', 'ann', { source: () => 'nothing' }, 422],
    ['options that are no JSON', 'ann', { options: () => '{' }, 422],
    ['options the source does not know', 'ann', { options: () => '{"a":1}' }, 422],
    ['an id that is none', 'ann', { workspace_id: () => '1 or 1=1' }, 422],
    ['an unknown field', 'ann', { location: () => '/etc/passwd' }, 422],
  ];
  for (const [what, who, fields, status] of refused) {
    it(`refuses ${what} with ${status} and keeps nothing of the upload`, async () => {
      const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value()]));
      const answer = await upload(who, values);
      assert.equal(answer.status, status, answer.text);
      // The answer does not wait for the folder to be gone.
      for (let tries = 0; tries < 200 && incoming().length; tries += 1) await sleep(20);
      assert.deepEqual(incoming(), []);
    });
  }

  it('refuses a file that is too large, of the wrong kind, or missing, and addresses', async () => {
    const large = { name: 'x.zip', data: Buffer.alloc(2 * 1_048_576) };
    assert.equal((await upload('ann', {}, large)).status, 413);
    assert.equal((await upload('ann', {}, { name: 'x.exe', data: Buffer.from('MZ') })).status, 422);
    const empty = await t.call('ann', 'POST', '/api/import/jobs', {
      body: form({ source: 'markdown', workspace_id: String(t.ws1) }),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    assert.deepEqual([empty.status, empty.body.detail[0].loc], [422, ['body', 'file']]);
    const url = await t.call('ann', 'POST', '/api/import/jobs', { source: 'markdown', url: 'http://localhost/' });
    assert.deepEqual([url.status, url.body.detail[0].loc], [422, ['body', 'url']]);
  });

  it('takes the address of an article instead of a file, and asks no private one', async () => {
    const ask = (url: string) => t.call('ann', 'POST', '/api/import/jobs', { source: 'clipper', dry_run: true, url });
    for (const url of ['nothing', 'file:///etc/passwd', 'javascript:alert(1)'])
      assert.equal((await ask(url)).status, 422);
    const both = await upload('ann', { source: 'clipper', url: 'https://example.org/' });
    assert.deepEqual([both.status, both.body.detail[0].loc], [422, ['body', 'url']]);
    const { body } = await finish(await ask("http://127.0.0.1/it's there"));
    assert.deepEqual([body.status, body.filename], ['preview_ready', '127.0.0.1.url']);
    const { warnings } = body.report_json;
    assert.deepEqual([warnings[0].item, warnings[0].kind], ['http://127.0.0.1/it%27s%20there', 'unreadable']);
    assert.equal((await t.call('ann', 'POST', `/api/import/jobs/${body.id}/cancel`)).status, 200);
  });

  it('takes one file that comes as `files`, and keeps nothing of one that is refused', async () => {
    const file = { field: 'files', name: 'vault.zip', data: vault };
    const { body } = await finish(await upload('ann', { dry_run: '1' }, file));
    assert.deepEqual([body.status, body.filename], ['preview_ready', 'vault.zip']);
    assert.equal((await t.call('ann', 'POST', `/api/import/jobs/${body.id}/cancel`)).status, 200);
    assert.equal((await upload('ann', { location: 'x' }, file)).status, 422);
    for (let tries = 0; tries < 200 && incoming().length; tries += 1) await sleep(20);
    assert.deepEqual(incoming(), []);
  });

  it('previews again, with the mapping that was said meanwhile', async () => {
    const file = { name: 'sprint.csv', data: Buffer.from('Task,Points\nPlan,3\nBuild,5\n') };
    const first = await finish(await upload('ann', { source: 'csv', dry_run: '1' }, file));
    const at = `/api/import/jobs/${first.body.id}`;
    const types = async () => {
      const { preview } = (await t.call('ann', 'GET', `${at}/preview`)).body;
      return preview.databases[0].columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`);
    };
    assert.deepEqual(await types(), ['Task title', 'Points number']);
    const mapping = { 'sprint.csv': { Points: { name: 'Effort', type: 'text' } } };
    assert.equal((await t.call('ann', 'POST', `${at}/mapping`, { mapping })).status, 200);
    for (const [who, status] of [
      ['vic', 404],
      ['bob', 404],
    ] as const)
      assert.equal((await t.call(who, 'POST', `${at}/preview`)).status, status, who);
    assert.equal((await t.call('ann', 'POST', `${at}/preview`)).body.status, 'queued');
    assert.equal((await t.call('ann', 'POST', `${at}/preview`)).status, 409);
    await t.app.jobs.drain();
    assert.deepEqual(await types(), ['Task title', 'Effort text']);
    assert.equal((await job('ann', first.body.id)).body.status, 'preview_ready');
    await t.call('ann', 'POST', `${at}/cancel`);
  });

  it('lists what can be imported', async () => {
    const { body } = await t.call('vic', 'GET', '/api/import/sources');
    const titles = body.sources.map(({ title }: { title: string }) => title);
    assert.deepEqual(titles, titles.toSorted());
    const vault = body.sources.find(({ name }: { name: string }) => name === 'notes-vault');
    assert.deepEqual(vault.accepts, ['folder', '.zip', '.md']);
  });

  it('previews, imports below a page, reports and undoes', async () => {
    const preview = await finish(await upload('edi', { dry_run: '1', parent_id: String(parent) }));
    const id = preview.body.id as string;
    assert.equal(preview.body.status, 'preview_ready');
    assert.equal((await pagesOf(t)).length, 1);
    const { body: shown } = await t.call('edi', 'GET', `/api/import/jobs/${id}/preview`);
    assert.deepEqual(shown.preview.counts, {
      pages: 2,
      folders: 1,
      databases: 0,
      rows: 0,
      files: 0,
      links: 1,
      comments: 0,
    });
    assert.equal((await t.call('edi', 'POST', `/api/import/jobs/${id}/undo`)).status, 409);
    const done = await finish(await t.call('edi', 'POST', `/api/import/jobs/${id}/start`));
    assert.equal(done.body.status, 'completed_with_warnings');
    const { body: made } = await t.call('edi', 'GET', `/api/import/jobs/${id}/items?limit=2`);
    assert.deepEqual([made.total, made.items.length], [3, 2]);
    assert.ok(made.items.every((one: { page_id: number; is_new: boolean }) => one.page_id > 0 && one.is_new));
    assert.equal((await t.call('vic', 'GET', `/api/import/jobs/${id}/items`)).status, 404);
    const all = await pagesOf(t);
    assert.equal(titled(all, 'a').parent_id, parent);
    assert.equal(titled(all, 'b').parent_id, titled(all, 'sub').id);
    const { body: report } = await t.call('ann', 'GET', `/api/import/jobs/${id}/report`);
    assert.deepEqual(report.report.broken_links, [{ item: 'a.md', target: 'nowhere', kind: 'wiki' }]);
    assert.ok(!existsSync(join(t.app.settings.DATA_DIR, 'imports', id)), 'the upload is gone once it is imported');
    assert.equal((await t.call('edi', 'POST', `/api/import/jobs/${id}/start`)).status, 409);
    const asked = await t.call('edi', 'POST', `/api/import/jobs/${id}/undo`);
    assert.equal((await t.call('ann', 'POST', `/api/import/jobs/${id}/undo`)).status, 409, 'one undo is on its way');
    assert.equal(await count(t, 'jobs', { kind: 'importers.undo' }), 1);
    const undone = await finish(asked);
    assert.equal(undone.body.report_json.undo.trashed, 3);
    assert.ok(undone.body.undone_at);
    assert.equal((await pagesOf(t)).length, 1);
    assert.equal((await t.call('edi', 'POST', `/api/import/jobs/${id}/undo`)).status, 409);
  });

  it('shows a job to who began it and to owners, to nobody else', async () => {
    const { body } = await upload('edi', { dry_run: 'true' });
    for (const [who, status] of [
      ['edi', 200],
      ['ann', 200],
      ['adm', 200],
      ['com', 404],
      ['vic', 404],
      ['bob', 404],
    ] as const) {
      assert.equal((await job(who, body.id)).status, status, who);
      for (const action of ['cancel', 'start', 'undo'])
        if (status === 404)
          assert.equal((await t.call(who, 'POST', `/api/import/jobs/${body.id}/${action}`)).status, 404);
      const { body: list } = await t.call(who, 'GET', '/api/import/jobs');
      assert.equal(
        list.jobs.some(({ id }: { id: string }) => id === body.id),
        status === 200,
        who,
      );
    }
    assert.equal((await job('ann', 'no-such-job')).status, 404);
  });

  it('keeps a mapping until the job runs, and cancels', async () => {
    const { body } = await upload('ann', { dry_run: '1' });
    const at = `/api/import/jobs/${body.id}`;
    const mapping = { 'data.csv': { Price: { type: 'number', name: 'Cost' }, Note: { skip: true } } };
    assert.deepEqual((await t.call('ann', 'POST', `${at}/mapping`, { mapping })).body.mapping, mapping);
    assert.equal(
      (await t.call('ann', 'POST', `${at}/mapping`, { mapping: { a: { b: { type: '; drop' } } } })).status,
      422,
    );
    assert.equal((await t.call('ann', 'POST', `${at}/cancel`)).body.status, 'cancelled');
    assert.equal((await t.call('ann', 'POST', `${at}/mapping`, { mapping })).status, 409);
    await t.app.jobs.drain();
    assert.equal((await job('ann', body.id)).body.status, 'cancelled');
    assert.equal((await t.call('ann', 'GET', `${at}/preview`)).status, 409);
  });

  it('names its sources in the language of the reader', async () => {
    const said = async (locale: string): Promise<Map<string, string>> => {
      const { body } = await t.call('ann', 'GET', '/api/import/sources', { headers: { 'accept-language': locale } });
      return new Map(body.sources.map(({ name, title }: { name: string; title: string }) => [name, title]));
    };
    const [english, german] = [await said('en'), await said('de')];
    for (const { name, title } of await allImporters(t.app)) assert.equal(english.get(name), title);
    assert.equal(german.get('clipper'), 'Artikel aus dem Web');
  });

  it('says that the workspace has no more room for files, in the language of the reader', async () => {
    const notes = zipOf([
      { name: 'a.md', data: '![](a.bin)' },
      { name: 'a.bin', data: 'more than ten bytes' },
    ]);
    t.app.settings.QUOTA_MB = 0.00001;
    try {
      const { body } = await finish(await upload('ann', {}, { name: 'full.zip', data: notes }));
      assert.deepEqual(
        [body.status, /in total, and this one no longer fits/.test(body.error)],
        ['failed', true],
        body.error,
      );
      for (const url of [`/api/import/jobs/${body.id}`, `/import?job=${body.id}`]) {
        const german = await t.call('ann', 'GET', url, { headers: { 'accept-language': 'de' } });
        assert.match(german.text, /dürfen zusammen 0\.00001 MiB haben/);
      }
    } finally {
      t.app.settings.QUOTA_MB = 0;
    }
  });

  it('speaks v2: sources, preview, mapping, preview again, start, and what was made', async () => {
    const headers = await t.token('ann');
    const sources = await t.inject('GET', '/api/v2/imports/sources', { headers });
    assert.ok(sources.body.some(({ name }: { name: string }) => name === 'csv'));
    const fields = { source: 'csv', workspace_id: String(t.ws1), dry_run: '1' };
    const made = await t.inject('POST', '/api/v2/imports', {
      body: form(fields, { name: 'one.csv', data: Buffer.from('Name,Size\nA,1\nB,2\n') }),
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    const at = `/api/v2/imports/${made.body.id}`;
    assert.equal((await t.inject('GET', `${at}/preview`, { headers })).status, 409);
    await t.app.jobs.drain();
    const sizeOf = async () => {
      const { body } = await t.inject('GET', `${at}/preview`, { headers });
      return body.databases[0].columns.find(({ id }: { id: string }) => id === 'Size');
    };
    assert.equal((await sizeOf()).type, 'number');
    const { body: preview } = await t.inject('GET', `${at}/preview`, { headers });
    const mapping = { [preview.databases[0].id]: { Size: { name: 'Length', type: 'text' } } };
    const reader = await t.token('ann', 'read');
    assert.equal((await t.inject('POST', `${at}/mapping`, { headers: reader, body: { mapping } })).status, 403);
    const mapped = await t.inject('POST', `${at}/mapping`, { headers, body: { mapping } });
    assert.deepEqual(mapped.body.mapping, mapping);
    assert.equal((await t.inject('POST', `${at}/preview`, { headers })).body.status, 'queued');
    await t.app.jobs.drain();
    const again = await sizeOf();
    assert.deepEqual([again.name, again.type], ['Length', 'text']);
    // Paused before its first item, and taken up again.
    await t.inject('POST', `${at}/start`, { headers });
    assert.equal((await t.inject('POST', `${at}/cancel`, { headers })).body.status, 'cancelled');
    await t.inject('POST', `${at}/start`, { headers });
    await t.app.jobs.drain();
    const items = await t.inject('GET', `${at}/items?limit=2`, { headers });
    assert.deepEqual([items.body.length, items.headers['x-total-count']], [2, '3']);
    assert.deepEqual([items.body[0].kind, items.body[0].is_new], ['database', true]);
    assert.equal((await t.inject('GET', `/api/v2/imports/none/items`, { headers })).status, 404);
  });

  it('speaks v2: create, list with counts, get, report, start, cancel, undo', async () => {
    const headers = await t.token('ann');
    const reader = await t.token('ann', 'read');
    const send = (auth: Record<string, string>) =>
      t.inject('POST', '/api/v2/imports', {
        body: form({ source: 'markdown', workspace_id: String(t.ws1) }, { name: 'one.md', data: Buffer.from('# One') }),
        headers: { ...auth, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      });
    assert.equal((await send(reader)).status, 403);
    const made = await send(headers);
    assert.equal(made.status, 200, made.text);
    await t.app.jobs.drain();
    const one = await t.inject('GET', `/api/v2/imports/${made.body.id}`, { headers });
    assert.deepEqual([one.body.status, one.body.report_json.created], ['completed', 1]);
    const report = await t.inject('GET', `/api/v2/imports/${made.body.id}/report`, { headers });
    assert.equal(report.body.counts.pages, 1);
    const list = await t.inject('GET', '/api/v2/imports?limit=1', { headers });
    assert.deepEqual([list.body.length, list.body[0].report_json.warnings], [1, undefined]);
    assert.ok(Number(list.headers['x-total-count']) >= 3);
    assert.equal((await t.inject('POST', `/api/v2/imports/${made.body.id}/cancel`, { headers })).status, 409);
    assert.equal((await t.inject('POST', `/api/v2/imports/${made.body.id}/undo`, { headers })).status, 200);
    await t.app.jobs.drain();
    assert.ok((await t.inject('GET', `/api/v2/imports/${made.body.id}`, { headers })).body.undone_at);
  });
});
