// Signing in by OpenID Connect against a real provider: newcomers, people who are known, and everything that is refused.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { CLIENT } from './identity-provider.ts';
import { type Product, startProduct } from './product.ts';
import { WebClient } from './web-client.ts';

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
    await t.configure();
  });
  after(() => t.stop());

  it('shows the way in, to everybody', async () => {
    const { body } = await t.call('anon', 'GET', '/api/v2/sso/providers');
    assert.deepEqual(body, {
      providers: [{ id: 'oidc', type: 'oidc', name: 'Staff login', login_url: '/auth/oidc/login' }],
      sso_only: false,
    });
    const page = await t.call('anon', 'GET', '/auth/login?provider=local');
    assert.match(page.text, /href="\/auth\/oidc\/login\?next=%2F">Sign in with Staff login/);
  });

  it('makes an account at the first sign-in and finds it at the second', async () => {
    const first = await t.signIn('nora', { groups: ['staff'] });
    assert.equal(new URL(first.arrival.url).pathname, '/workspaces', first.arrival.text.slice(0, 2000));
    assert.equal(first.user?.login, 'nora');
    const asked = t.idp.asked.at(-1) as URLSearchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok((asked.get(name) ?? '').length >= 40, name);
    assert.equal(asked.get('code_challenge_method'), 'S256');
    const second = await t.signIn('nora', { name: 'Nora Berg', email: 'nora.berg@corp.test' });
    assert.equal(second.user?.id, first.user?.id);
    assert.equal(second.user?.email, 'nora.berg@corp.test');
    const rows = (await t.history()).slice(0, 4).map(({ outcome }) => outcome);
    assert.deepEqual(rows, ['success', 'attempt', 'success', 'attempt']);
  });

  it('brings people to where they wanted, and nowhere else', async () => {
    t.idp.who = 'nora';
    const inside = await new WebClient().go(`${t.url}/auth/oidc/login?next=/accounts`);
    assert.equal(inside.url, `${t.url}/accounts`);
    const outside = await new WebClient().go(`${t.url}/auth/oidc/login?next=//evil.test/x`);
    assert.equal(outside.url, `${t.url}/workspaces`);
  });

  it('lets two tabs of one browser sign in beside each other', async () => {
    t.idp.who = 'nora';
    const client = new WebClient();
    const callback = /\/auth\/oidc\/callback/;
    const one = await client.go(`${t.url}/auth/oidc/login?next=/accounts`, {}, callback);
    const other = await client.go(`${t.url}/auth/oidc/login?next=/inbox`, {}, callback);
    assert.equal((await client.go(one.url)).url, `${t.url}/accounts`);
    assert.equal(new URL((await client.go(other.url)).trail[1] ?? '').pathname, '/inbox');
  });

  describe('refuses', () => {
    const callback = /\/auth\/oidc\/callback/;
    /** a sign-in up to the moment at which the provider sends the browser back */
    async function begun(client = new WebClient()) {
      t.idp.who = 'nora';
      const { url } = await client.go(`${t.url}/auth/oidc/login`, {}, callback);
      return { client, address: new URL(url) };
    }
    async function refused(client: WebClient, address: URL, reason: string) {
      const rows = (await t.history()).filter(({ outcome }) => outcome === 'rejected').length;
      const { status, text } = await client.go(address.href);
      assert.equal(status, 403, text.slice(0, 500));
      assert.equal(await client.user(t.url), undefined);
      const now = await t.history();
      assert.equal(`${now[0]?.outcome} ${now[0]?.reason}`, `rejected ${reason}`);
      assert.equal(now.filter(({ outcome }) => outcome === 'rejected').length, rows + 1);
    }

    it('a code that was used', async () => {
      const { client, address } = await begun();
      await client.go(address.href);
      await refused(new WebClient(), address, 'unknown_sign_in');
      const again = await begun();
      again.address.searchParams.set('code', address.searchParams.get('code') as string);
      await refused(again.client, again.address, 'wrong_answer');
    });

    it('another state, no cookie, and the cookie of another browser', async () => {
      const { client, address } = await begun();
      await refused(new WebClient(), address, 'unknown_sign_in');
      const other = await begun();
      await refused(other.client, address, 'unknown_sign_in');
      address.searchParams.set('state', 'x'.repeat(43));
      await refused(client, address, 'unknown_sign_in');
    });

    it('another issuer, and none where the provider names itself', async () => {
      for (const change of ['set', 'delete'] as const) {
        const { client, address } = await begun();
        if (change === 'set') address.searchParams.set('iss', 'https://evil.test');
        else address.searchParams.delete('iss');
        await refused(client, address, 'wrong_answer');
      }
    });

    it('a token that is signed with the secret of the client', async () => {
      const client = {
        ...CLIENT,
        redirect_uris: [`${t.url}/auth/oidc/callback`],
        id_token_signed_response_alg: 'HS256',
      };
      const enabledJWA = { idTokenSigningAlgValues: ['HS256', 'RS256'] };
      await t.idp.serve(t.url, { clients: [client], enabledJWA } as never);
      await t.configure({ oidc: { ...t.oidc, name: 'Other' } });
      const { client: browser, address } = await begun();
      await refused(browser, address, 'wrong_answer');
      await t.idp.serve(t.url);
      await t.configure();
    });

    it('a token that nobody has signed', async () => {
      const { client, address } = await begun();
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const now = Math.floor(Date.now() / 1000);
      const said = {
        ...{ iss: t.idp.issuer, aud: CLIENT.client_id, sub: 'adm', email: 'adm@example.org', email_verified: true },
        ...{ iat: now, exp: now + 300, nonce: t.idp.asked.at(-1)?.get('nonce') },
      };
      let hasAsked = false;
      t.idp.intercept = (request, response) => {
        if (request.url !== '/token') return false;
        hasAsked = true;
        response.setHeader('content-type', 'application/json');
        const id_token = `${part({ alg: 'none' })}.${part(said)}.`;
        response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token }));
        return true;
      };
      await refused(client, address, 'wrong_answer');
      t.idp.intercept = undefined;
      assert.ok(hasAsked);
    });

    it('a token of a provider whose clock is minutes behind, with that reason; a minute is nothing', async () => {
      for (const [seconds, reason] of [
        [300, 'clock'],
        [30, ''],
      ] as const) {
        const { client, address } = await begun();
        const ended = Math.floor(Date.now() / 1000) - seconds;
        const id_token = await t.idp.sign({
          ...{ iss: t.idp.issuer, aud: CLIENT.client_id, sub: 'nora', email: 'nora@corp.test', email_verified: true },
          ...{ groups: [], iat: ended - 60, exp: ended, nonce: t.idp.asked.at(-1)?.get('nonce') },
        });
        t.idp.intercept = (request, response) => {
          if (request.url !== '/token') return false;
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token }));
          return true;
        };
        if (reason) await refused(client, address, reason);
        else await client.go(address.href);
        t.idp.intercept = undefined;
        assert.equal(Boolean(await client.user(t.url)), !reason);
      }
    });

    it('an exchange at which the provider fails or hangs up, as one that may go well in a moment', async () => {
      for (const fail of [
        (response: ServerResponse) => response.writeHead(500).end('<h1>Internal error</h1>'),
        (response: ServerResponse) => response.destroy(),
      ]) {
        const { client, address } = await begun();
        t.idp.intercept = (request, response) => {
          if (request.url !== '/token') return false;
          fail(response);
          return true;
        };
        await refused(client, address, 'provider_away');
        t.idp.intercept = undefined;
      }
    });

    it('a sign-in that took too long, and one that the provider refused', async () => {
      const { client, address } = await begun();
      await t.app.database.writer('login_transactions').update({ expires_at: '2000-01-01T00:00:00.000Z' });
      await refused(client, address, 'too_late');
      t.idp.who = 'stranger';
      const arrival = await new WebClient().go(`${t.url}/auth/oidc/login`);
      assert.equal(new URL(arrival.url).pathname, '/auth/login');
      assert.match(arrival.text, /role="alert"[^<]*>The provider/);
      assert.equal(await t.last(), 'rejected provider_refused');
    });

    it('a connection that the provider refuses, with the reason', async () => {
      const { client } = await t.signIn('nora');
      const page = await client.go(`${t.url}/accounts/sign-on`);
      const href = /href="(\/auth\/sso\/oidc\/connect\?key=[^"]+)"/.exec(page.text)?.[1] ?? '';
      t.idp.who = 'stranger';
      client.cookies.delete(t.idp.host);
      const arrival = await client.go(`${t.url}${href}`);
      assert.equal(arrival.status, 403);
      assert.match(arrival.text, /role="alert"[^<]*>The provider/);
      assert.equal(await t.last(), 'rejected provider_refused');
    });

    it('an address that the provider has not checked, when it is that of an account', async () => {
      const { user } = await t.signIn('eve', { email: 'ann@example.org', email_verified: false });
      assert.equal(user, undefined);
      assert.equal(await t.last(), 'rejected email_unverified');
    });

    it('somebody whose account was deactivated, at once and at the next sign-in', async () => {
      const { user, client } = await t.signIn('leo');
      assert.ok(user);
      await t.call('adm', 'PATCH', `/api/v2/admin/users/${user.id}`, { is_active: false });
      assert.equal(await client.user(t.url), undefined);
      assert.equal((await t.signIn('leo')).user, undefined);
      assert.equal(await t.last(), 'rejected inactive');
    });
  });

  it('takes a form that the provider posts', async () => {
    await t.configure({ oidc: { ...t.oidc, response_mode: 'form_post' } });
    const client = new WebClient();
    t.idp.who = 'nora';
    const page = await client.go(`${t.url}/auth/oidc/login?next=/accounts`);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
    const fields = Object.fromEntries(['code', 'state', 'iss'].map((name) => [name, field(name)]));
    const cookie = [...(client.cookies.get(new URL(t.url).host) ?? [])].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(`${t.url}/auth/oidc/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { cookie, origin: t.idp.issuer, 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), '/accounts');
    assert.match(answer.headers.getSetCookie().join(), /session=/);
    await t.configure();
  });

  it('sends a challenge to a provider that does not say it knows them', async () => {
    const found = await (await fetch(`${t.idp.issuer}/.well-known/openid-configuration`)).json();
    const { code_challenge_methods_supported: _, ...rest } = found as Record<string, unknown>;
    t.idp.intercept = (request, response) => {
      const isAsked = request.url === '/.well-known/openid-configuration';
      if (isAsked) response.setHeader('content-type', 'application/json').end(JSON.stringify(rest));
      return isAsked;
    };
    // Asks the provider anew.
    assert.equal((await t.call('adm', 'POST', '/api/v2/sso/test', t.config())).body.ok, true);
    assert.ok((await t.signIn('nora')).user);
    assert.equal(t.idp.asked.at(-1)?.get('code_challenge_method'), 'S256');
    t.idp.intercept = undefined;
  });

  it('knows new keys of the provider at once', async () => {
    await t.idp.serve(t.url);
    assert.ok((await t.signIn('nora')).user);
  });
});
