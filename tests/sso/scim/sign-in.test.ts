// People whom a directory has brought come in by the provider: into their account, with groups of both.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Product, startProduct } from '../product.ts';
import { type Directory, openDirectory } from './directory.ts';

onEachEngine((_engine, open) => {
  let t: Product;
  let d: Directory;
  before(async () => {
    t = await startProduct(await open());
    d = await openDirectory(t);
  });
  after(() => t.stop());

  const mappings = () => [
    { group: 'staff', workspace_id: t.ws1, role: 'viewer' },
    { group: 'Directors', workspace_id: t.ws2, role: 'editor' },
  ];

  it('without any further proof, also where nobody else gets an account', async () => {
    await t.configure({ provisioning: { mode: 'off' }, linking: 'never', mappings: mappings() });
    const { id } = await d.person('nora');
    await d.group('Directors', [id]);
    const account = await d.account('nora@corp.test');
    const { user } = await t.signIn('nora', { groups: ['staff'] });
    assert.equal(user?.id, account.id);
    assert.deepEqual(await d.roles(account.id), { ws1: 'viewer sso', ws2: 'editor sso' });
    const { changed } = (await t.call('adm', 'POST', '/api/v2/sso/sync', {})).body;
    assert.equal(changed, 0);
    assert.equal((await t.signIn('stranger')).user, undefined);
  });

  it('by the name that both have for them, or by an address that counts', async () => {
    await d.person('olga', { externalId: 'olga' });
    assert.ok((await t.signIn('olga', { email_verified: undefined })).user);
    await d.person('pia');
    assert.equal((await t.signIn('pia', { email_verified: undefined })).user, undefined);
    assert.equal((await t.signIn('pia', { email_verified: false })).user, undefined);
    await t.configure({
      provisioning: { mode: 'off', domains: ['corp.test'] },
      linking: 'never',
      mappings: mappings(),
    });
    assert.ok((await t.signIn('pia', { email_verified: undefined })).user);
  });

  it('while the directory lets them', async () => {
    const { id } = await d.person('quinn');
    const { client } = await t.signIn('quinn');
    assert.ok(await client.user(t.url));
    await d.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    assert.equal(await client.user(t.url), undefined);
    assert.equal((await t.signIn('quinn')).user, undefined);
    assert.equal(await t.last(), 'rejected inactive');
    await d.call('DELETE', `/Users/${id}`);
    assert.equal((await t.signIn('quinn')).user, undefined);
  });

  it('by groups of the directory, where a group is required', async () => {
    await t.configure({ required_groups: ['Permitted'], mappings: mappings() });
    const { id } = await d.person('rita');
    assert.equal((await t.signIn('rita', { groups: [] })).user, undefined);
    assert.equal(await t.last(), 'rejected no_permitted_group');
    await d.group('Permitted', [id]);
    assert.ok((await t.signIn('rita', { groups: [] })).user);
    await t.configure({ mappings: mappings() });
  });

  it('and prove who they are themselves, where they are administrators by now', async () => {
    await d.person('sara');
    const { id } = await d.account('sara@corp.test');
    await t.app.database.writer('users').where({ id }).update({ is_admin: 1 });
    const { user, arrival } = await t.signIn('sara');
    assert.equal(user, undefined);
    assert.match(arrival.url, /\/auth\/sso\/link/);
  });
});
