// A new type of property takes the files of one folder, a line in the lists beside it, and its words: nothing else knows it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { PROPERTY_TYPES } from '../../plugins/databases/contract.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const types = 'plugins/databases/schema/types';

/** The files of the recipe in CONTRIBUTING.md, by where they go. */
const recipe = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^```ts (plugins\/databases\/\S+)\n([\s\S]*?)^```/gm),
].map(([, path, text]) => [path, text] as [string, string]);

describe('a new property type', () => {
  const copy = scratchFolder();
  let database: TestDatabase;

  const change = (path: string, work: (text: string) => string): void => {
    const before = readFileSync(join(copy, path), 'utf8');
    const text = work(before);
    assert.notEqual(text, before, path);
    writeFileSync(join(copy, path), text);
  };
  /** Names it in a list: an import, and an entry behind all others. */
  const list = (path: string, file: string, name: string): void =>
    change(path, (text) =>
      text
        .replace(/^import type \{ (Client)?PropertyType/m, `import { ${name} } from './weight/${file}';\n$&`)
        .replace(/^\}( satisfies|;\n\nexport const CLIENT_TYPES)/m, `  weight: ${name},\n$&`),
    );

  before(async () => {
    database = await migratedDatabase('sqlite');
    const parts = ['core', 'plugins', 'migrations', 'templates', 'package.json', 'package-lock.json'];
    for (const part of [...parts, 'testing', 'tests/kit', 'tests/databases/database.ts'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [path, text] of recipe) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    list(`${types}/registry.ts`, 'index.ts', 'weightType');
    list(`${types}/client-registry.ts`, 'client.ts', 'weightClient');
    for (const language of ['en', 'de'])
      change(`plugins/databases/messages/${language}.json`, (text) =>
        text.replace(/^ {2}"databases\.type\.text"/m, '  "databases.type.weight": "Weight",\n$&'),
      );
  });
  after(async () => {
    rmSync(copy, { recursive: true });
    await database.cleanup();
  });

  it('lies in one folder', () => {
    const folders = new Set(recipe.map(([path]) => dirname(path)));
    assert.deepEqual([...folders], [`${types}/weight`]);
    assert.deepEqual(
      recipe.map(([path]) => path),
      [`${types}/weight/index.ts`, `${types}/weight/client.ts`],
    );
  });

  it('is set up, written, refused, filtered, sorted, summed, computed with, converted, and read from forms and tables', async () => {
    const child = join(copy, 'tests/kit/children/new-property-type.ts');
    const { stdout } = await run(process.execPath, [child, database.dataDir], { cwd: copy });
    assert.deepEqual(stdout.trim().split(','), [...PROPERTY_TYPES, 'weight']);
  });

  it('is known to the browser', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(copy, types, 'client-registry.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      logLevel: 'silent',
    });
    const { CLIENT_TYPES, clientType } = await import(
      `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
    );
    const { text } = clientType({ type: 'weight' });
    assert.deepEqual([CLIENT_TYPES.at(-1)[0], text(12)], ['weight', '12 kg']);
  });
});
