// Single sign-on on the command line, beside a data folder whose server does not run.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine, type Ended } from '../cli/run.ts';
import { CLIENT, IdentityProvider } from './identity-provider.ts';
import { startProduct } from './product.ts';

const KEY = 'a key for tests that is long enough';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let idp: IdentityProvider;
  let workspace: number;
  let run: (...args: string[]) => Promise<Ended>;
  before(async () => {
    database = await open();
    const t = await startProduct(database);
    workspace = t.ws1;
    idp = await IdentityProvider.start();
    await t.configure({ mappings: [{ group: 'staff', workspace_id: workspace, role: 'viewer' }] });
    await t.signIn('nora', { groups: ['staff'] });
    // The roles of everybody are to change at the next sync.
    await t.configure({
      mappings: [{ group: 'staff', workspace_id: workspace, role: 'editor' }],
      oidc: { enabled: true, name: 'Staff login', issuer: idp.issuer, ...CLIENT },
    });
    await t.stop();
    const line = commandLine(database);
    run = (...args) => line(args, { env: { SECRET_KEY: KEY, OUTBOUND_ALLOW: idp.host } });
  });
  after(() => idp.stop());

  it('says how it is set up, and asks a provider that is away', async () => {
    const status = await run('sso', 'status', '--json');
    assert.equal(status.code, 0, status.stderr);
    assert.deepEqual([status.json().enabled, status.json().users], [true, 1]);
    const test = await run('sso', 'test', '--json');
    assert.deepEqual([test.code, test.json().ok], [1, false]);
  });

  it('brings roles in line after it has said what would change', async () => {
    const dry = (await run('sso', 'sync', '--dry-run', '--json')).json();
    assert.deepEqual([dry.dry_run, dry.users, dry.changed], [true, 1, 1]);
    const done = await run('sso', 'sync', '--json');
    assert.deepEqual([done.code, done.json().changed], [0, 1]);
    assert.equal((await run('sso', 'sync', '--json')).json().changed, 0);
  });

  it('prints the record, and says so where the key is another one', async () => {
    const { records } = (await run('sso', 'history', '--json')).json() as { records: { outcome: string }[] };
    assert.deepEqual(
      records.map(({ outcome }) => outcome),
      ['attempt', 'success'],
    );
    assert.match((await run('sso', 'history')).stdout, /^id,created_at,provider/);
    const line = commandLine(database);
    const other = await line(['sso', 'status'], { env: { SECRET_KEY: 'another key that is long enough for it' } });
    assert.match(other.stdout, /written with another SECRET_KEY/);
  });

  it('makes tokens of directories', async () => {
    const made = await run('scim', 'token', 'create', '--name', 'Okta', '--json');
    assert.equal(made.code, 0, made.stderr);
    const { tokens } = (await run('scim', 'token', 'list', '--json')).json() as { tokens: { name: string }[] };
    assert.deepEqual(
      tokens.map(({ name }) => name),
      ['Okta'],
    );
  });

  it('switches it off', async () => {
    const off = await run('sso', 'disable', '--json');
    assert.deepEqual([off.code, off.json().enabled], [0, false]);
    assert.match((await run('sso', 'status')).stdout, /Single sign-on is off/);
    assert.equal((await run('sso', 'disable', 'extra')).code, 2);
  });
});
