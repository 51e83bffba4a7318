// A file of a linked folder that can no longer be read keeps the page that it had.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachKind } from './each-kind.ts';

onEachKind('files that are left out', (product) => {
  it('keep their pages also where a folder of the repository is linked', async () => {
    const t = product();
    await t.call('ann', 'POST', '/api/user/forge/forge', { token: t.forge.grant('ann') });
    const repository = t.forge.offer('ann', 'deep', { 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' });
    const { workspace_id } = (await t.call('ann', 'GET', '/api/v2/projects')).body[0];
    const body = { provider: 'forge', owner: 'ann', name: 'deep', workspace_id, sync: 'off', path: 'docs' };
    const linked = await t.call('ann', 'POST', '/api/workspace/projects', body);
    await t.synced();
    await repository.commit({ 'docs/b.md': { link: 'a.md' } });
    await t.call('ann', 'POST', `/api/v2/projects/${linked.body.id}/sync`);
    await t.synced();
    const row = await t.app.database.reader('pages').where({ workspace_id, title: 'b' }).first();
    assert.equal(row.deleted_at, null);
  });
});
