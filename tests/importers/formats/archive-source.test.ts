// Archives through the wizard and the API: looked at, brought in once as workspaces of their own, by administrators.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { multipart } from '../../../testing/multipart.ts';
import { exported } from '../../exporters/unpacking.ts';
import { type Answer, type Name, startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  describe('archives as a source of imports', () => {
    let t: TestApp;
    let archive: Buffer;
    before(async () => {
      t = await startApp(await open());
      await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, title: 'Kept', markdown: 'said *so*' });
      archive = await exported(t, 'ann', { format: 'archive', workspace_id: t.ws1 });
    });
    after(() => t.stop());

    const send = (who: Name, more: Record<string, string>, content = archive, url = '/api/v2/imports') =>
      t.call(
        who,
        'POST',
        url,
        multipart(
          { source: 'archive', workspace_id: String(t.ws1), ...more },
          { field: 'file', name: 'all.zip', content },
        ),
      );
    const ended = async ({ status, text, body }: Answer): Promise<Answer['body']> => {
      assert.equal(status, 200, text);
      await t.app.jobs.drain();
      return (await t.call('adm', 'GET', `/api/v2/imports/${body.id}`)).body;
    };
    const workspacesNow = async () => (await t.app.database.reader('workspaces').count({ n: '*' }))[0]?.n;

    it('are for administrators, and the reason says what else there is', async () => {
      for (const url of ['/api/v2/imports', '/api/import/jobs']) {
        const { status, text } = await send('ann', {}, archive, url);
        assert.equal(status, 403, text);
        assert.match(text, /an administrator of the service has to import it/);
      }
    });

    it('are previewed without writing, then come in once, whole, with their people', async () => {
      const before = await workspacesNow();
      const first = await ended(await send('adm', { dry_run: '1' }));
      assert.equal(first.status, 'preview_ready', first.error);
      assert.equal(await workspacesNow(), before);
      const { body } = await t.call('adm', 'GET', `/api/import/jobs/${first.id}/preview`);
      assert.equal(body.preview.workspaces.length, 1);
      assert.ok(body.preview.counts.pages >= 1);
      await t.call('adm', 'POST', `/api/v2/imports/${first.id}/start`);
      await t.app.jobs.drain();
      const done = (await t.call('adm', 'GET', `/api/v2/imports/${first.id}`)).body;
      assert.deepEqual([done.status, done.error], ['completed', '']);
      assert.equal(Number(await workspacesNow()), Number(before) + 1);
      assert.notEqual(done.workspace_id, t.ws1);
      const made = await t.app.database.reader('pages').where({ workspace_id: done.workspace_id, title: 'Kept' });
      assert.equal(made.length, 1);
      // Ann is known by her address and owns what was hers.
      const home = await t.app.database.reader('workspaces').where({ id: done.workspace_id }).first();
      assert.equal(home.owner_id, t.user('ann').id);
      const undone = await t.call('adm', 'POST', `/api/v2/imports/${first.id}/undo`);
      assert.equal(undone.status, 409);
      assert.match(undone.body.detail, /delete the workspaces/);
    });

    it('that are damaged, or something else, leave nothing and say why', async () => {
      const before = await workspacesNow();
      const broken = await ended(await send('adm', {}, archive.subarray(0, archive.length / 2)));
      assert.equal(broken.status, 'failed');
      assert.match(broken.error, /The archive cannot be used/);
      const other = await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 });
      assert.match((await ended(await send('adm', {}, other))).error, /no manifest/);
      assert.equal(await workspacesNow(), before);
    });

    it('do not come in when the import was cancelled meanwhile', async () => {
      const before = await workspacesNow();
      const { body } = await send('adm', {});
      await t.call('adm', 'POST', `/api/v2/imports/${body.id}/cancel`);
      await t.app.jobs.drain();
      assert.equal(await workspacesNow(), before);
    });
  });
});
