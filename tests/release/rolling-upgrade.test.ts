// The next release beside this one on the same PostgreSQL server: it changes the schema, and nobody notices.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migratedDatabase, skipped, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = ['core', 'plugins', 'templates', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** A column as a release may add one: with a default, so that what the release before inserts has one too. */
const STEP = `export default {
  async up(trx) {
    await trx.schema.alterTable('pages', (table) => table.text('season').notNullable().defaultTo('spring').index());
  },
  async down(trx) {
    await trx.schema.alterTable('pages', (table) => table.dropColumn('season'));
  },
};\n`;

/** A copy of the program with one more step, and another script of boards. */
function makeNextRelease(): string {
  const folder = scratchFolder();
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const number = String(readdirSync(join(folder, 'migrations')).length + 1).padStart(4, '0');
  writeFileSync(join(folder, 'migrations', `${number}_next_release.ts`), STEP);
  const board = join(folder, 'plugins/databases/client/database/views/board.ts');
  appendFileSync(board, "\nObject.assign(globalThis, { release: 'next' });\n");
  return folder;
}

interface Started {
  process: ChildProcess;
  address: string;
}

async function start(folder: string, { url = '', dataDir }: TestDatabase, settings: object): Promise<Started> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [join(folder, 'core/boot/main.ts')], {
    cwd: dataDir,
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  const address = / listening on (\S+)$/.exec(String(line))?.[1];
  assert.ok(address, `it says ${line}`);
  return { process: child, address };
}

describe('the next release beside this one', { skip: skipped('postgres') }, () => {
  let database: TestDatabase;
  let t: TestApp;
  let old = '';
  let next: Started;
  let folder = '';
  let token: Record<string, string>;
  before(async () => {
    folder = makeNextRelease();
    database = await migratedDatabase('postgres');
    t = await startApp(database);
    old = await t.app.start();
    token = await t.token('ann');
  });
  after(async () => {
    next?.process.kill('SIGKILL');
    await t?.stop();
    await database?.cleanup();
    rmSync(folder, { recursive: true, force: true });
  });

  const acknowledged: number[] = [];
  const refused: string[] = [];
  /** One of those that a proxy sends requests to. */
  let open: string[] = [];
  let turn = 0;
  async function write(title: string): Promise<void> {
    turn += 1;
    const server = open[turn % open.length];
    const headers = { ...token, 'content-type': 'application/json' };
    const body = JSON.stringify({ workspace_id: t.ws1, title });
    const answer = await fetch(`${server}/api/v2/pages`, { method: 'POST', headers, body });
    if (answer.status !== 200) refused.push(`${server}: ${answer.status} ${await answer.text()}`);
    else acknowledged.push(((await answer.json()) as { id: number }).id);
  }

  it('changes the schema under writers, takes over from this one, and nothing is refused or lost', async () => {
    open = [old];
    let isOver = false;
    const writers = ['A', 'B', 'C'].map(async (name) => {
      for (let number = 0; !isOver; number += 1) await write(`${name} ${number}`);
    });
    try {
      await until(() => acknowledged.length > 20, 'pages are written');
      next = await start(folder, database, {
        SECRET_KEY: t.app.settings.SECRET_KEY,
        API_V2_RATE_LIMIT_PER_TOKEN: '0',
      });
      const beside = acknowledged.length;
      open = [old, next.address];
      await until(() => acknowledged.length > beside + 40, 'pages are written to both');
      open = [next.address];
      const alone = acknowledged.length;
      await until(() => acknowledged.length > alone + 20, 'pages are written to the next release');
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    assert.deepEqual(refused, []);
    const rows = await t.app.database.reader('pages').whereIn('id', acknowledged).select('season');
    assert.equal(rows.length, acknowledged.length);
    assert.ok(rows.every(({ season }) => season === 'spring'));
    const pending = () => t.app.database.reader('domain_events').whereNull('seq').first('id');
    await until(async () => !(await pending()), 'all events have their number');
  });

  it('shares sign-ins, and the scripts of the pages that either has sent', async () => {
    const page = async (server: string) => {
      const answer = await fetch(`${server}/`, { headers: t.session('ann') });
      assert.equal(answer.status, 200);
      return answer.text();
    };
    const [board = ''] = t.app.assets.pieces('plugins/databases/client/database/views/board.ts');
    const pieces = await t.app.database.reader('asset_files').where('name', 'like', 'chunk-%').select('name', 'build');
    const own = pieces.find(({ name }) => board.endsWith(name));
    assert.ok(
      pieces.some(({ build }) => build !== own?.build),
      'the next release has scripts of its own',
    );
    for (const server of [old, next.address]) {
      const addresses = [...(await page(server)).matchAll(/\/static\/[\w.?=-]+/g)].map(String);
      assert.ok(addresses.length > 3);
      for (const address of [...new Set([...addresses, ...pieces.map(({ name }) => `/static/${name}`)])]) {
        const answers = await Promise.all([old, next.address].map((one) => fetch(one + address)));
        assert.deepEqual([address, ...answers.map(({ status }) => status)], [address, 200, 200]);
        const [first, second] = await Promise.all(answers.map((one) => one.text()));
        assert.equal(first, second, address);
      }
    }
  });

  it('leaves a process of this release that serves alone, and is not joined by another one', async () => {
    assert.equal((await fetch(`${old}/readyz`)).status, 200);
    await assert.rejects(startApp(database), /newer than this program/);
  });
});
