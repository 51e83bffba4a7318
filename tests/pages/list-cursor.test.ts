// Parts of the list of pages behind a cursor, and the plans by which long lists are found.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { orderlyPlan, type Statement } from '../kit/plans.ts';

onEachEngine((engine, open) => {
  let t: TestApp;
  let folder: number;
  const made: number[] = [];
  before(async () => {
    t = await startApp(await open());
    folder = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Folder' })).body.id;
    for (let at = 0; at < 7; at += 1) {
      const body = { workspace_id: t.ws1, parent_id: folder, title: `Page ${at}` };
      made.push((await t.call('ann', 'POST', '/api/v2/pages', body)).body.id);
    }
    // The order of a level is not that of the ids.
    await t.call('ann', 'POST', `/api/v2/pages/${made[6]}/move`, { parent_id: folder, position: 0 });
  });
  after(() => t.stop());

  const walk = async (path: string): Promise<number[]> => {
    const ids: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { status, body, headers, text } = await t.call('edi', 'GET', `${path}${cursor && `&cursor=${cursor}`}`);
      assert.equal(status, 200, text);
      ids.push(...body.map(({ id }: { id: number }) => id));
      cursor = headers['x-next-cursor'];
    }
    return ids;
  };

  describe('a list of pages behind a cursor', () => {
    it('goes on where the part before ended, in the order of ids', async () => {
      const whole = (await t.call('edi', 'GET', `/api/v2/pages?workspace_id=${t.ws1}&limit=100`)).body;
      const all = whole.map(({ id }: { id: number }) => id);
      assert.deepEqual(await walk(`/api/v2/pages?workspace_id=${t.ws1}&limit=3`), all);
    });

    it('keeps the order of a level', async () => {
      const wanted = [made[6], ...made.slice(0, 6)];
      assert.deepEqual(await walk(`/api/v2/pages?parent_id=${folder}&limit=2`), wanted);
      assert.deepEqual(await walk(`/api/v2/pages/${folder}/children?limit=3`), wanted);
    });

    it('shows each page once where one before it was deleted meanwhile', async () => {
      const [first] = await walk(`/api/v2/pages?parent_id=${folder}&limit=100`);
      const part = await t.call('edi', 'GET', `/api/v2/pages?parent_id=${folder}&limit=2`);
      await t.call('ann', 'DELETE', `/api/v2/pages/${first}`);
      const next = `/api/v2/pages?parent_id=${folder}&limit=100&cursor=${part.headers['x-next-cursor']}`;
      const rest = (await t.call('edi', 'GET', next)).body.map(({ id }: { id: number }) => id);
      await t.call('ann', 'POST', `/api/v2/pages/${first}/restore`);
      assert.deepEqual(rest, made.slice(1, 6));
    });

    it('refuses what is no cursor of this list', async () => {
      const { headers } = await t.call('edi', 'GET', `/api/v2/pages?parent_id=${folder}&limit=2`);
      for (const [path, cursor] of [
        [`/api/v2/pages?limit=2`, headers['x-next-cursor']],
        [`/api/v2/pages?parent_id=${folder}`, 'bm9uc2Vuc2U'],
        [`/api/v2/pages?limit=2`, 'WzEsImEiLDJd'],
      ]) {
        const { status, body } = await t.call('edi', 'GET', `${path}&cursor=${cursor}`);
        assert.equal(status, 422);
        assert.deepEqual(body.errors, [{ parameter: 'cursor', detail: 'must be a cursor of this list' }]);
      }
    });
  });

  /** The plan of the first statement with these words that is asked for meanwhile. */
  const planOf = async (words: string, work: () => Promise<unknown>): Promise<string> => {
    const { reader, writer } = t.app.database;
    const asked: Statement[] = [];
    const keep = (one: Statement) => void asked.push(one);
    reader.on('query', keep);
    await work();
    reader.removeListener('query', keep);
    const found = asked.find(({ sql }) => sql.includes(words));
    assert.ok(found, asked.map(({ sql }) => sql).join('\n'));
    return orderlyPlan(writer, engine, found);
  };

  describe('long lists', () => {
    it('of what changed last are read in the order of an index, and not put in order', async () => {
      // Administrators see all workspaces, and members their own.
      for (const who of ['edi', 'adm'] as const) {
        const plan = await planOf('newest', () => t.call(who, 'GET', '/api/pages/recent'));
        assert.match(plan, /pages_recent/);
        assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b/, plan);
      }
    });

    it('are counted from an index alone', async () => {
      const plan = await planOf('count(*)', () => t.call('edi', 'GET', '/api/v2/pages?limit=5'));
      assert.match(plan, engine === 'sqlite' ? /pages_recent|pages_visibility_index/ : /Index Only Scan/);
      assert.doesNotMatch(plan, /pages_access_root/);
    });

    it('of rows are read in the order of their places', async () => {
      const { body } = await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, title: 'Tasks' });
      const rows = `/api/v2/collections/${body.collection.id}/rows`;
      await t.call('ann', 'POST', rows, { title: 'One' });
      const plan = await planOf('values_json', () => t.call('edi', 'GET', `${rows}?limit=5`));
      assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b/, plan);
    });
  });
});
