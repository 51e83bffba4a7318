// Extensions that name what is not theirs or not there any more: each is left out with a sentence, and the product runs.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { migratedDatabase } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const EXTENSIONS: Record<string, string> = {
  'foreign-table': `import { definePlugin } from 'commonplace';
    export default definePlugin({ name: 'foreign-table', version: '1.0.0', summary: 'Names a table of others', tables: { pages: 'mine' } });`,
  'gone-name': `import { definePlugin } from 'commonplace';
    import { goneName } from 'commonplace/context';
    export default definePlugin({ name: 'gone-name', version: '1.0.0', summary: 'Needs what is gone ' + goneName });`,
  'gone-module': `import { definePlugin } from 'commonplace';
    import { work } from 'commonplace/gone-module';
    export default definePlugin({ name: 'gone-module', version: '1.0.0', summary: 'Needs what is gone ' + work });`,
};

const folder = scratchFolder();
let t: TestApp;
before(async () => {
  const extensions = join(folder, 'extensions');
  mkdirSync(extensions);
  for (const [name, source] of Object.entries(EXTENSIONS)) writeFileSync(join(extensions, `${name}.ts`), source);
  t = await startApp(await migratedDatabase('sqlite'), { settings: { EXTENSIONS_DIR: extensions } });
});
after(async () => {
  await t.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('are left out, each with what to do, and change nothing', async () => {
  const reasonOf = (name: string) => {
    const found = t.app.plugins.find(({ origin }) => origin === `${name}.ts`);
    assert.equal(found?.state, 'skipped', name);
    return found?.reason;
  };
  assert.equal(
    reasonOf('foreign-table'),
    'plugin foreign-table: the table pages belongs to pages; name tables of its own, and ask for other rows by services',
  );
  assert.equal(
    reasonOf('gone-name'),
    'commonplace/context has no goneName: the help for authors of extensions lists what can be imported',
  );
  assert.match(reasonOf('gone-module') ?? '', /^commonplace\/gone-module is not a module for extensions\. There are /);
  assert.notEqual(t.app.tables.get('pages'), 'mine');
  assert.equal((await t.call('ann', 'GET', '/api/v2/pages')).status, 200);
});
