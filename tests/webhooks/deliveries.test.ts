// Deliveries: what is told and to whom, how often it is tried, and what receivers may do without harm to others.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Receiver, statusOf, withReceiver } from './receiver.ts';

interface Hook {
  id: number;
  secret: string;
}

interface Attempt {
  id: number;
  status: string;
  attempt: number;
  http_code: number | null;
  error: string | null;
  answer: string | null;
  payload: string;
  next_retry_at: number | null;
  message_id: string;
  created_at: string;
}

const HOUR = 3_600_000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  let late = 0;
  let paths = 0;
  withReceiver(
    open,
    (app, given) => {
      t = app;
      receiver = given;
    },
    { now: () => new Date(Date.now() + late).toISOString() },
  );
  beforeEach(async () => {
    await t.app.database.writer('webhooks').delete();
    for (const who of ['edi', 'vic'] as const) {
      const role = who === 'edi' ? 'editor' : 'viewer';
      await t.app.database
        .writer('workspace_members')
        .where({ user_id: t.user(who).id, workspace_id: t.ws1 })
        .update({ role });
    }
  });

  const call = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await t.call(who, method, url, body && { body });
    assert.equal(answer.status, 200, `${method} ${url} ${answer.text}`);
    return answer.body;
  };
  const fresh = (): string => {
    paths += 1;
    return `/hook-${paths}`;
  };
  const hookAt = (path: string, who: Name = 'ann', extra: object = {}): Promise<Hook> =>
    call(who, 'POST', '/api/v2/webhooks', { workspace_id: t.ws1, url: receiver.url(path), ...extra });
  const page = async (title = 'Plan', who: Name = 'ann'): Promise<number> =>
    (await call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1 })).id;
  const rename = (id: number, title: string, who: Name = 'ann') =>
    call(who, 'PUT', `/api/pages/${id}/rename`, { title });
  const attempts = (hook: Hook, who: Name = 'ann'): Promise<Attempt[]> =>
    call(who, 'GET', `/api/v2/webhooks/${hook.id}/deliveries?limit=100`);
  const settled = async (hook: Hook): Promise<Attempt[]> => {
    await until(async () => {
      const all = await attempts(hook);
      return all.length > 0 && all.every(({ status }) => status !== 'pending');
    });
    return attempts(hook);
  };
  /** nothing that has happened is still on its way */
  const quiet = async () => {
    await t.app.events.run();
    await until(async () => !(await t.app.database.reader('webhook_deliveries').where({ status: 'pending' })).length);
  };
  const types = (path: string) => receiver.at(path).map(({ body }) => body.type);

  describe('messages', () => {
    it('say what happened, signed, under an id that all attempts share', async () => {
      const path = fresh();
      const hook = await hookAt(path, 'ann', { headers: { 'x-team': 'docs' } });
      const id = await page();
      await until(() => receiver.at(path).length);
      const [one] = receiver.at(path);
      const message = new Webhook(hook.secret).verify(one?.text ?? '', one?.headers ?? {}) as Record<string, unknown>;
      assert.deepEqual(Object.keys(message).sort(), [
        ...['actor_id', 'changed', 'data', 'id', 'origin', 'seq', 'timestamp', 'type', 'workspace_id'],
      ]);
      assert.deepEqual(
        [message.type, message.data, message.actor_id, message.workspace_id, message.origin],
        ['page.created', { id }, t.user('ann').id, t.ws1, 'user'],
      );
      assert.equal(one?.headers['webhook-id'], `msg_${message.id}_${hook.id}`);
      assert.deepEqual([one?.headers['x-team'], one?.headers['content-type']], ['docs', 'application/json']);
      const [kept] = await settled(hook);
      assert.deepEqual([kept?.status, kept?.http_code, kept?.attempt, kept?.answer], ['success', 200, 0, 'thanks']);
    });

    it('hold the page or the row as the owner sees it, unless that is long', async () => {
      const path = fresh();
      await hookAt(path, 'vic' as Name, {}).catch(() => {});
      await hookAt(path, 'edi', { payload: 'full', events: ['page.updated'] });
      const id = await page();
      await rename(id, 'Longer plan');
      await until(() => receiver.at(path).length === 1);
      assert.equal(receiver.at(path)[0]?.body.data.page.title, 'Longer plan');
      await call('ann', 'PUT', `/api/pages/${id}/content`, { markdown: 'word '.repeat(6000) });
      await until(() => receiver.at(path).length === 2);
      const last = receiver.at(path)[1]?.body;
      assert.deepEqual([last.truncated, last.data], [true, { id }]);
    });

    it('come for what was asked for: rows by their own name, one database, and rows that match', async () => {
      const [all, rows, one, few] = [fresh(), fresh(), fresh(), fresh()];
      const properties = [{ name: 'Seats', type: 'number' }];
      const talks = await call('ann', 'POST', '/api/v2/collections', {
        workspace_id: t.ws1,
        name: 'Talks',
        properties,
      });
      const other = await call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Other' });
      await hookAt(all, 'ann', { events: ['page.created', 'member.*'] });
      await hookAt(rows, 'ann', { events: ['row.*'] });
      await hookAt(one, 'ann', { events: ['*'], collection_id: talks.id });
      const filter = { property_id: 'Seats', op: 'gt', value: 10 };
      await hookAt(few, 'ann', { events: ['row.created'], collection_id: talks.id, filter });
      await page();
      await call('ann', 'POST', `/api/v2/collections/${other.id}/rows`, { title: 'Other row' });
      for (const seats of [5, 50])
        await call('ann', 'POST', `/api/v2/collections/${talks.id}/rows`, {
          title: `${seats}`,
          values: { Seats: seats },
        });
      await call('ann', 'PATCH', `/api/v2/collections/${talks.id}`, { description: 'All talks' });
      await quiet();
      // A page and three rows; the databases were there before.
      assert.deepEqual(types(all), Array(4).fill('page.created'));
      assert.deepEqual(types(rows), ['page.created', 'page.created', 'page.created']);
      assert.deepEqual(types(one).toSorted(), ['collection.updated', 'page.created', 'page.created', 'page.updated']);
      assert.deepEqual(receiver.at(few).length, 1);
    });

    it('of a hook with a filter say that a row went that matched, and that it came back', async () => {
      const [path, whole] = [fresh(), fresh()];
      const properties = [{ name: 'Seats', type: 'number' }];
      const talks = await call('ann', 'POST', '/api/v2/collections', {
        workspace_id: t.ws1,
        name: 'Talks',
        properties,
      });
      const filter = { property_id: 'Seats', op: 'gt', value: 10 };
      await hookAt(path, 'edi', { events: ['row.deleted', 'row.restored'], collection_id: talks.id, filter });
      await hookAt(whole, 'ann', { events: ['page.deleted'], collection_id: talks.id, filter });
      const ids: number[] = [];
      for (const seats of [5, 50, 60]) {
        const row = { title: `${seats}`, values: { Seats: seats } };
        ids.push((await call('ann', 'POST', `/api/v2/collections/${talks.id}/rows`, row)).id);
      }
      for (const id of ids) await call('ann', 'POST', `/api/pages/${id}/trash`);
      await quiet();
      const told = (at: string) => receiver.at(at).map(({ body }) => `${body.type} ${body.data.id}`);
      const [few, many, hidden] = ids as [number, number, number];
      assert.deepEqual(told(path).toSorted(), [`page.deleted ${many}`, `page.deleted ${hidden}`]);
      assert.deepEqual(told(whole).toSorted(), told(path).toSorted());
      receiver.received = [];
      for (const id of [few, many, hidden]) await call('ann', 'POST', `/api/pages/${id}/restore`);
      await quiet();
      assert.deepEqual(told(path).toSorted(), [`page.restored ${many}`, `page.restored ${hidden}`]);
      await call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { permission_type: 'private' });
      await quiet();
      receiver.received = [];
      await call('ann', 'POST', `/api/pages/${hidden}/trash`);
      await call('ann', 'POST', `/api/pages/${talks.page_id}/trash`);
      await quiet();
      // With the whole database; what the owner of a hook does not see is not told them in the trash either.
      assert.deepEqual(told(path), [`page.deleted ${many}`]);
      assert.deepEqual(told(whole).toSorted(), [`page.deleted ${many}`, `page.deleted ${hidden}`]);
    });

    it('never come of imports, except of their end, unless asked for', async () => {
      const [plain, keen] = [fresh(), fresh()];
      await hookAt(plain);
      await hookAt(keen, 'ann', { include_imports: true });
      const importing = t.ctx('ann').as(t.ctx('ann').actor, 'import');
      const id = await page();
      await quiet();
      receiver.received = [];
      await importing.tx((tx) =>
        tx.emit(
          { type: 'page.updated', data: { id }, workspace_id: t.ws1, changed: ['title'] },
          { type: 'import.completed', data: { id: t.ws1 }, workspace_id: t.ws1 },
        ),
      );
      await quiet();
      assert.deepEqual(
        [types(plain), types(keen).toSorted()],
        [['import.completed'], ['import.completed', 'page.updated']],
      );
    });

    it('carry no marks of writing together', async () => {
      const path = fresh();
      await hookAt(path);
      const id = await page();
      await quiet();
      receiver.received = [];
      const emit = (mark: object) =>
        t
          .ctx('ann')
          .tx((tx) =>
            tx.emit({ type: 'page.updated', data: { id, ...mark }, workspace_id: t.ws1, changed: ['content'] }),
          );
      await emit({ live: true });
      await emit({ checkpoint: true });
      await quiet();
      assert.deepEqual(
        receiver.at(path).map(({ body }) => body.data),
        [{ id }],
      );
    });
  });

  describe('rights', () => {
    it('of the owner decide what is told, and are asked again at each attempt', async () => {
      const path = fresh();
      receiver.behaviors[path] = statusOf(500);
      const hook = await hookAt(path, 'edi', { payload: 'full' });
      const id = await page('SECRET-7f3a');
      await settled(hook);
      const restricted = { permission_type: 'private' };
      await call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, restricted);
      await rename(id, 'SECRET-7f3a again');
      const hidden = await page('Another');
      await call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, restricted);
      receiver.received = [];
      late += 10_000;
      await until(async () => (await attempts(hook)).some(({ error }) => error === 'no_access'));
      await quiet();
      assert.ok(!receiver.received.some(({ body }) => body.data.id === id));
      const lost = (await attempts(hook)).filter(({ error }) => error === 'no_access');
      assert.ok(lost.length > 0 && lost.every(({ status, payload }) => status === 'failed' && payload === '{}'));
      const kept = await t.app.database.reader('webhook_deliveries').where({ webhook_id: hook.id, page_id: id });
      const earlier = kept.filter(({ status }) => status === 'superseded');
      assert.ok(
        earlier.length > 0 && earlier.every(({ payload }) => payload === '{}'),
        'earlier attempts keep nothing of it',
      );
      // Nothing that was told before is shown to them either.
      assert.ok(!JSON.stringify(await attempts(hook, 'edi')).includes(`{"id":${id}`));
      late = 0;
    });

    it('leave out properties that the owner does not see, and what changed in them', async () => {
      const [path, open] = [fresh(), fresh()];
      const properties = ['Salary', 'Seats'].map((name) => ({ name, type: 'number' }));
      const staff = await call('ann', 'POST', '/api/v2/collections', {
        workspace_id: t.ws1,
        name: 'Staff',
        properties,
      });
      const known = await call('ann', 'GET', `/api/v2/collections/${staff.id}/properties`);
      const [salary, seats] = ['Salary', 'Seats'].map(
        (name) => known.find((one: { name: string }) => one.name === name).id,
      );
      const body = { user_id: t.user('ann').id, role: 'editor' };
      await call('ann', 'POST', `/api/v2/collections/${staff.id}/properties/${salary}/permissions`, body);
      const partial = await hookAt(path, 'edi', { payload: 'full', events: ['row.updated'] });
      await hookAt(open, 'ann', { payload: 'full', events: ['row.updated'] });
      const row = await call('ann', 'POST', `/api/v2/collections/${staff.id}/rows`, {
        title: 'Ada',
        values: { [salary]: 777001, [seats]: 1 },
      });
      const change = (values: object) => call('ann', 'PATCH', `/api/v2/rows/${row.id}`, { values });
      await change({ [salary]: 777002 });
      await change({ [salary]: 777003, [seats]: 2 });
      await quiet();
      assert.deepEqual(
        receiver.at(path).map((one) => one.body.changed),
        [[`values.${seats}`]],
      );
      assert.ok(!receiver.at(path).some(({ text }) => text.includes('77700') || text.includes(`"${salary}"`)));
      assert.equal(receiver.at(open).length, 2);
      assert.ok(receiver.at(open).every(({ text }) => text.includes('77700')));
      // Nor are they named in the records of what was sent, once they are hidden.
      const named = async (who: Name) => JSON.stringify(await attempts(partial, who)).includes(`values.${seats}`);
      assert.deepEqual([await named('ann'), await named('edi')], [true, true]);
      await call('ann', 'POST', `/api/v2/collections/${staff.id}/properties/${seats}/permissions`, body);
      assert.deepEqual([await named('ann'), await named('edi')], [true, false]);
    });

    it('end with the account, and with membership', async () => {
      const path = fresh();
      await hookAt(path, 'edi');
      const db = t.app.database.writer;
      await db('users').where({ login: 'edi' }).update({ is_active: 0 });
      await page();
      await quiet();
      await db('users').where({ login: 'edi' }).update({ is_active: 1 });
      await call('ann', 'DELETE', `/api/v2/workspaces/${t.ws1}/members/${t.user('edi').id}`);
      await page();
      await quiet();
      await db('workspace_members').insert({
        workspace_id: t.ws1,
        user_id: t.user('edi').id,
        role: 'editor',
        joined_at: t.app.now(),
      });
      assert.deepEqual(receiver.at(path), []);
    });

    it('blank what was kept when a page goes for good', async () => {
      const path = fresh();
      const hook = await hookAt(path);
      const id = await page();
      await settled(hook);
      await call('ann', 'POST', `/api/pages/${id}/trash`);
      await call('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`);
      await quiet();
      const kept = await t.app.database.reader('webhook_deliveries').where({ page_id: id, event: 'page.created' });
      assert.deepEqual(
        kept.map(({ payload, answer }) => [payload, answer]),
        [['{}', null]],
      );
      const last = receiver.at(path).at(-1)?.body;
      assert.deepEqual([last.type, last.data], ['page.deleted', { id, permanent: true }]);
    });
  });

  describe('attempts', () => {
    it('follow each other with the waits of the contract, as rows that supersede each other', async () => {
      const path = fresh();
      receiver.behaviors[path] = statusOf(500);
      const hook = await hookAt(path, 'ann', { events: ['page.created'] });
      await page();
      await settled(hook);
      const waits: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const [last] = await settled(hook);
        assert.deepEqual(
          [last?.status, last?.attempt, last?.http_code, last?.error],
          ['retrying', round, 500, 'status'],
        );
        waits.push((last?.next_retry_at ?? 0) - Math.floor((Date.now() + late) / 1000));
        late = (last?.next_retry_at ?? 0) * 1000 - Date.now() + 500;
        await until(async () => (await attempts(hook))[0]?.attempt === round + 1);
      }
      const all = await settled(hook);
      assert.deepEqual(
        all.map(({ status, attempt }) => [status, attempt]),
        [['failed', 9], ...Array.from({ length: 9 }, (_, at) => ['superseded', 8 - at])],
      );
      const least = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
      for (const [at, wait] of waits.entries())
        assert.ok(wait > (least[at] as number) - 5 && wait <= (least[at] as number) * 1.2 + 2, `${at}: ${wait}`);
      assert.equal(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size, 1);
      const [told] = await call('ann', 'GET', '/api/v2/notifications');
      assert.deepEqual([told.type, told.page_id, told.url], ['webhook_failing', null, `/webhooks/${hook.id}`]);
      late = 0;
    });

    it('wait as long as the receiver asks, up to a day', async () => {
      const paths = [fresh(), fresh(), fresh()] as const;
      receiver.behaviors[paths[0]] = statusOf(429, { 'retry-after': '60' });
      receiver.behaviors[paths[1]] = statusOf(503, { 'retry-after': '9999999' });
      receiver.behaviors[paths[2]] = statusOf(500, { 'retry-after': '9999' });
      const hooks = await Promise.all(paths.map((path) => hookAt(path)));
      await page();
      const waits = [];
      for (const hook of hooks)
        waits.push(((await settled(hook))[0]?.next_retry_at ?? 0) - Math.floor(Date.now() / 1000));
      const near = (wait: number | undefined, wanted: number) => Math.abs((wait ?? 0) - wanted) <= 4;
      assert.ok(near(waits[0], 60) && near(waits[1], 86_400) && near(waits[2], 6), String(waits));
    });

    const ends: [string, number, Record<string, string>, string][] = [
      ['a redirect', 302, { location: 'http://169.254.169.254/' }, 'redirect'],
      ['the wish to abort', 500, { 'webhook-delivery': 'abort-message' }, 'aborted'],
      ['410', 410, {}, 'gone'],
    ];
    for (const [what, status, headers, error] of ends)
      it(`take ${what} as they should`, async () => {
        const path = fresh();
        receiver.behaviors[path] = statusOf(status, headers);
        const hook = await hookAt(path);
        await page();
        const [last] = await settled(hook);
        assert.deepEqual([last?.status, last?.error], [error === 'redirect' ? 'retrying' : 'failed', error]);
        const now = await call('ann', 'GET', `/api/v2/webhooks/${hook.id}`);
        assert.deepEqual([now.enabled, now.disabled_reason], error === 'gone' ? [false, 'gone'] : [true, null]);
      });

    it('end after days without success, with notice, and what was missed is sent when it is on again', async () => {
      const path = fresh();
      receiver.behaviors[path] = statusOf(500);
      const hook = await hookAt(path, 'ann', { events: ['page.created'] });
      const first = await page();
      await settled(hook);
      const db = t.app.database.writer;
      const days = (count: number) => new Date(Date.parse(t.app.now()) - count * 24 * HOUR).toISOString();
      await db('webhooks')
        .where({ id: hook.id })
        .update({ failing_since: days(6), told_at: days(3) });
      await db('webhook_deliveries').where({ webhook_id: hook.id }).update({ attempt: 8, next_retry_at: 1 });
      await until(async () => !(await call('ann', 'GET', `/api/v2/webhooks/${hook.id}`)).enabled);
      const off = await call('ann', 'GET', `/api/v2/webhooks/${hook.id}`);
      assert.equal(off.disabled_reason, 'failing');
      const told = await call('ann', 'GET', '/api/v2/notifications');
      const own = told.filter(({ url }: { url: string }) => url === `/webhooks/${hook.id}`);
      assert.ok(own.some(({ type }: { type: string }) => type === 'webhook_off'));
      const missed = await page('Missed');
      await quiet();
      const recover = () => t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/recover`, { body: { since: days(1) } });
      assert.equal((await recover()).status, 409);
      delete receiver.behaviors[path];
      receiver.received = [];
      const on = await call('ann', 'PATCH', `/api/v2/webhooks/${hook.id}`, { enabled: true });
      assert.deepEqual([on.enabled, on.disabled_reason, on.health], [true, null, 'well']);
      assert.ok((await recover()).body.queued >= 2);
      await quiet();
      const sent = receiver.at(path).map(({ body }) => body.data.id);
      assert.ok(sent.includes(first) && sent.includes(missed));
      assert.equal((await recover()).body.queued, 0);
      const [last] = await attempts(hook);
      await call('ann', 'POST', `/api/v2/webhooks/${hook.id}/deliveries/${last?.id}/redeliver`);
      await quiet();
      const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
      assert.equal(ids.at(-1), last?.message_id);
    });

    it('never go out unsigned: with another key the hook is off', async () => {
      const path = fresh();
      const hook = await hookAt(path);
      const sealed = t.app.secrets.encrypt('whsec_x', 'something else');
      await t.app.database.writer('webhooks').where({ id: hook.id }).update({ secret_encrypted: sealed });
      await page();
      await until(async () => !(await call('ann', 'GET', `/api/v2/webhooks/${hook.id}`)).enabled);
      assert.deepEqual(receiver.at(path), []);
      assert.equal((await call('ann', 'GET', `/api/v2/webhooks/${hook.id}`)).disabled_reason, 'secret_unreadable');
      await call('ann', 'POST', `/api/v2/webhooks/${hook.id}/rotate-secret`, { overlap_hours: 0 });
      await call('ann', 'PATCH', `/api/v2/webhooks/${hook.id}`, { enabled: true });
      await page();
      await until(() => receiver.at(path).length);
    });
  });

  it('are kept for 30 days, and 1,000 of each hook', async () => {
    const path = fresh();
    const hook = await hookAt(path);
    await page();
    await settled(hook);
    const db = t.app.database.writer;
    const [row] = await db('webhook_deliveries').where({ webhook_id: hook.id });
    const { id: _, cause: __, ...rest } = row;
    for (let part = 0; part < 6; part += 1)
      await db('webhook_deliveries').insert(Array.from({ length: 200 }, () => ({ ...rest, cause: null })));
    await db('webhook_deliveries').where({ id: row.id }).update({ created_at: '2020-01-01T00:00:00.000Z' });
    await t.app.jobs
      .kind('webhooks.purge')
      ?.run(t.app.context({ type: 'system', reason: 'test' }), {}, new AbortController().signal);
    const [{ total }] = (await db('webhook_deliveries').where({ webhook_id: hook.id }).count({ total: '*' })) as [
      { total: number },
    ];
    assert.equal(Number(total), 1000);
    assert.equal(await db('webhook_deliveries').where({ id: row.id }).first(), undefined);
  });
});
