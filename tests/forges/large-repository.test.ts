// Repositories with more files than are read, and folders with more than are shown: said in one sentence, and nothing half done.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { zipped } from '../../core/files/zip-writer.ts';
import { syncHourly } from '../../plugins/forges/projects/sync.ts';
import type { HostedRepository } from '../kit/hosted-repository.ts';
import { onEachKind } from './each-kind.ts';
import type { ForgeProduct } from './product.ts';

const FILES = 50_001;
/** Packed once for all of them. */
const archive = await buffer(
  await zipped(async (zip) => {
    for (let number = 0; number < FILES; number += 1) await zip.add(`top/src/${number % 500}/${number}.md`, 'x');
  }),
);

onEachKind('large repositories', (product) => {
  let repository: HostedRepository;
  let id: number;
  let fetched = 0;
  const isArchive = (url = '') => /archive|codeload|zipball/.test(url);
  const hourly = async (t: ForgeProduct) => {
    await syncHourly(t.app.context({ type: 'system', reason: 'tests' }));
    await t.synced();
  };
  const project = async (t: ForgeProduct) => (await t.call('ann', 'GET', `/api/v2/projects/${id}`)).body;
  const pageCount = async (t: ForgeProduct): Promise<number> => (await t.app.database.reader('pages')).length;

  it(`are refused with a sentence when they have ${FILES} files`, async () => {
    const t = product();
    await t.call('ann', 'POST', '/api/user/forge/forge', { token: t.forge.grant('ann') });
    repository = t.forge.offer('ann', 'large', { 'README.md': '# Large\n' });
    t.forge.intercept = (request, response) => {
      if (!isArchive(request.url)) return false;
      fetched += 1;
      response.writeHead(200, { 'content-type': 'application/zip' }).end(archive);
      return true;
    };
    const { workspace_id } = (await t.call('ann', 'GET', '/api/v2/projects')).body[0];
    const body = { provider: 'forge', owner: 'ann', name: 'large', workspace_id, sync: 'hourly', path: 'src/1' };
    const linked = await t.call('ann', 'POST', '/api/workspace/projects', body);
    assert.equal(linked.status, 200, linked.text);
    id = linked.body.id;
    const before = await pageCount(t);
    await t.synced();
    const { error, commit, last_report } = await project(t);
    assert.deepEqual([error, commit, last_report], ['import_failed', '', null]);
    assert.equal(await pageCount(t), before, 'pages were made');
    const why = `The archive holds ${FILES} entries; at most 50000 are read.`;
    const page = await t.call('ann', 'GET', `/workspace/projects/${id}`);
    assert.ok(page.text.includes(why), page.text.slice(0, 4000));
    assert.doesNotMatch(page.text, /on their way/);
    const [row] = (await t.call('ann', 'GET', '/api/v2/imports')).body;
    assert.deepEqual([row.status, row.error], ['failed', why]);
  });

  it('are not fetched again by themselves, whatever came in between, but by hand and with the next commit', async () => {
    const t = product();
    const head = await repository.head();
    assert.equal(fetched, 1);
    await hourly(t);
    const refusing = t.forge.intercept;
    t.forge.intercept = (_request, response) => {
      response.writeHead(404).end();
      return true;
    };
    await hourly(t);
    assert.equal((await project(t)).error, 'missing');
    t.forge.intercept = refusing;
    await hourly(t);
    const { error, refused_commit } = await project(t);
    assert.deepEqual([error, refused_commit, fetched], ['import_failed', head, 1]);
    const page = await t.call('ann', 'GET', `/workspace/projects/${id}`);
    assert.match(page.text, /at most 50000 are read/);
    assert.match(page.text, new RegExp(`Commit ${head.slice(0, 12)} is not fetched again by itself`));
    await t.call('ann', 'POST', `/api/v2/projects/${id}/sync`);
    await t.synced();
    assert.equal(fetched, 2);
    await repository.commit({ 'other.md': 'Other\n' });
    await hourly(t);
    await hourly(t);
    assert.equal(fetched, 3);
    assert.equal((await project(t)).refused_commit, await repository.head());
  });

  it('are linked after all when they have shrunk', async () => {
    const t = product();
    t.forge.intercept = undefined;
    await repository.commit({ 'src/1/note.md': '# Note\n' });
    await hourly(t);
    const { error, commit, refused_commit } = await project(t);
    assert.deepEqual([error, commit, refused_commit], ['', await repository.head(), '']);
    const page = await t.call('ann', 'GET', `/workspace/projects/${id}`);
    assert.doesNotMatch(page.text, /at most 50000/);
  });

  it('say that a folder has more entries than are shown', async () => {
    const t = product();
    const names = Array.from({ length: 1001 }, (_, number) => `many/${number}.md`);
    await repository.commit(Object.fromEntries(names.map((name) => [name, 'x'])));
    const shown = async (path: string) => {
      const place = new URLSearchParams({ owner: 'ann', repo: 'large', path });
      const { body } = await t.call('ann', 'GET', `/api/v2/forges/1/files?${place}`);
      const { text } = await t.call('ann', 'GET', `/forge-workspace?provider=forge&${place}`);
      return { entries: body.entries.length, truncated: body.truncated, isSaid: /At most 1,000 entries/.test(text) };
    };
    assert.deepEqual(await shown('many'), { entries: 1000, truncated: true, isSaid: true });
    assert.deepEqual(await shown('src'), { entries: 1, truncated: false, isSaid: false });
  });
});
