// serve as a process: it says where it listens once it does, answers, and ends cleanly on SIGTERM.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migratedDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

for (const json of [false, true]) {
  it(json ? 'serve --json' : 'serve', async () => {
    const database = await migratedDatabase('sqlite');
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [MAIN, 'serve', ...(json ? ['--json'] : [])], {
      cwd: database.dataDir,
      env: { PATH, DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout);
    try {
      // Standard output also closes when the process ends without having said anything.
      const line = (await Promise.race([once(lines, 'line'), once(lines, 'close')]))[0] as string;
      const url = json ? JSON.parse(line).url : /^Commonplace \S+ listening on (\S+)$/.exec(line)?.[1];
      const answer = await fetch(`${url}/healthz`);
      const { version, ...health } = (await answer.json()) as { version: string };
      assert.deepEqual(health, { status: 'ok', interface: '7.21.0', database: 'sqlite' });
      assert.match(version, /^\d+\.\d+\.\d+$/);
      const help = await (await fetch(`${url}/help`)).text();
      assert.match(help, new RegExp(`<footer[^>]*>Commonplace ${version} · Interface 7.21.0</footer>`));
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      assert.equal(code, 0);
    } finally {
      child.kill('SIGKILL');
      await database.cleanup();
    }
  });
}

it('says in the log which extensions it left out', async () => {
  const { PATH = '' } = process.env;
  const database = await migratedDatabase('sqlite');
  const folder = join(database.dataDir, 'extensions', 'broken');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), "throw new Error('the shelf collapsed');");
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    cwd: database.dataDir,
    env: { PATH, DATA_DIR: database.dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    const { level, msg, extension, reason } = JSON.parse(line);
    assert.deepEqual(
      [level, msg, extension, reason],
      ['warn', 'an extension was skipped', 'broken', 'the shelf collapsed'],
    );
  } finally {
    child.kill('SIGKILL');
    await database.cleanup();
  }
});

it('refuses arguments where it is started by its file, and makes nothing', async () => {
  const folder = scratchFolder('serve');
  const file = fileURLToPath(new URL('../../core/boot/main.ts', import.meta.url));
  const { PATH = '' } = process.env;
  const ended = spawnSync(process.execPath, [file, '--help'], { cwd: folder, env: { PATH, PORT: '0' } });
  assert.equal(ended.status, 2);
  assert.equal(String(ended.stderr), '--help: this file takes no arguments. See commonplace serve --help.\n');
  assert.equal(existsSync(join(folder, 'data')), false);
});
