// The build of what browsers get: whole or not there, and older ones stay for servers that still run.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';
import { buildAssets } from '../../../core/views/asset-build.ts';
import { scratchFolder } from '../../../testing/folders.ts';

const run = promisify(execFile);
const place = scratchFolder('assets');
after(() => rmSync(place, { recursive: true, force: true }));

it('builds once for all that start at the same time, and keeps the last five builds before', async () => {
  const older = Array.from({ length: 8 }, (_, age) => join(place, `build-${age}`));
  for (const [age, path] of older.entries()) {
    mkdirSync(path);
    utimesSync(path, 1_000_000 - age, 1_000_000 - age);
  }
  const [first, second] = await Promise.all([buildAssets(place), buildAssets(place)]);
  assert.equal(first, second);
  for (const name of ['static/shell.js', 'static/icons.svg', 'islands/package.json', 'pieces.json'])
    assert.ok(existsSync(join(first, name)), name);
  assert.equal(await buildAssets(place), first, 'the same sources were built again');
  const kept = older.slice(0, 5).map((path) => path.slice(place.length + 1));
  assert.deepEqual(readdirSync(place).sort(), [...kept, first.slice(place.length + 1)].sort());
});

it('makes the same wherever the process was started', async () => {
  const module = JSON.stringify(new URL('../../../core/views/asset-build.ts', import.meta.url).href);
  const folder = JSON.stringify(join(place, 'elsewhere'));
  const script = `const { buildAssets } = await import(${module}); console.log(await buildAssets(${folder}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: place });
  const pieces = (built: string) => readFileSync(join(built, 'pieces.json'), 'utf8');
  assert.equal(pieces(stdout.trim()), pieces(await buildAssets(join(place, 'here'))));
});
