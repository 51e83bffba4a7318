// People whom a directory has brought, at a forge: it opens nobody's account by an address, and changes no roles.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signOn } from '../../plugins/sso/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD } from '../kit/app.ts';
import { type Directory, openDirectory } from '../sso/scim/directory.ts';
import { WebClient } from '../sso/web-client.ts';
import { type ForgeProduct, startForgeProduct } from './product.ts';

onEachEngine((_engine, open) => {
  let t: ForgeProduct;
  let d: Directory;
  before(async () => {
    t = await startForgeProduct(await open(), 'gitea');
    await t.register();
    d = await openDirectory(t);
    await d.configure({ mappings: [{ group: 'Directors', workspace_id: t.ws1, role: 'editor' }] });
  });
  after(() => t.stop());

  /** Somebody of the directory who has a password by now, as after a mail for a new one. */
  const known = async (name: string) => {
    const { id } = await d.person(name);
    const account = await d.account(`${name}@corp.test`);
    const { password_hash } = await d.account('ann@example.org');
    await t.app.database.writer('users').where({ id: account.id }).update({ password_hash });
    return { id: id as string, account };
  };
  const linked = async (name: string, client = new WebClient()) => {
    const { arrival } = await t.signIn(name, client);
    assert.equal(new URL(arrival.url).pathname, '/auth/sso/link', arrival.text.slice(0, 2000));
    const state = new URL(arrival.url).searchParams.get('state') ?? '';
    await client.form(`${t.url}/auth/sso/link`, { state, password: PASSWORD });
    return client.user(t.url);
  };

  it('prove the account before they come in, also where the forge has checked their address', async () => {
    await t.register({ provisioning: { mode: 'domains', domains: ['corp.test'] } });
    const { account } = await known('nora');
    t.forge.person('nora');
    assert.equal((await t.signIn('nora')).user, undefined);
    assert.equal((await linked('nora'))?.id, account.id);
  });

  it('keep the roles of their groups when they come in by the forge', async () => {
    const { id, account } = await known('olga');
    await d.group('Directors', [id]);
    assert.deepEqual(await d.roles(account.id), { ws1: 'editor sso' });
    t.forge.person('olga');
    assert.equal((await linked('olga'))?.id, account.id);
    assert.deepEqual(await d.roles(account.id), { ws1: 'editor sso' });
    assert.equal((await t.signIn('olga')).user?.id, account.id);
    assert.deepEqual(await d.roles(account.id), { ws1: 'editor sso' });
  });

  it('keep the groups that their provider named, of which a forge says nothing', async () => {
    const { account } = await known('pia');
    const named = { provider: 'oidc', issuer: 'https://id.corp.test', subject: 'pia', email: 'pia@corp.test' };
    const before = { created_at: '2026-01-01T00:00:00.000Z', last_login_at: '2026-01-01T00:00:00.000Z' };
    const row = { ...named, ...before, user_id: account.id, groups_json: '["Directors"]' };
    await t.app.database.writer('sso_identities').insert(row);
    t.forge.person('pia');
    assert.equal((await linked('pia'))?.id, account.id);
    assert.equal((await t.call('adm', 'POST', '/api/v2/sso/sync', {})).status, 200);
    assert.deepEqual(await d.roles(account.id), { ws1: 'editor sso' });
  });

  it('keep their only way in: an identity of a provider that lets nobody in any more is none', async () => {
    t.forge.person('quinn');
    const { user } = await t.signIn('quinn');
    assert.ok(user);
    const at = '2026-01-01T00:00:00.000Z';
    const row = { provider: 'oidc', issuer: 'https://id.corp.test/', subject: 'quinn', email: 'quinn@corp.test' };
    const other = { ...row, user_id: user.id, groups_json: '[]', created_at: at, last_login_at: at };
    await t.app.database.writer('sso_identities').insert(other);
    const system = t.app.context({ type: 'system', reason: 'tests' });
    const disconnect = () => system.tx((tx) => tx.use(signOn).disconnect(tx, user.id, 'forge'));
    await assert.rejects(disconnect, /only way in/);
    const oidc = { enabled: true, name: 'Staff', issuer: 'https://id.corp.test', client_id: 'a', client_secret: 'b' };
    const config = { enabled: true, provisioning: { mode: 'all' }, oidc };
    const saved = await t.call('adm', 'PUT', '/api/v2/sso/config', config);
    assert.equal(saved.status, 200, saved.text);
    await disconnect();
  });

  it('may leave the forge when a passkey lets them in', async () => {
    t.forge.person('rosa');
    const { user } = await t.signIn('rosa');
    assert.ok(user);
    const system = t.app.context({ type: 'system', reason: 'tests' });
    const disconnect = () => system.tx((tx) => tx.use(signOn).disconnect(tx, user.id, 'forge'));
    await assert.rejects(disconnect, /only way in/);
    const key = { name: 'phone', credential_id: 'rosa', public_key: 'x', counter: 0, created_at: system.now() };
    await t.app.database.writer('passkeys').insert({ ...key, user_id: user.id });
    await disconnect();
  });
});
