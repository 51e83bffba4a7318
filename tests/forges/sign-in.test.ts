// Signing in by a forge, one body of tests for all types: newcomers, people who are known, and everything refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { PASSWORD } from '../kit/app.ts';
import { FORGE_CLIENT, FORGE_KINDS } from '../kit/forge.ts';
import { WebClient } from '../sso/web-client.ts';
import { type ForgeProduct, startForgeProduct } from './product.ts';

onEachEngine((engine) => {
  for (const kind of FORGE_KINDS)
    describe(`a sign-in by ${kind}`, () => {
      let database: TestDatabase;
      let t: ForgeProduct;
      before(async () => {
        database = await migratedDatabase(engine);
        t = await startForgeProduct(database, kind);
        await t.register();
        t.forge.person('nora');
        t.forge.person('ann', { email: 'ann@example.org' });
      });
      after(async () => {
        await t.stop();
        await database.cleanup();
      });

      it('begins at the login page by default, and local stays the form', async () => {
        const away = await new WebClient().ask(`${t.url}/auth/login`);
        assert.equal(away.status, 302);
        assert.ok(away.headers.get('location')?.startsWith(`${t.forge.url}/`), away.headers.get('location') ?? '');
        const local = await t.call('anon', 'GET', '/auth/login?provider=local');
        assert.match(local.text, /href="\/auth\/login\?provider=forge&amp;next=%2F">Sign in with Code/);
        assert.match(local.text, /action="\/auth\/local-login"/);
        const unknown = await t.call('anon', 'GET', '/auth/login?provider=forge2');
        assert.match(unknown.text, /action="\/auth\/local-login"/);
      });

      it('makes an account once, connects it, and brings people to where they wanted', async () => {
        const first = await t.signIn('nora');
        assert.equal(new URL(first.arrival.url).pathname, '/workspaces', first.arrival.text.slice(0, 2000));
        assert.equal(first.user?.login, 'nora');
        const asked = t.forge.authorized.at(-1) as URLSearchParams;
        assert.equal(asked.get('code_challenge_method'), 'S256');
        for (const name of ['state', 'code_challenge']) assert.ok((asked.get(name) ?? '').length >= 40, name);
        assert.doesNotMatch(asked.get('scope') ?? '', /write|\brepo\b/);
        const second = await t.signIn('nora', new WebClient(), '&next=/accounts');
        assert.equal(second.user?.id, first.user?.id);
        assert.equal(second.arrival.url, `${t.url}/accounts`);
        const outside = await t.signIn('nora', new WebClient(), '&next=//evil.test/x');
        assert.equal(outside.arrival.url, `${t.url}/workspaces`);
        const forges = await second.client.ask(`${t.url}/api/v2/forges`, { headers: { accept: 'application/json' } });
        assert.equal(((await forges.json()) as { status: string }[])[0]?.status, 'ok');
        assert.equal(await t.last(), 'success');
      });

      it('takes a state once, of the browser that began it', async () => {
        t.forge.who = 'nora';
        const client = new WebClient();
        const callback = /\/auth\/callback/;
        const { url } = await client.go(`${t.url}/auth/login?provider=forge`, {}, callback);
        assert.equal((await new WebClient().go(url)).status, 403);
        assert.equal(await t.last(), 'rejected unknown_sign_in');
        assert.ok((await client.go(url)).status < 400);
        assert.equal((await client.go(url)).status, 403);
        assert.equal((await client.ask(`${t.url}/auth/callback?state=${'x'.repeat(43)}&code=y`)).status, 403);
        assert.equal((await client.ask(`${t.url}/auth/callback?state=${'x'.repeat(43)}`)).status, 422);
        assert.equal((await client.ask(`${t.url}/auth/callback?code=x`)).status, 422);
      });

      it('ends at the login page when the person refused there', async () => {
        t.forge.who = undefined;
        const { arrival } = await t.signIn(undefined as never);
        assert.equal(new URL(arrival.url).pathname, '/auth/login');
        assert.match(arrival.text, /role="alert"[^<]*>The provider/);
      });

      it('never enters an account by its address alone', async () => {
        const { arrival, user, client } = await t.signIn('ann');
        assert.equal(user, undefined);
        assert.equal(new URL(arrival.url).pathname, '/auth/sso/link');
        const state = new URL(arrival.url).searchParams.get('state') ?? '';
        await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
        assert.equal((await client.user(t.url))?.login, 'ann');
        assert.equal((await t.signIn('ann')).user?.login, 'ann');
      });

      it('is refused for an address that the forge has not checked', async () => {
        t.forge.person('eve', { email: 'edi@example.org', verified: false });
        const { user, arrival } = await t.signIn('eve');
        assert.equal(user, undefined);
        assert.equal(arrival.status, 403);
        assert.equal(await t.last(), 'rejected email_missing');
      });

      it('is refused while the forge is away, with the request in words', async () => {
        t.forge.intercept = (request, response) => {
          const isAsked = /token/.test(request.url ?? '');
          if (isAsked) response.writeHead(502).end();
          return isAsked;
        };
        const { user, arrival } = await t.signIn('nora');
        t.forge.intercept = undefined;
        assert.equal(user, undefined);
        assert.equal(arrival.status, 403);
        assert.equal(await t.last(), 'rejected provider_away');
      });

      it('makes an account only for whom the forge is set up to', async () => {
        await t.register({ provisioning: { mode: 'off' } });
        t.forge.person('newcomer');
        assert.equal((await t.signIn('newcomer')).user, undefined);
        assert.equal(await t.last(), 'rejected not_invited');
        await t.register({ provisioning: { mode: 'domains', domains: ['corp.test'] } });
        assert.equal((await t.signIn('newcomer')).user?.login, 'newcomer');
        await t.register();
      });

      it('is not offered where the forge is for reading only', async () => {
        await t.register({ login: false });
        const page = await t.call('anon', 'GET', '/auth/login');
        assert.equal(page.status, 200);
        assert.doesNotMatch(page.text, /provider=forge/);
        await t.register({ client_secret: FORGE_CLIENT.client_secret });
      });
    });
});
