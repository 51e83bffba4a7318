// Forges on the command line: beside a running server and without one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine, type Ended } from '../cli/run.ts';
import { FORGE_CLIENT } from '../kit/forge.ts';
import { type ForgeProduct, startForgeProduct } from './product.ts';

const KEY = 'a key for tests that is long enough';

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: ForgeProduct;
  let isRunning = true;
  let url: string;
  before(async () => {
    database = await open();
    t = await startForgeProduct(database, 'forgejo');
    url = t.forge.url;
  });
  after(() => isRunning && t.stop());
  const run = (...args: string[]): Promise<Ended> =>
    commandLine(database)(args, {
      env: { SECRET_KEY: KEY, OUTBOUND_ALLOW: new URL(url).host, FORGE_CLIENT_SECRET: FORGE_CLIENT.client_secret },
    });
  const listed = async (): Promise<Record<string, unknown>[]> =>
    (await run('forge', 'list', '--json')).json().forges as Record<string, unknown>[];
  const client = ['--client-id', FORGE_CLIENT.client_id, '--login'];

  describe('beside a server', () => {
    it('are registered, and people sign in by them at once', async () => {
      const added = await run('forge', 'add', 'forgejo', t.forge.url, ...client, '--provisioning', 'all', '--json');
      assert.equal(added.code, 0, added.stderr);
      assert.ok(!added.stdout.includes(FORGE_CLIENT.client_secret));
      const { key, can_connect, has_client_secret } = added.json().forge as Record<string, unknown>;
      assert.deepEqual([key, can_connect, has_client_secret], ['forge', true, true]);
      t.forge.person('nora');
      assert.equal((await t.signIn('nora')).user?.login, 'nora');
    });

    it('are shown, as a table and as JSON', async () => {
      const [first, ...more] = await listed();
      assert.deepEqual([first?.key, first?.type, first?.base_url, more.length], ['forge', 'forgejo', t.forge.url, 0]);
      assert.match((await run('forge', 'list')).stdout, /forgejo.*127\.0\.0\.1/);
    });

    it('let in whose address is in a domain', async () => {
      const modes = ['--provisioning', 'domains', '--domains', 'corp.test,Example.org'];
      const added = await run('forge', 'add', 'forgejo', t.forge.url, ...client, ...modes, '--json');
      assert.equal(added.code, 0, added.stderr);
      const { provisioning } = added.json().forge as Record<string, unknown>;
      assert.deepEqual(provisioning, { mode: 'domains', domains: ['corp.test', 'example.org'] });
    });

    it('are refused with what is wrong, and nothing changes', async () => {
      const cases: [args: string[], words: RegExp, code: number][] = [
        [['add', 'svn', t.forge.url], /type.*must be one of/i, 1],
        [['add', 'gitea', 'ftp://code.test'], /must be a web address/, 1],
        [['add', 'gitea', 'http://10.0.0.1'], /address is refused/i, 1],
        [['add', 'gitea'], /address/, 2],
        [['add', 'gitea', t.forge.url, '--key', 'forge3'], /forge2/, 2],
        [['add', 'gitea', t.forge.url, '--login'], /needs client_id/, 1],
        [['add', 'gitea', t.forge.url, '--domains', 'corp.test'], /needs --provisioning domains/, 1],
        [['add', 'gitea', t.forge.url, '--provisioning', 'domains', '--domains', 'x'], /must be domains such as/, 1],
        [['remove', 'forge2'], /no forge called forge2/, 1],
      ];
      const before = await listed();
      for (const [args, words, code] of cases) {
        const { stderr, code: ended } = await run('forge', ...args);
        assert.match(stderr, words, args.join(' '));
        assert.equal(ended, code, args.join(' '));
      }
      assert.deepEqual(await listed(), before);
    });

    it('are taken away, and their sign-in with them', async () => {
      assert.deepEqual((await run('forge', 'remove', 'forge', '--json')).json(), { ok: true, removed: 'forge' });
      assert.deepEqual(await listed(), []);
      assert.equal((await t.signIn('nora')).user, undefined);
    });
  });

  describe('without a server', () => {
    before(async () => {
      isRunning = false;
      await t.stop();
    });

    it('are registered, shown and taken away', async () => {
      const added = await run('forge', 'add', 'github', url, '--key', 'forge2', '--name', 'Hub');
      assert.equal(added.code, 0, added.stderr);
      assert.match(added.stdout, /Hub is registered as forge2\./);
      assert.deepEqual(
        (await listed()).map(({ key, name, login }) => [key, name, login]),
        [['forge2', 'Hub', false]],
      );
      assert.match((await run('forge', 'remove', 'forge2')).stdout, /Hub is taken away/);
      assert.deepEqual(await listed(), []);
    });
  });
});
