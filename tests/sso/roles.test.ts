// Groups of the provider as roles in workspaces: given, followed and taken, and never against what people decided.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Product, startProduct } from './product.ts';

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
  });
  after(() => t.stop());

  const mappings = () => [
    { group: 'staff', workspace_id: t.ws1, role: 'viewer' },
    { group: 'writers', workspace_id: t.ws1, role: 'editor' },
    { group: 'Staff', workspace_id: t.ws2, role: 'owner' },
  ];
  const rolesOf = async (userId: number) =>
    Object.fromEntries(
      (await t.app.use(workspaces).memberships(t.ctx('adm'), [userId])).map((one) => [
        one.workspace_id === t.ws1 ? 'ws1' : one.workspace_id === t.ws2 ? 'ws2' : 'own',
        `${one.role} ${one.source}`,
      ]),
    );
  const sync = async (body: object = {}) => (await t.call('adm', 'POST', '/api/v2/sso/sync', body)).body;

  it('are the highest of all groups, whose names are compared exactly', async () => {
    await t.configure({ mappings: mappings() });
    const { user } = await t.signIn('nora', { groups: ['staff', 'writers'] });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'editor sso' });
    await t.signIn('nora', { groups: ['staff'] });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'viewer sso' });
    await t.signIn('nora', { groups: [] });
    assert.deepEqual(await rolesOf(user?.id as number), {});
  });

  it('come of ten thousand groups as of one, whichever place it has among them', async () => {
    const groups = [...Array.from({ length: 10_000 }, (_, at) => `team ${at}`), 'staff'];
    for (let time = 0; time < 2; time += 1) {
      const { user } = await t.signIn('milla', { groups });
      assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'viewer sso' });
    }
  });

  it('stay as they are where the provider says that there are too many groups to tell', async () => {
    const { user } = await t.signIn('olga', { groups: ['staff'] });
    await t.signIn('olga', { groups: undefined, _claim_names: { groups: 'src1' } });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'viewer sso' });
  });

  it('are those of everybody where no group matches', async () => {
    await t.configure({ mappings: mappings(), default_workspaces: [{ workspace_id: t.ws2, role: 'commenter' }] });
    const { user } = await t.signIn('pia', { groups: ['staff'] });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'viewer sso', ws2: 'commenter sso' });
    await t.configure({ mappings: mappings() });
  });

  it('of everybody reach newcomers also where the provider keeps silent about groups', async () => {
    await t.configure({ mappings: mappings(), default_workspaces: [{ workspace_id: t.ws2, role: 'commenter' }] });
    const { user } = await t.signIn('silent', { groups: undefined, _claim_names: { groups: 'src1' } });
    assert.deepEqual(await rolesOf(user?.id as number), { ws2: 'commenter sso' });
    await t.configure({ mappings: mappings() });
    await sync();
    assert.deepEqual(await rolesOf(user?.id as number), { ws2: 'commenter sso' });
  });

  it('are those of the identity that came in last', async () => {
    const { user } = await t.signIn('twice', { groups: ['staff'] });
    const [row] = await t.app.database.reader('sso_identities').where({ user_id: user?.id });
    const { id: _, ...other } = { ...row, subject: 'twice before', last_login_at: '2020-01-01T00:00:00.000Z' };
    await t.app.database.writer('sso_identities').insert({ ...other, groups_json: '["chiefs"]' });
    await t.configure({ mappings: [{ group: 'chiefs', workspace_id: t.ws2, role: 'editor' }] });
    await sync();
    assert.deepEqual(await rolesOf(user?.id as number), {});
    await t.configure({ mappings: mappings() });
  });

  it('leave what people gave, unless groups alone decide', async () => {
    const { user } = await t.signIn('quinn', { groups: [] });
    const added = await t.call('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, {
      email: user?.email,
      role: 'editor',
    });
    assert.ok(added.status < 300, added.text);
    await t.signIn('quinn', { groups: ['staff'] });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'editor manual' });
    const told = await sync({ dry_run: true });
    assert.deepEqual(
      told.kept.find((one: { user_id: number }) => one.user_id === user?.id),
      { user_id: user?.id, workspace_id: t.ws1, reason: 'manual' },
    );
    await t.configure({ mappings: mappings(), mapping_mode: 'authoritative' });
    await t.signIn('quinn', { groups: ['staff'] });
    assert.deepEqual(await rolesOf(user?.id as number), { ws1: 'viewer sso' });
  });

  it('never take the last owner', async () => {
    await t.configure({ mappings: [{ group: 'chiefs', workspace_id: t.ws2, role: 'owner' }] });
    const { user } = await t.signIn('rita', { groups: ['chiefs'] });
    await t.app.use(workspaces).assign(t.ctx('adm'), t.ws2, t.user('bob').id, 'viewer', { source: 'sso' });
    await t.signIn('rita', { groups: [] });
    assert.equal((await rolesOf(user?.id as number)).ws2, 'owner sso');
    const { kept } = await sync();
    assert.ok(
      kept.some((one: { user_id: number; reason: string }) => one.user_id === user?.id && one.reason === 'last_owner'),
    );
  });

  it('are brought in line for everybody at once, and told before', async () => {
    await t.configure({ mappings: mappings() });
    await t.signIn('sam', { groups: ['staff'] });
    const { user } = await t.signIn('sam', { groups: ['staff'] });
    await t.configure({ mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'editor' }] });
    const dry = await sync({ dry_run: true });
    assert.ok(
      dry.changes.some((one: { user_id: number; role: string }) => one.user_id === user?.id && one.role === 'editor'),
    );
    assert.equal((await rolesOf(user?.id as number)).ws1, 'viewer sso');
    const done = await sync();
    assert.equal(done.changed, dry.changed);
    assert.equal((await rolesOf(user?.id as number)).ws1, 'editor sso');
    assert.equal((await sync()).changed, 0);
  });

  it('keep out whoever is in no permitted group', async () => {
    await t.configure({ required_groups: ['staff'] });
    assert.equal((await t.signIn('tom', { groups: ['guests'] })).user, undefined);
    assert.equal(await t.last(), 'rejected no_permitted_group');
    assert.ok((await t.signIn('tom', { groups: ['staff'] })).user);
  });

  it('follow who may have an account', async () => {
    await t.configure({ provisioning: { mode: 'invited' } });
    assert.equal((await t.signIn('uma')).user, undefined);
    assert.equal(await t.last(), 'rejected not_invited');
    await t.call('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, { email: 'uma@corp.test', role: 'commenter' });
    const { user } = await t.signIn('uma');
    assert.equal((await rolesOf(user?.id as number)).ws1, 'commenter manual');
    await t.configure({ provisioning: { mode: 'domains', domains: ['corp.test'] } });
    assert.ok((await t.signIn('una')).user);
    assert.equal((await t.signIn('una2', { email: 'una@evil.test' })).user, undefined);
    assert.equal((await t.signIn('una3', { email_verified: undefined })).user, undefined);
    assert.equal(await t.last(), 'rejected email_unverified');
  });
});
