// Connecting a forge with an account: by its page, by a token, renewed once where two ask, and ended.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachKind } from './each-kind.ts';

onEachKind('a connection', (product, kind) => {
  const status = async (name: 'ann' | 'edi') =>
    (await product().call(name, 'GET', '/api/v2/forges')).body[0].status as string;

  it('is made by the page of the account, and told nobody else', async () => {
    const t = product();
    assert.equal(await status('ann'), 'none');
    const { arrival } = await t.connect('ann', 'ann');
    assert.equal(arrival.url, `${t.url}/accounts/forges?done=connected`);
    assert.match(arrival.text, /ann/);
    assert.equal(await status('ann'), 'ok');
    assert.equal(await status('edi'), 'none');
  });

  it('is refused with an account of the forge that somebody else has connected', async () => {
    const t = product();
    const { arrival } = await t.connect('edi', 'ann');
    assert.equal(arrival.status, 409);
    assert.match(arrival.text, /is connected with another account/);
    assert.equal(await status('edi'), 'none');
  });

  it('that the person refuses at the forge is noted, and so is a sign-in, with the id that the person reads', async () => {
    const t = product();
    t.forge.who = '';
    const client = t.browser('edi');
    const page = await client.go(`${t.url}/accounts/forges`);
    const href = /href="(\/accounts\/forges\/forge\/connect\?key=[^"]+)"/.exec(page.text)?.[1] ?? '';
    assert.match((await client.go(`${t.url}${href}`)).url, /done=refused$/);
    assert.equal(await t.last(), 'rejected provider_refused');
    const { arrival, user } = await t.signIn('');
    assert.deepEqual([new URL(arrival.url).pathname, user], ['/auth/login', undefined]);
    const [row] = (await t.call('adm', 'GET', '/api/v2/sso/history')).body as Record<string, string>[];
    assert.deepEqual([row?.provider, row?.reason], ['forge', 'provider_refused']);
    assert.match(arrival.text, new RegExp(`role="alert"[^<]*>The provider[^<]*${row?.request_id}`));
  });

  it('does not begin by a link of another site', async () => {
    const t = product();
    const begun = t.forge.authorized.length;
    const client = t.browser('edi');
    for (const key of ['', '?key=', '?key=made-up']) {
      const answer = await client.ask(`${t.url}/accounts/forges/forge/connect${key}`);
      assert.ok(answer.status >= 400, `${key} ${answer.status}`);
    }
    assert.equal(t.forge.authorized.length, begun);
  });

  it('is made by a token, which is tried first and answered to nobody', async () => {
    const t = product();
    const wrong = await t.call('edi', 'POST', '/api/user/forge/forge', { token: 'made up' });
    assert.equal(wrong.status, 422, wrong.text);
    assert.equal(await status('edi'), 'none');
    const token = t.forge.grant('edi');
    const made = await t.call('edi', 'POST', '/api/user/forge/forge', { token });
    assert.deepEqual(made.body, { ok: true, provider: 'forge', status: 'ok' });
    const page = await t.call('edi', 'GET', '/accounts/forges');
    const list = await t.call('edi', 'GET', '/api/v2/forges');
    for (const { text } of [made, page, list]) assert.ok(!text.includes(token));
    const row = await t.app.database.reader('forge_accounts').where({ login: 'edi' }).first();
    assert.ok(!JSON.stringify(row).includes(token), 'kept in the open');
    const unknown = await t.call('edi', 'POST', '/api/user/forge/forge9', { token });
    assert.equal(unknown.status, 404);
  });

  it('is renewed once, however many ask when it has ended', async () => {
    const t = product();
    t.forge.lasts = 1;
    await t.call('ann', 'DELETE', '/api/user/forge/forge');
    await t.connect('ann', 'ann');
    t.forge.lasts = 3600;
    t.forge.offer('ann', 'notes', { 'a.md': 'Hello' });
    for (const granted of t.forge.tokens.values()) if (granted.until) granted.until = 1;
    await t.app.database
      .writer('forge_accounts')
      .where({ login: 'ann' })
      .update({ expires_at: '2026-01-01T00:00:00.000Z' });
    const before = t.forge.asked.length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => t.call('ann', 'GET', '/api/v2/forges/1/files?owner=ann&repo=notes&path=a.md')),
    );
    assert.deepEqual(
      [...new Set(answers.map(({ status: code, text }) => `${code} ${code === 200 ? '' : text}`))],
      ['200 '],
    );
    const renewals = t.forge.asked.slice(before).filter((one) => one.startsWith('POST')).length;
    assert.equal(renewals, 1);
    assert.equal(await status('ann'), 'ok');
  });

  it('is told to be over where the forge has taken the token back, and may be made again', async () => {
    const t = product();
    t.forge.tokens.clear();
    const answer = await t.call('edi', 'GET', '/api/v2/forges/1/files?owner=ann&repo=notes&path=a.md');
    assert.equal(answer.status, 409, answer.text);
    assert.equal(await status('edi'), 'revoked');
    const again = await t.call('edi', 'POST', '/api/user/forge/forge', { token: t.forge.grant('edi') });
    assert.equal(again.status, 200, again.text);
    assert.equal(await status('edi'), 'ok');
  });

  it('ends with its token there, where the forge has a way', async () => {
    const t = product();
    const { client } = await t.connect('ann', 'ann');
    assert.equal(await status('ann'), 'ok');
    const before = t.forge.tokens.size;
    const gone = await t.call('ann', 'DELETE', '/api/user/forge/forge');
    assert.deepEqual(gone.body, { ok: true });
    assert.equal(await status('ann'), 'none');
    if (kind === 'gitlab' || kind === 'github') assert.equal(t.forge.tokens.size, before - 1);
    const again = await t.call('ann', 'DELETE', '/api/user/forge/forge');
    assert.equal(again.status, 404);
    assert.ok((await client.ask(`${t.url}/accounts/forges`)).ok);
  });
});
