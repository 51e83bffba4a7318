// Rights around changes of a schema: whoever looks at one, cancels it or takes it back needs what making it needs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';
import { fillRows } from './filled.ts';

const ROWS = 5001;

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ok = async (who: Name, method: string, url: string, body?: unknown): Promise<Any> => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  describe('a job about a property that is there for few', () => {
    let db: Made;
    const properties = () => `/api/v2/collections/${db.id}/properties`;
    const grant = (role: string) =>
      ok('ann', 'POST', `${properties()}/${db.by.Secret.id}/permissions`, { user_id: t.user('com').id, role });
    before(async () => {
      await ok('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('com').id}`, { role: 'editor' });
      db = await makeDatabase(t, [
        { name: 'Secret', type: 'text' },
        { name: 'Open', type: 'number' },
      ]);
      await fillRows(t, db, ROWS, {
        Secret: { json: `'"' || (n % 10) || '"'`, cell: { text_key: `'' || (n % 10)` } },
        Open: { json: 'n', cell: { num: 'n' } },
      });
      await grant('viewer');
    });

    const shownJob = async (who: Name) => (await ok(who, 'GET', `/api/collections/${db.id}/table-data?limit=1`)).job_id;

    /** Runs to its end, and is nothing to edi all the while. */
    async function isHidden({ job: { id } }: { job: { id: number } }): Promise<Any> {
      const unknown = (await t.call('edi', 'GET', '/api/v2/jobs/2000000000')).status;
      assert.equal(unknown, 404);
      const isUnknown = async (when: string) => {
        for (const [method, end] of [
          ['GET', ''],
          ['POST', '/cancel'],
        ] as const)
          assert.equal((await t.call('edi', method, `/api/v2/jobs/${id}${end}`)).status, unknown, `${when} ${method}`);
      };
      await isUnknown('on its way');
      assert.deepEqual([await shownJob('ann'), await shownJob('edi')], [id, null]);
      await t.app.jobs.drain();
      await isUnknown('done');
      const done = await ok('ann', 'GET', `/api/v2/jobs/${id}`);
      assert.deepEqual([done.status, done.error], ['completed', '']);
      const { undo } = done;
      if (undo !== null) {
        const undone = await t.call('edi', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`);
        assert.equal(undone.status, 404, undone.text);
      }
      return done;
    }

    it('is unknown to others when it converts it, and when that is taken back', async () => {
      const { Secret } = db.by;
      const started = await ok('ann', 'POST', `${properties()}/${Secret.id}/convert`, { type: 'number' });
      // Whoever may only read it could not convert it either.
      assert.equal((await t.call('com', 'POST', `/api/v2/jobs/${started.job.id}/cancel`)).status, 403);
      assert.equal(await shownJob('com'), null);
      const { undo } = await isHidden(started);
      assert.equal((await t.call('com', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`)).status, 403);
      await isHidden(await ok('ann', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`));
    });

    it('is unknown to them when it makes, changes or deletes a formula over it', async () => {
      const formula = (expression: string) => ({ config: { expression } });
      const making = { name: 'Over', type: 'formula', ...formula('prop("Secret") + "!"') };
      await isHidden(await ok('ann', 'POST', properties(), making));
      db = await db.reload();
      const over = `${properties()}/${db.by.Over.id}`;
      await isHidden(await ok('ann', 'PATCH', over, formula('prop("Secret") + "?"')));
      // Neither is the way out of it, nor the way in.
      const { undo } = await ok('ann', 'DELETE', over);
      assert.equal((await t.call('edi', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`)).status, 404);
      const { id } = await ok('ann', 'POST', properties(), { ...making, ...formula('prop("Open") + 1') }).then(
        async ({ job }) => {
          assert.equal((await ok('edi', 'GET', `/api/v2/jobs/${job.id}`)).status, 'queued');
          assert.equal(await shownJob('edi'), job.id);
          await t.app.jobs.drain();
          return ok('ann', 'GET', `/api/v2/jobs/${job.id}`).then(({ property_id }) => ({ id: property_id }));
        },
      );
      await isHidden(await ok('ann', 'PATCH', `${properties()}/${id}`, formula('prop("Secret") + "."')));
    });
  });

  describe('rows that somebody does not see', () => {
    let db: Made;
    let hidden: Any;
    before(async () => {
      const options = ['One', 'Two'].map((name) => ({ name }));
      db = await makeDatabase(t, [
        { name: 'Word', type: 'text' },
        { name: 'State', type: 'select', config: { options } },
      ]);
      const more = { name: 'More', type: 'formula', config: { expression: 'prop("Word") + "!"' } };
      await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, more);
      db = await db.reload();
      await db.row({ Word: '1', State: db.option('State', 'One') });
      hidden = await db.row({ Word: '2', State: db.option('State', 'Two') });
      await ok('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, { permission_type: 'restricted' });
    });
    const url = (name: string) => `/api/v2/collections/${db.id}/properties/${db.by[name].id}`;
    const undo = (who: Name, change: number) => t.call(who, 'POST', `/api/collections/${db.id}/changes/${change}/undo`);
    const refused = ({ status, body }: Any, what: string) =>
      assert.deepEqual(
        [status, body.detail],
        [403, `Only people who see every row of the database can ${what}.`],
        JSON.stringify(body),
      );

    it('lose no value by a conversion, nor when one is taken back', async () => {
      refused(
        await t.call('edi', 'POST', `${url('Word')}/convert`, { type: 'number' }),
        'change the types of its properties',
      );
      const done = await ok('ann', 'POST', `${url('Word')}/convert`, { type: 'number' });
      refused(await undo('edi', done.undo), 'change the types of its properties');
      assert.deepEqual((await db.read(hidden.id)).values[db.by.Word.id], 2);
      assert.equal((await undo('ann', done.undo)).status, 200);
      assert.deepEqual((await db.read(hidden.id)).values[db.by.Word.id], '2');
    });

    it('lose none by the deletion of a property or an option', async () => {
      const what = 'delete its properties and options';
      refused(await t.call('edi', 'DELETE', url('Word')), what);
      const config = { options: db.by.State.config.options.slice(0, 1) };
      refused(await t.call('edi', 'PATCH', url('State'), { config }), what);
      const { values } = await db.read(hidden.id);
      assert.deepEqual([values[db.by.Word.id], values[db.by.State.id]], ['2', db.option('State', 'Two')]);
      const added = { options: [...db.by.State.config.options, { name: 'Three' }] };
      await ok('edi', 'PATCH', url('State'), { config: added });
      // What is computed is lost with nothing, and what went comes back by whoever may edit the database.
      await ok('edi', 'DELETE', url('More'));
      const gone = await ok('ann', 'DELETE', url('Word'));
      assert.equal((await undo('edi', gone.undo)).status, 200);
      assert.equal((await db.read(hidden.id)).values[db.by.Word.id], '2');
    });
  });
});
