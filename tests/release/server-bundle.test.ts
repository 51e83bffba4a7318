// The program in one file: each module is there once, whoever asks for it, and what has changed since runs as it lies.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeServerBundle } from '../../release/server-bundle.ts';
import { scratchFolder } from '../../testing/folders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program of the same shape: it says what it counted, and what of it came from the bundle. */
const FILES: Record<string, string> = {
  'package.json': '{"type": "module"}',
  'main.ts': `const { prepareModules } = await import('./core/boot/module-resolution.ts');
    prepareModules();
    const { serve } = await import('./core/boot/serve.ts');
    console.log(await serve());`,
  'core/boot/serve.ts': `import { add, counted } from './count.ts';
    import { kinds } from '../../plugins/notes/kinds.ts';
    import { readableStack } from './server-bundle.ts';
    add();
    export async function serve(): Promise<string> {
      await import('./later.ts');
      const place = /serve.ts[^)]*/.exec(readableStack(new Error('here').stack ?? ''))?.[0] ?? '';
      return JSON.stringify({ counted, kinds, place: import.meta.url.slice(-18), stack: place });
    }`,
  'core/boot/count.ts': `export let counted = 0;
    export const add = (): void => { counted += 1; };`,
  'core/boot/later.ts': `import { add } from './handed.ts';
    add();`,
  'core/boot/handed.ts': `export * from './count.ts';`,
  'cli/program.ts': `import '../core/boot/handed.ts';`,
  'plugins/notes/index.ts': 'export default 1;',
  'plugins/notes/kinds.ts': `import { folderModules } from '../../core/boot/folder-modules.ts';
    export const kinds = folderModules<string>(import.meta.url, 'kind.ts');`,
  'plugins/notes/short/kind.ts': `export default 'short';`,
};

describe('the bundle of the server', () => {
  const place = scratchFolder();

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  const run = () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['main.ts'], { cwd: place, encoding: 'utf8' });
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  };
  const bundle = () => writeServerBundle({ folder: place, sources: place, ending: 'ts' });

  before(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
    for (const name of ['module-resolution', 'server-bundle', 'folder-modules'])
      cpSync(join(ROOT, `core/boot/${name}.ts`), join(place, `core/boot/${name}.ts`));
    for (const [path, text] of Object.entries(FILES)) write(path, text);
  });
  after(() => rmSync(place, { recursive: true }));

  const ASKED = { counted: 2, kinds: ['short'], place: 'core/boot/serve.ts' };

  it('has each module once, at its own address, and stacks name it', async () => {
    const { stack: before, ...plain } = run();
    assert.deepEqual(plain, ASKED);
    assert.match(before, /^serve\.ts:\d+:\d+$/);
    await bundle();
    const { stack, ...asked } = run();
    assert.deepEqual(asked, ASKED);
    assert.match(stack, /^serve\.ts, \.bundle\/server\.js:\d+:\d+$/);
  });

  it('is left aside once a source has changed or a module has come', async () => {
    write('core/boot/count.ts', `${FILES['core/boot/count.ts']} // Longer than before.`);
    assert.match(run().stack, /^serve\.ts:/);
    await bundle();
    assert.match(run().stack, /bundle/);
    write('plugins/notes/long/kind.ts', `export default 'long';`);
    assert.deepEqual(run().kinds, ['long', 'short']);
    await bundle();
    assert.match(run().stack, /bundle/);
    rmSync(join(place, 'plugins/notes/long'), { recursive: true });
    assert.deepEqual(run().kinds, ['short']);
  });
});
