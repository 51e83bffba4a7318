// A file that has another name in a new commit keeps its page, and with it what was said of it, its links and its rights.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { GitContent } from '../kit/git-repository.ts';
import type { HostedRepository } from '../kit/hosted-repository.ts';
import { onEachKind } from './each-kind.ts';
import type { ForgeProduct } from './product.ts';

const PLAN = '# Plan\n\nFirst.\n\nSecond.\n';

onEachKind('renamed files', (product) => {
  let workspace: number;
  let count = 0;

  before(async () => {
    const t = product();
    await t.call('ann', 'POST', '/api/user/forge/forge', { token: t.forge.grant('ann') });
    workspace = (await t.call('ann', 'GET', '/api/v2/projects')).body[0].workspace_id;
  });

  /** A repository of these files, linked, and what a test asks of its pages. */
  async function linked(files: Record<string, GitContent>) {
    const t = product();
    count += 1;
    const name = `renamed-${count}`;
    const repository: HostedRepository = t.forge.offer('ann', name, files);
    const body = { provider: 'forge', owner: 'ann', name, workspace_id: workspace, sync: 'off' };
    const made = await t.call('ann', 'POST', '/api/workspace/projects', body);
    assert.equal(made.status, 200, made.text);
    const { id } = made.body;
    await t.synced();
    const { page_id: top } = (await t.call('ann', 'GET', `/api/v2/projects/${id}`)).body;
    return {
      top: top as number,
      commit: (changes: Record<string, GitContent | null>) => commit(t, repository, id, changes),
      page: (path: string) => pageAt(t, `forge:${id}/${path}`),
    };
  }

  async function commit(
    t: ForgeProduct,
    repository: HostedRepository,
    id: number,
    changes: Record<string, GitContent | null>,
  ): Promise<string[]> {
    const head = await repository.commit(changes);
    await t.call('ann', 'POST', `/api/v2/projects/${id}/sync`);
    await t.synced();
    const { body } = await t.call('ann', 'GET', `/api/v2/projects/${id}`);
    assert.deepEqual([body.error, body.commit], ['', head]);
    const report = await t.call('ann', 'GET', `/api/v2/imports/${body.last_report.import_id}/report`);
    return report.body.warnings.map((one: { kind: string; item: string }) => `${one.kind} ${one.item}`).sort();
  }

  /** The live page of a path of the repository. */
  async function pageAt(t: ForgeProduct, external_id: string) {
    const { reader } = t.app.database;
    const item = await reader('import_items').where({ external_id }).first('page_id');
    const page = item && (await reader('pages').where({ id: item.page_id, deleted_at: null }).first());
    return page as { id: number; title: string; parent_id: number | null; content: string } | undefined;
  }

  const textOf = async (page: number) => (await product().call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text;
  const blocksOf = ({ content }: { content: string }): { id: string; type: string }[] => JSON.parse(content).blocks;

  it('are the same page, with its comments in their places, and links lead to it', async () => {
    const t = product();
    const one = await linked({
      'docs/plan.md': PLAN,
      'README.md': 'See [it](docs/plan.md).\n',
      'data.bin': 'x\u0000y',
    });
    const [plan, data] = [await one.page('docs/plan.md'), await one.page('data.bin')];
    assert.ok(plan && data);
    const block_id = blocksOf(plan)[1]?.id;
    const said = await t.call('ann', 'POST', `/api/v2/pages/${plan.id}/comments`, { body: { body: 'Why?', block_id } });
    assert.equal(said.status, 200, said.text);
    const remarks = await one.commit({
      ...{ 'docs/plan.md': null, 'later/goal.md': PLAN, 'data.bin': null, 'later/bytes.bin': 'x\u0000y' },
      'README.md': 'See [it](later/goal.md).\n',
    });
    assert.deepEqual(remarks, ['renamed later/', 'renamed later/bytes.bin', 'renamed later/goal.md']);
    const [after, bytes] = [await one.page('later/goal.md'), await one.page('later/bytes.bin')];
    assert.deepEqual([after?.id, bytes?.id, bytes?.title], [plan.id, data.id, 'bytes.bin']);
    assert.equal(after?.parent_id, plan.parent_id);
    assert.equal(bytes?.parent_id, plan.parent_id);
    assert.equal(blocksOf(after as typeof plan)[1]?.id, block_id);
    const { body: comments } = await t.call('ann', 'GET', `/api/v2/pages/${plan.id}/comments`);
    assert.deepEqual(
      comments.map((comment: { body: string; block_id: string }) => [comment.body, comment.block_id]),
      [['Why?', block_id]],
    );
    const readme = await one.page('README.md');
    assert.match(await textOf(readme?.id as number), new RegExp(`/pages/${plan.id}\\b`));
  });

  it('take the folder along that was renamed, and leave none behind', async () => {
    const one = await linked({
      'a/docs/one.md': 'One\n',
      'a/docs/deep/two.md': 'Two\n',
      'b/x.md': 'X\n',
      'a/y.md': 'Y\n',
    });
    const paths = ['a/docs/', 'a/docs/deep/', 'a/docs/one.md', 'a/docs/deep/two.md'];
    const before = await Promise.all(paths.map(one.page));
    const remarks = await one.commit({
      ...{ 'a/docs/one.md': null, 'a/docs/deep/two.md': null },
      ...{ 'b/guide/one.md': 'One\n', 'b/guide/deep/two.md': 'Two\n' },
    });
    assert.deepEqual(
      remarks,
      ['b/guide/', 'b/guide/deep/', 'b/guide/deep/two.md', 'b/guide/one.md'].map((name) => `renamed ${name}`),
    );
    const after = await Promise.all(paths.map((path) => one.page(path.replace('a/docs/', 'b/guide/'))));
    assert.deepEqual(
      after.map((page) => page?.id),
      before.map((page) => page?.id),
    );
    assert.deepEqual([after[0]?.title, after[0]?.parent_id], ['guide', (await one.page('b/'))?.id]);
    assert.equal(after[1]?.parent_id, after[0]?.id);
  });

  it('are exchanged with each other, or pass a name on', async () => {
    const one = await linked({ 'a.md': 'This\n', 'b.md': 'That\n', 'c.md': 'Third\n' });
    const [a, b, c] = await Promise.all(['a.md', 'b.md', 'c.md'].map(one.page));
    await one.commit({ 'a.md': 'That\n', 'b.md': 'This\n' });
    assert.deepEqual([(await one.page('a.md'))?.id, (await one.page('b.md'))?.id], [b?.id, a?.id]);
    assert.match(await textOf(a?.id as number), /This/);
    assert.deepEqual([(await one.page('b.md'))?.title, (await one.page('a.md'))?.title], ['b', 'a']);
    // What was a.md by now takes the place of c.md, which goes on to d.md.
    await one.commit({ 'a.md': null, 'c.md': 'That\n', 'd.md': 'Third\n' });
    assert.deepEqual([(await one.page('c.md'))?.id, (await one.page('d.md'))?.id], [b?.id, c?.id]);
    assert.equal(await one.page('a.md'), undefined);
  });

  it('are the nearest of those that are alike, and copies take nothing away', async () => {
    const one = await linked({ 'x/a.md': 'Same\n', 'y/a.md': 'Same\n', 'guide.md': 'Guide\n' });
    const [x, y, guide] = await Promise.all(['x/a.md', 'y/a.md', 'guide.md'].map(one.page));
    await one.commit({
      ...{ 'x/a.md': null, 'y/a.md': null, 'z/x/a.md': 'Same\n', 'y/b.md': 'Same\n' },
      ...{ 'guide.md': 'Guide, second edition\n', 'old/guide.md': 'Guide\n' },
    });
    assert.deepEqual([(await one.page('z/x/a.md'))?.id, (await one.page('y/b.md'))?.id], [x?.id, y?.id]);
    assert.equal((await one.page('guide.md'))?.id, guide?.id);
    assert.notEqual((await one.page('old/guide.md'))?.id, guide?.id);
  });

  it('that were changed as well are new pages', async () => {
    const one = await linked({ 'a.md': 'This\n', 'keep.md': 'Keep\n' });
    const before = await one.page('a.md');
    const remarks = await one.commit({ 'a.md': null, 'b.md': 'This, and more\n' });
    assert.deepEqual(remarks, ['pruned a.md']);
    assert.notEqual((await one.page('b.md'))?.id, before?.id);
  });

  it('stay where somebody has put their page, and what was written there stays', async () => {
    const t = product();
    const one = await linked({ 'docs/a.md': 'This\n', 'docs/b.md': 'That\n' });
    const page = await one.page('docs/a.md');
    const away = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: workspace, title: 'Mine' })).body.id;
    const moved = await t.call('ann', 'POST', `/api/v2/pages/${page?.id}/move`, { parent_id: away });
    assert.equal(moved.status, 200, moved.text);
    await t.call('ann', 'PUT', `/api/v2/pages/${page?.id}/markdown`, { markdown: 'Mine' });
    const remarks = await one.commit({ 'docs/a.md': null, 'c.md': 'This\n' });
    assert.deepEqual(remarks, ['edited_here c.md', 'renamed c.md']);
    const after = await one.page('c.md');
    assert.deepEqual([after?.id, after?.parent_id], [page?.id, away]);
    assert.match(await textOf(after?.id as number), /Mine/);
  });
});
