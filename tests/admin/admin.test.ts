// Administration over HTTP: nobody else gets in, nobody is removed who is needed, and jobs get another try.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const API = '/api/v2/admin';
const operations: [string, string, object?][] = [
  ['GET', '/users'],
  ['PATCH', '/users/1', { is_admin: true }],
  ['DELETE', '/users/2000000000'],
  ['GET', '/settings'],
  ['PUT', '/settings', { REGISTRATION: 'closed' }],
  ['GET', '/stats'],
  ['GET', '/jobs'],
  ['GET', '/jobs/schedule'],
  ['POST', '/jobs/1/retry'],
  ['POST', '/mail/test'],
  ['POST', '/purge'],
];
const pages = ['', '/users', '/mail', '/mail/1', '/jobs', '/calls', '/calls.csv', '/settings'];

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const api = (who: Name, method: string, path: string, body?: object) => t.call(who, method, `${API}${path}`, body);
  const person = (name: Name) => `/users/${t.user(name).id}`;
  const failedJob = async (values: object = {}): Promise<number> => {
    const at = t.app.now();
    const row = { kind: 'mail.send', payload: '{"id":0}', status: 'failed', attempts: 6, error: 'no route', ...values };
    const [made] = await t.app.database
      .writer('jobs')
      .insert({ ...row, run_at: at, created_at: at, finished_at: at })
      .returning('id');
    return made.id;
  };

  for (const [method, path, body] of operations) {
    it(`keeps ${method} ${path} to administrators with the scope admin`, async () => {
      assert.equal((await t.inject(method, `${API}${path}`, { body })).status, 401);
      assert.equal((await api('ann', method, path, body)).status, 403);
      for (const scopes of ['read', 'read,write']) {
        const headers = await t.token('adm', scopes);
        const answer = await t.inject(method, `${API}${path}`, { headers, body });
        assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'], scopes);
      }
    });
  }

  it('keeps its pages to administrators', async () => {
    for (const path of pages) {
      assert.equal((await t.call('ann', 'GET', `/admin${path}`)).status, 403, path);
      assert.equal((await t.inject('GET', `/admin${path}`)).status, 302, path);
    }
    for (const path of [
      '/users/1/change',
      '/users/1/sign-out',
      '/users/1/reset-link',
      '/jobs/1/retry',
      '/jobs/purge',
      '/settings',
    ])
      assert.equal((await t.form('ann', `/admin${path}`)).status, 403, path);
  });

  it('refuses bodies that say nothing or too much', async () => {
    for (const body of [{}, { is_admin: 'perhaps' }, { is_active: false, email: 'x@example.org' }])
      assert.equal((await api('adm', 'PATCH', person('ann'), body)).status, 422, JSON.stringify(body));
    assert.equal((await api('adm', 'PATCH', '/users/2000000000', { is_admin: true })).status, 404);
  });

  it('never loses the last administrator', async () => {
    for (const body of [{ is_admin: false }, { is_active: false }]) {
      const answer = await api('adm', 'PATCH', person('adm'), body);
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict'], JSON.stringify(body));
    }
    const page = await t.form('adm', `/admin${person('adm')}/change`, { is_active: 'false' });
    assert.equal(page.status, 409);
    assert.match(page.text, /role="alert">The last administrator/);
    assert.equal((await t.call('adm', 'GET', '/auth/user')).body.is_admin, true);
  });

  it('never deactivates the only owner of a workspace of several people', async () => {
    const answer = await api('adm', 'PATCH', person('ann'), { is_active: false });
    assert.deepEqual([answer.status, /only owner of Ann/.test(answer.body.detail)], [409, true]);
  });

  it('deactivates somebody, whose sessions and tokens end at once, and activates again', async () => {
    const headers = await t.token('bob');
    assert.equal((await t.inject('GET', '/api/v2/users/me', { headers })).status, 200);
    const answer = await api('adm', 'PATCH', person('bob'), { is_active: false });
    assert.deepEqual([answer.status, answer.body.is_active], [200, false]);
    assert.equal((await t.call('bob', 'GET', '/auth/user')).status, 401);
    assert.equal((await t.inject('GET', '/api/v2/users/me', { headers })).status, 401);
    assert.equal((await t.form('adm', `/admin${person('bob')}/reset-link`)).status, 409);
    const inactive = await api('adm', 'GET', '/users?only=inactive');
    assert.deepEqual(
      inactive.body.map(({ login }: { login: string }) => login),
      ['bob'],
    );
    assert.equal((await api('adm', 'PATCH', person('bob'), { is_active: true })).body.is_active, true);
    assert.equal((await t.inject('GET', '/api/v2/users/me', { headers })).status, 200);
    assert.equal((await t.call('bob', 'GET', '/auth/user')).status, 401, 'the old session came back');
  });

  it('appoints an administrator, who is told by mail', async () => {
    assert.equal((await api('adm', 'PATCH', person('edi'), { is_admin: true })).body.is_admin, true);
    assert.equal((await t.call('edi', 'GET', '/admin')).status, 200);
    const { items } = await t.app.mail.list(t.ctx('adm'), 1, 0);
    assert.deepEqual([items[0]?.to_address, items[0]?.subject], ['edi@example.org', 'Your rights were changed']);
    assert.equal((await t.form('adm', `/admin${person('edi')}/change`, { is_admin: 'false' })).status, 303);
    assert.equal((await t.call('edi', 'GET', '/admin')).status, 403);
  });

  it('signs somebody out everywhere', async () => {
    assert.equal((await t.form('adm', `/admin${person('com')}/sign-out`)).status, 303);
    assert.equal((await t.call('com', 'GET', '/auth/user')).status, 401);
  });

  it('makes a link that sets a password once, and shows it in this answer only', async () => {
    const page = await t.form('adm', `/admin${person('vic')}/reset-link`);
    assert.equal(page.headers['cache-control'], 'no-store');
    const token = /\/auth\/reset\?token=([\w-]+)/.exec(page.text)?.[1];
    assert.ok(token);
    assert.ok(!(await t.call('adm', 'GET', '/admin/users')).text.includes(token));
    const body = { token, password: 'four loud green frogs' };
    assert.deepEqual(
      [
        (await t.inject('POST', '/auth/reset', { body })).status,
        (await t.inject('POST', '/auth/reset', { body })).status,
      ],
      [200, 401],
    );
  });

  it('finds people by name, login and address', async () => {
    for (const q of ['Edi Exa', 'EDI', 'edi@example']) {
      const { body, headers } = await api('adm', 'GET', `/users?q=${encodeURIComponent(q)}`);
      assert.deepEqual([body.length, body[0]?.login, headers['x-total-count']], [1, 'edi', '1'], q);
    }
    assert.equal((await api('adm', 'GET', '/users?q=100%25')).body.length, 0);
    await t.call('edi', 'PUT', '/api/user/profile', { full_name: 'Ödi  Exämple' });
    for (const q of ['Ödi', 'ödi exämple', 'odi', 'ÖDI EX']) {
      const { body } = await api('adm', 'GET', `/users?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        body.map(({ login }: { login: string }) => login),
        ['edi'],
        q,
      );
    }
  });

  it('shows settings with their sources and never a secret', async () => {
    const { body, text } = await api('adm', 'GET', '/settings');
    const secret = body.settings.find(({ name }: { name: string }) => name === 'SECRET_KEY');
    assert.deepEqual([secret.is_secret, secret.value], [true, null]);
    assert.ok(!text.includes(t.app.settings.SECRET_KEY));
    assert.ok(!(await t.call('adm', 'GET', '/admin/settings')).text.includes(t.app.settings.SECRET_KEY));
  });

  it('counts what there is and what happened on 14 days', async () => {
    const { body } = await api('adm', 'GET', '/stats');
    assert.deepEqual(body.users, { total: 6, active: 6, admins: 1 });
    assert.equal(body.days.length, 14);
    assert.deepEqual([body.days.at(-1).users, body.days[0].users], [6, 0]);
    assert.ok(body.days.at(-1).logins >= 6);
    const page = await t.call('adm', 'GET', '/admin');
    assert.match(page.text, /<svg class="graph[^>]+aria-label="New people: 6 in the last 14 days, at most 6 on a day"/);
    assert.match(page.text, /<th scope="row">\d+ \w+<\/th><td>6<\/td>/);
  });

  it('tries failed jobs again, and only those', async () => {
    const id = await failedJob();
    const done = await failedJob({ status: 'done' });
    assert.equal((await api('adm', 'POST', '/jobs/2000000000/retry')).status, 404);
    assert.equal((await api('adm', 'POST', `/jobs/${done}/retry`)).status, 409);
    const failed = await api('adm', 'GET', '/jobs?status=failed');
    assert.deepEqual([failed.body[0].id, failed.body[0].error, 'payload' in failed.body[0]], [id, 'no route', false]);
    const again = await api('adm', 'POST', `/jobs/${id}/retry`);
    assert.deepEqual([again.body.status, again.body.attempts, again.body.error], ['queued', 0, '']);
    assert.equal((await api('adm', 'POST', `/jobs/${id}/retry`)).status, 409);
    const other = await failedJob();
    assert.match((await t.call('adm', 'GET', '/admin/jobs?status=failed')).text, /no route/);
    assert.equal((await t.form('adm', `/admin/jobs/${other}/retry`)).status, 303);
    await t.app.jobs.drain();
  });

  it('says when each job by the clock ran last and when it runs next', async () => {
    await failedJob({
      status: 'done',
      kind: 'databases.purge-changes',
      unique_key: 'cron:databases.purge-changes:then',
    });
    const { body } = await api('adm', 'GET', '/jobs/schedule?limit=100');
    const purge = body.find(({ kind }: { kind: string }) => kind === 'databases.purge-changes');
    assert.deepEqual(Object.keys(purge).toSorted(), ['cron', 'kind', 'last_run_at', 'next_run_at']);
    assert.ok(purge.next_run_at > t.app.now() && purge.last_run_at <= t.app.now(), JSON.stringify(purge));
    assert.equal((await api('ann', 'GET', '/jobs/schedule')).status, 403);
  });

  it('lists and retries jobs on the command line', async () => {
    const id = await failedJob();
    const results: Record<string, unknown>[] = [];
    const run = (name: string, args: string[], options: Record<string, string>) => {
      const command = t.app.commands().find((one) => one.name === name) as Command;
      const output = {
        json: true,
        line() {},
        table() {},
        result: (value: object) => void results.push(value as Record<string, unknown>),
        progress: () => ({ update() {}, end() {} }),
      };
      const nothing = { secret: async () => '', stdin: async () => '' };
      return command.run(t.app, { args, options, output, signal: new AbortController().signal, ...nothing });
    };
    await assert.rejects(run('jobs retry', ['x'], {}), UsageProblem);
    await assert.rejects(run('jobs list', [], { limit: 'all' }), UsageProblem);
    await assert.rejects(run('jobs retry', ['2000000000'], {}), /does not exist/);
    assert.equal(await run('jobs list', [], { status: 'failed', limit: '1' }), 0);
    const { jobs } = results.at(-1) as { jobs: { id: number }[] };
    assert.equal(jobs[0]?.id, id);
    assert.equal(await run('jobs retry', [String(id)], {}), 0);
    await assert.rejects(run('jobs retry', [String(id)], {}), /Only a failed job/);
    await t.app.jobs.drain();
  });

  it('sends a mail that failed once more when its job is tried again', async () => {
    assert.deepEqual((await api('adm', 'POST', '/mail/test')).body, { ok: true, status: 'kept' });
    const [row] = await t.app.database.reader('mail_outbox').orderBy('id', 'desc').limit(1);
    await t.app.database.writer('mail_outbox').where({ id: row.id }).update({ status: 'failed' });
    await api('adm', 'POST', `/jobs/${await failedJob({ payload: JSON.stringify({ id: row.id }) })}/retry`);
    assert.equal((await t.app.database.reader('mail_outbox').where({ id: row.id }).first()).status, 'queued');
    await t.app.database.writer('mail_outbox').where({ id: row.id }).update({ status: 'kept' });
  });

  it('begins the cleaning, once at a time', async () => {
    const { body } = await api('adm', 'POST', '/purge');
    assert.ok(body.queued.includes('core.purge') && body.queued.includes('pages.purge-trash'), body.queued);
    await api('adm', 'POST', '/purge');
    const rows = await t.app.database.reader('jobs').where({ kind: 'core.purge', status: 'queued' });
    assert.equal(rows.length, 1);
    await t.app.jobs.drain();
  });
});
