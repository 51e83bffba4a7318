// Single sign-on on the command line: beside a running server and without one.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { type Product, startProduct } from './product.ts';

const KEY = 'a key for tests that is long enough';

onEachEngine((_engine, open) => {
  let t: Product;
  let database: TestDatabase;
  let run: (...args: string[]) => Promise<{ code: number | null; json(): Record<string, unknown>; stdout: string }>;
  before(async () => {
    database = await open();
    t = await startProduct(database);
    await t.configure({ mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'viewer' }] });
    await t.signIn('nora', { groups: ['staff'] });
    const line = commandLine(database);
    run = (...args) => line(args, { env: { SECRET_KEY: KEY, OUTBOUND_ALLOW: t.idp.host } });
  });
  after(() => t.stop());

  it('says how it is set up, without secrets', async () => {
    const status = await run('sso', 'status', '--json');
    assert.equal(status.code, 0, status.stdout);
    const { enabled, users, exclusive } = status.json();
    assert.deepEqual([enabled, users, exclusive], [true, 1, false]);
    assert.ok(!status.stdout.includes(t.oidc.client_secret));
    const words = await run('sso', 'status');
    assert.match(words.stdout, /Single sign-on is on: Staff login \(oidc\)\./);
  });

  it('asks the provider, brings roles in line and prints the record', async () => {
    assert.equal((await run('sso', 'test', '--json')).json().ok, true);
    await t.configure({ mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'editor' }] });
    const dry = (await run('sso', 'sync', '--dry-run', '--json')).json();
    assert.deepEqual([dry.users, dry.changed, dry.dry_run], [1, 1, true]);
    assert.equal((await run('sso', 'sync', '--json')).json().changed, 1);
    assert.equal((await run('sso', 'sync', '--json')).json().changed, 0);
    const history = (await run('sso', 'history', '--json')).json() as { records: { outcome: string }[] };
    assert.deepEqual(
      history.records.map(({ outcome }) => outcome),
      ['attempt', 'success'],
    );
    const doctor = (await run('doctor', '--json')).json() as { checks: { name: string; ok: boolean }[] };
    assert.equal(doctor.checks.find(({ name }) => name === 'single sign-on')?.ok, true);
  });

  it('switches it off, and a server that runs hears of it', async () => {
    const off = await run('sso', 'disable', '--json');
    assert.deepEqual([off.code, off.json().enabled], [0, false]);
    const isOff = async () => !(await t.call('anon', 'GET', '/api/v2/sso/providers')).body.providers.length;
    while (!(await isOff())) await new Promise(setImmediate);
  });
});
