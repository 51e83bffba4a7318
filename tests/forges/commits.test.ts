// Pages follow the commits of a repository, whatever git can keep: names, empty and binary files, links, other repositories.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { GitContent } from '../kit/git-repository.ts';
import type { HostedRepository } from '../kit/hosted-repository.ts';
import { onEachKind } from './each-kind.ts';
import type { ForgeProduct } from './product.ts';

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a2146'.repeat(8)}\nsize 12345\n`;
const ELSEWHERE = 'https://code.test/other/module.git';
const PLAN = '# Plan\n\nFirst.\n';
const FIRST: Record<string, GitContent> = {
  'README.md': '# Handbook\n\nSee [the plan](docs/plan.md).\n',
  'docs/plan.md': PLAN,
  'docs/two words.md': 'Words\n',
  'docs/Größe.md': 'Groß\n',
  'docs/🚀 start.md': 'Start\n',
  'docs/empty.md': '',
  'docs/old.md': 'Old\n',
  'data.bin': Buffer.from([0, 1, 2, 3, 255]),
  'photo.png': POINTER,
  'shortcut.md': { link: 'docs/plan.md' },
  'nowhere.md': { link: '/etc/passwd' },
  vendor: { module: '0123456789abcdef0123456789abcdef01234567' },
  'docs/theirs': { module: '0123456789abcdef0123456789abcdef01234567' },
  '.gitmodules': ['docs/theirs', 'vendor']
    .map((path) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${ELSEWHERE}\n`)
    .join(''),
};

onEachKind('commits', (product, kind) => {
  let repository: HostedRepository;
  let workspace: number;
  let id: number;
  /** of the pages below the folder of the repository, live or in the trash */
  const titles = async (t: ForgeProduct, isDeleted = false): Promise<string[]> => {
    const rows = await t.app.database.reader('pages').where({ workspace_id: workspace });
    return rows
      .filter((one) => (one.deleted_at !== null) === isDeleted)
      .map(({ title }) => title)
      .sort();
  };
  const pageOf = async (t: ForgeProduct, title: string): Promise<number> =>
    (await t.app.database.reader('pages').where({ workspace_id: workspace, title, deleted_at: null }).first('id'))?.id;
  const textOf = async (t: ForgeProduct, page: number) =>
    (await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text;
  const synced = async (t: ForgeProduct) => {
    await t.call('ann', 'POST', `/api/v2/projects/${id}/sync`);
    await t.synced();
    const { body } = await t.call('ann', 'GET', `/api/v2/projects/${id}`);
    assert.deepEqual([body.error, body.commit], ['', await repository.head()]);
    return body.last_report;
  };
  const remarks = async (t: ForgeProduct, { import_id }: { import_id: string }): Promise<string[]> => {
    const { body } = await t.call('ann', 'GET', `/api/v2/imports/${import_id}/report`);
    return body.warnings
      .map((one: { item: string; kind: string }) => `${one.kind} ${one.item.split('/').at(-1)}`)
      .sort();
  };
  const file = async (t: ForgeProduct, path: string) => {
    const place = new URLSearchParams({ owner: 'ann', repo: 'handbook', path });
    return (await t.call('ann', 'GET', `/api/v2/forges/1/files?${place}`)).body;
  };

  it('are pages when the repository is linked, but for what has no content', async () => {
    const t = product();
    const made = await t.call('ann', 'POST', '/api/user/forge/forge', { token: t.forge.grant('ann') });
    assert.equal(made.status, 200, made.text);
    repository = t.forge.offer('ann', 'handbook', FIRST, { isPrivate: true });
    workspace = (await t.call('ann', 'GET', '/api/v2/projects')).body[0].workspace_id;
    const before = await titles(t);
    const body = { provider: 'forge', owner: 'ann', name: 'handbook', workspace_id: workspace, sync: 'off' };
    const linked = await t.call('ann', 'POST', '/api/workspace/projects', body);
    assert.equal(linked.status, 200, linked.text);
    id = linked.body.id;
    const report = await synced(t);
    const pages = [
      'Größe',
      'Handbook',
      'Plan',
      'data.bin',
      'docs',
      'empty',
      'handbook',
      'old',
      'two words',
      '🚀 start',
    ];
    assert.deepEqual(await titles(t), [...before, ...pages].sort());
    assert.deepEqual(await remarks(t, report), ['refused nowhere.md', 'refused photo.png', 'refused shortcut.md']);
    assert.match(await textOf(t, await pageOf(t, 'Größe')), /Groß/);
  });

  it('are shown as they are, links by where they lead', async () => {
    const t = product();
    for (const [path, content] of Object.entries(FIRST))
      if (typeof content === 'string') assert.equal((await file(t, path)).content, content, path);
    assert.deepEqual(await file(t, 'data.bin'), { ok: false, error: 'binary' });
    assert.equal((await file(t, 'nowhere.md')).content, '/etc/passwd');
    // GitHub hands out what a link leads to.
    assert.equal((await file(t, 'shortcut.md')).content, kind === 'github' ? PLAN : 'docs/plan.md');
    for (const path of ['vendor', 'docs/theirs']) assert.equal((await file(t, path)).content, ELSEWHERE, path);
    for (const path of ['nothing', 'docs/nothing', 'vendor/README.md']) assert.equal((await file(t, path)).status, 404);
    const { entries } = await file(t, 'docs');
    const names = (entries as { name: string }[]).map(({ name }) => name).sort();
    assert.deepEqual(
      names,
      ['Größe.md', 'empty.md', 'old.md', 'plan.md', 'theirs', 'two words.md', '🚀 start.md'].sort(),
    );
  });

  it('change, rename and remove pages; what is left out now keeps the page that it had', async () => {
    const t = product();
    const [empty, words] = [await pageOf(t, 'empty'), await pageOf(t, 'two words')];
    await repository.commit({
      'docs/plan.md': null,
      'docs/next/Das Ziel.md': '# Goal\n\nFirst.\n',
      'docs/old.md': null,
      'docs/empty.md': 'Not any more\n',
      'docs/two words.md': { link: 'empty.md' },
      vendor: null,
      'vendor/a.md': 'A\n',
      'photo.png': null,
    });
    const report = await synced(t);
    assert.deepEqual(await titles(t, true), ['Plan', 'old']);
    const now = await titles(t);
    for (const title of ['Goal', 'next', 'vendor', 'a']) assert.ok(now.includes(title), `${title}: ${now}`);
    assert.match(await textOf(t, empty), /Not any more/);
    assert.match(await textOf(t, words), /Words/);
    const gone = ['pruned old.md', 'pruned plan.md'];
    assert.deepEqual(await remarks(t, report), [
      ...gone,
      'refused nowhere.md',
      'refused shortcut.md',
      'refused two words.md',
    ]);
  });

  it('bring back what was removed, as the page that it was', async () => {
    const t = product();
    const before = await t.app.database.reader('pages').where({ workspace_id: workspace, title: 'Plan' }).first('id');
    await repository.commit({ 'docs/plan.md': `${PLAN}Again.\n` });
    await synced(t);
    assert.deepEqual(await titles(t, true), ['old']);
    assert.equal(await pageOf(t, 'Plan'), before.id);
    assert.match(await textOf(t, before.id), /Again/);
  });
});
