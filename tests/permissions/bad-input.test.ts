// Every request about rights that must be refused: the error of the contract, in its order, and not one row changed.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { tallies } from '../../core/database/database-dump.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { codeAt, enrol, pendingOf, verify } from '../two-factor/person.ts';

/** What is counted, queued or noted of any request, whatever becomes of it. */
const NOTED = ['throttles', 'user_sessions', 'api_audit', 'jobs', 'idempotency_keys', 'event_cursors'];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    const now = () => new Date(Date.now() + late).toISOString();
    t = await startApp(await open(), { now, settings: { LOGIN_LIMIT_IP: '0' } });
  });
  after(() => t.stop());

  const made = async (who: Name, url: string, body: object) => {
    const answer = await t.call(who, 'POST', url, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id as number;
  };
  const rowsNow = async () => {
    const { database } = t.app;
    const found = await tallies(database, database.reader);
    return Object.fromEntries([...found].filter(([table]) => !NOTED.includes(table)));
  };

  it('is refused, and nothing changes', async () => {
    const here = { workspace_id: t.ws1, title: 'Here' };
    const page = await made('ann', '/api/v2/pages', here);
    const taken = await made('ann', '/api/v2/pages', here);
    const locked = await made('ann', '/api/v2/pages', here);
    const elsewhere = await made('bob', '/api/v2/pages', { workspace_id: t.ws2, title: 'Elsewhere' });
    const [group, foreign] = [
      await made('ann', '/api/v2/groups', { workspace_id: t.ws1, name: 'Ours' }),
      await made('bob', '/api/v2/groups', { workspace_id: t.ws2, name: 'Theirs' }),
    ];
    for (const [url, body] of [
      [`/api/v2/pages/${taken}/publish`, { slug: 'taken' }],
      [`/api/v2/pages/${locked}/lock`, undefined],
      [`/api/v2/pages/${taken}/permissions/type`, { permission_type: 'private', keep_published: true }],
    ] as const)
      assert.equal((await t.call('ann', 'PUT', url, body)).status, 200);
    const mine = (await t.call('ann', 'GET', `/api/v2/pages/${taken}/permissions`)).body[0].id as number;

    // Somebody who is an owner below one page only, and in a group.
    const shelf = await made('ann', '/api/v2/pages', { ...here, title: 'Shelf' });
    const inShelf = await made('ann', '/api/v2/pages', { ...here, parent_id: shelf });
    await made('ann', `/api/v2/pages/${shelf}/permissions`, { user_id: t.user('vic').id, role: 'owner' });
    await t.call('ann', 'POST', `/api/v2/groups/${group}/members`, { user_id: t.user('vic').id });

    // A code that was used, and a token that waits for one.
    const { secret } = await enrol(t, 'com');
    late += 30_000;
    const code = codeAt(secret, t.app.now());
    const signedIn = await verify(t, { pending_token: await pendingOf(t, 'com'), code });
    assert.equal(signedIn.status, 200, signedIn.text);
    const pending = await pendingOf(t, 'com');
    const bearer = { authorization: `Bearer ${pending}` };
    await t.app.events.run();

    const vic = t.user('vic').id;
    const stranger = t.user('bob').id;
    const grants = (id = page) => `/api/v2/pages/${id}/permissions`;
    const publish = (id = page) => `/api/v2/pages/${id}/publish`;
    const member = (ws: number, who: Name) => `/api/v2/workspaces/${ws}/members/${t.user(who).id}`;
    const call = (who: Name | 'anon', method: string, url: string, body?: object) => () =>
      t.call(who, method, url, body);
    const table: [string, () => Promise<Answer>, number, string][] = [
      // Nobody named, and in which order what else is wrong is said.
      ['a grant to nobody', call('ann', 'POST', grants(), { role: 'viewer' }), 422, 'validation_failed'],
      ['the same, signed out', call('anon', 'POST', grants(), { role: 'viewer' }), 401, 'unauthorized'],
      ['the same on what is hidden', call('bob', 'POST', grants(), { role: 'viewer' }), 422, 'validation_failed'],
      [
        'to both',
        call('ann', 'POST', grants(), { user_id: vic, group_id: group, role: 'viewer' }),
        422,
        'validation_failed',
      ],
      ['a share with nobody', call('ann', 'POST', `/api/pages/${page}/share`, { access: 'view' }), 422, ''],
      ['on a hidden page', call('bob', 'POST', grants(), { user_id: vic, role: 'viewer' }), 404, 'not_found'],
      ['to a stranger', call('ann', 'POST', grants(), { user_id: stranger, role: 'viewer' }), 404, 'not_found'],
      [
        'to nobody there is',
        call('ann', 'POST', grants(), { user_id: 2_147_483_647, role: 'viewer' }),
        404,
        'not_found',
      ],
      [
        'to a stranger, by who may not',
        call('vic', 'POST', grants(), { user_id: stranger, role: 'viewer' }),
        404,
        'not_found',
      ],
      ['by who may not', call('vic', 'POST', grants(), { user_id: vic, role: 'viewer' }), 403, 'forbidden'],
      ['a role above one’s own', call('edi', 'POST', grants(), { user_id: vic, role: 'owner' }), 403, 'forbidden'],
      [
        'one’s own above',
        call('edi', 'POST', grants(), { user_id: t.user('edi').id, role: 'owner' }),
        403,
        'forbidden',
      ],
      [
        'less for a group than one of its people has, who stands above',
        call('edi', 'POST', grants(inShelf), { group_id: group, role: 'viewer' }),
        403,
        'forbidden',
      ],
      ['another page’s grant', call('ann', 'DELETE', `${grants()}/${mine}`), 404, 'not_found'],
      ['a foreign group', call('ann', 'POST', grants(), { group_id: foreign, role: 'viewer' }), 404, 'not_found'],
      [
        'a foreign group, seen',
        call('adm', 'POST', grants(), { group_id: foreign, role: 'viewer' }),
        422,
        'validation_failed',
      ],
      [
        'a group on a private page',
        call('ann', 'POST', grants(taken), { group_id: group, role: 'viewer' }),
        409,
        'conflict',
      ],
      [
        'a foreign person in a group',
        call('adm', 'POST', `/api/v2/groups/${group}/members`, { user_id: stranger }),
        422,
        'validation_failed',
      ],
      // Addresses that mean something else, or somebody else's.
      ['slug 42', call('ann', 'PUT', publish(), { slug: '42' }), 422, 'validation_failed'],
      ['slug api', call('ann', 'PUT', publish(), { slug: 'api' }), 422, 'validation_failed'],
      ['somebody’s slug', call('ann', 'PUT', publish(), { slug: 'taken' }), 409, 'conflict'],
      ['somebody’s slug, by who may not', call('edi', 'PUT', publish(), { slug: 'taken' }), 403, 'forbidden'],
      ['slug 42 on a hidden page', call('ann', 'PUT', publish(elsewhere), { slug: '42' }), 422, 'validation_failed'],
      ['a slug on a hidden page', call('ann', 'PUT', publish(elsewhere), { slug: 'mine' }), 404, 'not_found'],
      ['somebody’s slug on a locked page', call('adm', 'PUT', publish(page), { slug: 'taken' }), 409, 'conflict'],
      // A workspace keeps an owner.
      ['the last owner leaves', call('bob', 'DELETE', member(t.ws2, 'bob')), 409, 'conflict'],
      ['the last owner steps down', call('bob', 'PATCH', member(t.ws2, 'bob'), { role: 'viewer' }), 409, 'conflict'],
      ['the same by a stranger', call('ann', 'DELETE', member(t.ws2, 'bob')), 404, 'not_found'],
      ['an owner by an editor', call('edi', 'DELETE', member(t.ws1, 'ann')), 403, 'forbidden'],
      // Second steps.
      ['a code sent twice', () => verify(t, { pending_token: pending, code }), 401, 'unauthorized'],
      [
        'a pending token as a token',
        () => t.inject('GET', '/api/v2/users/me', { headers: bearer }),
        401,
        'invalid_token',
      ],
      [
        'a pending token as a session',
        () => t.inject('GET', '/api/v2/users/me', { headers: { cookie: `session=${pending}` } }),
        401,
        'unauthorized',
      ],
      [
        'a pending token for a new password',
        () => t.inject('POST', '/auth/reset', { body: { token: pending, password: 'a wholly new password' } }),
        401,
        'invalid_token',
      ],
    ];
    const before = await rowsNow();
    for (const [what, send, status, refusal] of table) {
      const answer = await send();
      const told = `${what}: ${answer.text}`;
      assert.equal(answer.status, status, told);
      // Outside v2 a 422 is a list of faults.
      if (refusal) assert.equal(answer.body.code, refusal, told);
      else assert.ok(Array.isArray(answer.body.detail), told);
    }
    assert.deepEqual(await rowsNow(), before);
  });
});
