// Signing out from either side: here and at the provider, and by a message of the provider.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { onEachEngine } from '../../testing/databases.ts';
import { CLIENT } from './identity-provider.ts';
import { type Product, startProduct } from './product.ts';
import type { WebClient } from './web-client.ts';

const BACKCHANNEL = '/auth/oidc/backchannel-logout';

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
    await t.configure();
  });
  after(() => t.stop());

  /** The form with which the provider asks whether one wants to sign out of it, too. */
  async function confirmed(client: WebClient, text: string) {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
    return client.form(action, { xsrf, logout: 'yes' });
  }

  it('ends the session here first and then at the provider, which leads back', async () => {
    for (const path of ['/auth/logout', '/auth/oidc/logout?next=/auth/register']) {
      const { client } = await t.signIn('nora');
      const asked = await client.go(`${t.url}${path}`);
      assert.match(asked.trail.join(' '), /\/session\/end\?/);
      assert.ok(
        new URL(asked.trail.find((one) => one.includes('/session/end')) ?? '').searchParams.get('id_token_hint'),
      );
      assert.equal(await client.user(t.url), undefined);
      const back = await confirmed(client, asked.text);
      const wanted = path.includes('next') ? '/auth/register' : '/auth/login?provider=local';
      assert.equal(back.url, `${t.url}${wanted}`, back.text.slice(0, 500));
    }
  });

  it('asks first when another site leads there, and ends nothing by a form without the token', async () => {
    const { client } = await t.signIn('nora');
    const foreign = await client.ask(`${t.url}/auth/oidc/logout`, { headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(foreign.status, 200);
    const bare = await client.ask(`${t.url}/auth/oidc/logout`, { method: 'POST', body: new URLSearchParams({}) });
    assert.equal(bare.status, 403);
    assert.ok(await client.user(t.url));
    const csrf = client.cookies.get(new URL(t.url).host)?.get('csrf') ?? '';
    const done = await client.form(`${t.url}/auth/oidc/logout`, { csrf }, /\/session\/end/);
    assert.match(done.url, /\/session\/end/);
    assert.equal(await client.user(t.url), undefined);
  });

  it('ends the sessions that the provider ends', async () => {
    const { client } = await t.signIn('nora');
    const other = await t.signIn('otto');
    // Signing out at the provider makes it tell us.
    const asked = await client.go(`${t.idp.issuer}/session/end`);
    await confirmed(client, asked.text);
    while (await client.user(t.url)) await new Promise(setImmediate);
    assert.equal(await client.user(t.url), undefined);
    assert.ok(await other.client.user(t.url));
    assert.equal(await t.last(), 'success signed_out');
  });

  it('takes no message that the provider did not sign', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, sub: 'otto' };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .setIssuer(t.idp.issuer)
      .setAudience(CLIENT.client_id)
      .setIssuedAt()
      .setJti('1')
      .sign(privateKey);
    for (const logout_token of [token, 'x', 'eyJhbGciOiJub25lIn0.e30.']) {
      const body = new URLSearchParams({ logout_token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await t.inject('POST', BACKCHANNEL, { body, headers })).status, 400);
      assert.equal(await t.last(), 'rejected logout_token');
    }
  });

  it('refuses messages while the keys of the provider cannot be read', async () => {
    for (const body of ['no keys', '{}']) {
      t.idp.intercept = (request, response) => {
        const isKeys = request.url === '/jwks';
        if (isKeys) response.end(body);
        return isKeys;
      };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await t.inject('POST', BACKCHANNEL, { body: 'logout_token=a.b.c', headers });
      assert.equal(answer.status, 400, answer.text);
    }
    t.idp.intercept = undefined;
  });

  it('goes without the provider when that is away', async () => {
    const { client } = await t.signIn('nora');
    await t.configure({ oidc: { ...t.oidc, issuer: 'http://localhost:9' } });
    const out = await client.go(`${t.url}/auth/oidc/logout`);
    assert.equal(out.url, `${t.url}/auth/login?provider=local`);
    assert.equal(await client.user(t.url), undefined);
  });
});
