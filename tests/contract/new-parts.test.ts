// A new import format, export format and route of the public API take the files of one folder and their words: nothing else.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** What CONTRIBUTING.md shows for a path. */
function shown(path: string): string {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(`\n\`\`\`ts ${path}\n`)[1]?.split('\n```')[0];
  assert.ok(text, `CONTRIBUTING.md shows no ${path}`);
  return `${text}\n`;
}

describe('new parts', () => {
  const copy = scratchFolder();
  let database: TestDatabase;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  };
  const addWords = (plugin: string, words: Record<string, string>): void => {
    for (const language of ['en', 'de']) {
      const path = `plugins/${plugin}/messages/${language}.json`;
      write(path, JSON.stringify({ ...JSON.parse(readFileSync(join(copy, path), 'utf8')), ...words }));
    }
  };

  before(async () => {
    database = await migratedDatabase('sqlite');
    const parts = ['core', 'plugins', 'migrations', 'templates', 'package.json', 'package-lock.json'];
    for (const part of [...parts, 'testing', 'tests/kit', 'tests/importers/imports.ts'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

    const importer = 'plugins/importers/formats/recipe-list/index.ts';
    write(importer, shown(importer));
    addWords('importers', { 'importers.source.recipe-list': 'Recipe lists' });

    const format = 'plugins/exporters/formats/titles/index.ts';
    write(format, shown(format));
    addWords('exporters', { 'exporters.format.titles': 'Titles', 'exporters.format.titles.text': 'one a line' });

    const words = 'plugins/pages/routes/v2-words.ts';
    write(words, shown(words));
    const routes = 'plugins/pages/routes/index.ts';
    const known = readFileSync(join(copy, routes), 'utf8');
    write(
      routes,
      `import { wordRoutes } from './v2-words.ts';\n${known.replace('[] = [\n', '[] = [\n  ...wordRoutes,\n')}`,
    );
  });
  after(async () => {
    rmSync(copy, { recursive: true });
    await database.cleanup();
  });

  it('are found, used, guarded and documented', async () => {
    const child = join(copy, 'tests/kit/children/new-parts.ts');
    const { stdout } = await run(process.execPath, [child, database.dataDir], { cwd: copy });
    assert.equal(stdout, 'import, export, route\n');
  });
});
