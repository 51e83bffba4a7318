// Extensions as packages: packed like one that is published, installed elsewhere, named by PLUGINS, and at work.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../core/database/database.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { startApp } from '../kit/app.ts';
import { commandLine } from './run.ts';

const example = fileURLToPath(new URL('../../examples/importer-package/', import.meta.url));
const NAME = 'commonplace-importer-todotxt';

/** Packs a folder, and unpacks it where npm would have put it. */
function install(folder: string, name: string, into: string): void {
  const [made] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', into], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const target = join(into, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(into, made.filename), '-C', target, '--strip-components=1']);
}

describe('packages named by PLUGINS', () => {
  let database: TestDatabase;
  let directory: string;
  const PLUGINS = `${NAME},commonplace-greeter,commonplace-absent`;
  before(async () => {
    database = await migratedDatabase('sqlite');
    const t = await startApp(database);
    await t.stop();
    directory = scratchFolder();
    install(example, NAME, directory);
    const greeter = join(scratchFolder(), 'greeter');
    mkdirSync(greeter);
    const manifest = { name: 'commonplace-greeter', version: '1.0.0', type: 'module', exports: './index.js' };
    writeFileSync(join(greeter, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(greeter, 'index.js'),
      `import { definePlugin } from 'commonplace';
       import { params } from 'commonplace/fields';
       import Joi from 'joi';
       if (!Joi.isSchema(params({}))) throw new Error('another joi');
       export default definePlugin({ name: 'greeter', version: '1.0.0', summary: 'Greets whoever asks' });`,
    );
    install(greeter, 'commonplace-greeter', directory);
  });
  after(() => database.cleanup());

  it('are found where they are installed, and one that is not says so', async () => {
    const { code, json, stderr } = await commandLine(database)(['plugins', '--json'], {
      directory,
      env: { PLUGINS },
      own: true,
    });
    assert.equal(code, 0, stderr);
    const found = (json().plugins as { name: string; kind: string; state: string; reason: string }[]).filter(
      ({ kind }) => kind.startsWith('package'),
    );
    const states = Object.fromEntries(found.map(({ name, kind, state }) => [name, `${kind} ${state}`]));
    assert.deepEqual(states, {
      greeter: 'package ready',
      todotxt: 'package importer ready',
      'commonplace-absent': 'package skipped',
    });
    const absent = found.find(({ name }) => name === 'commonplace-absent');
    assert.match(absent?.reason ?? '', /Cannot find module/);
  });

  it('import what they say they do', async () => {
    const file = join(directory, 'todo.txt');
    writeFileSync(file, '(B) paint the door +house\nx 2026-01-02 buy paint +house\n(A) call Émile +house\nsleep\n');
    const run = commandLine(database);
    const { code, stderr } = await run(['import', 'todotxt', file], { directory, env: { PLUGINS }, own: true });
    assert.equal(code, 0, stderr);
    const opened = await openDatabase({ dataDir: database.dataDir });
    const pages = await opened
      .reader('pages')
      .whereIn('title', ['house', 'Inbox'])
      .orderBy('title')
      .select('title', 'content');
    await opened.close();
    assert.deepEqual(
      pages.map(({ title }) => title),
      ['Inbox', 'house'],
    );
    const { blocks } = JSON.parse(pages[1].content) as { blocks: { content: { text: string }[] }[] };
    assert.deepEqual(
      blocks.map(({ content }) => content[0]?.text),
      ['call Émile', 'paint the door', 'buy paint'],
    );
  });

  it('are short: less than 40 lines for a simple source', () => {
    assert.deepEqual(readdirSync(example).sort(), ['index.js', 'package.json']);
    assert.ok(readFileSync(join(example, 'index.js'), 'utf8').split('\n').length < 40);
  });
});
