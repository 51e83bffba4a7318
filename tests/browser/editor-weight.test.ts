// What the editor loads stays small. How soon it is ready and how fast it draws keys is measured by `npm run bench`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withEditor } from './editor.ts';

const SCRIPT_BYTES = 150 * 1024;

await withEditor('weight', (desk) => {
  it('all scripts of a page that can be written stay below 150 KB', async () => {
    const id = await desk.make('text');
    const { text } = await desk.t.call('ann', 'GET', `/pages/${id}`);
    const seen = new Map<string, number>();
    const add = async (address: string): Promise<void> => {
      const path = address.replace(/\?.*/, '');
      if (seen.has(path)) return;
      const script = (await desk.t.inject('GET', address)).text;
      seen.set(path, gzipSync(script, { level: 9 }).length);
      for (const [, name] of script.matchAll(/(?:from|import)\s*"\.\/(chunk-\w+\.js)"/g)) await add(`/static/${name}`);
    };
    for (const [, address] of text.matchAll(/(?:<script[^>]* src|<link rel="modulepreload" href)="([^"]+)"/g))
      await add(address as string);
    const total = [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(total <= SCRIPT_BYTES, `${total} bytes: ${[...seen].map((one) => one.join(' ')).join(', ')}`);
    process.stdout.write(`scripts ${total} bytes\n`);
  });
});
