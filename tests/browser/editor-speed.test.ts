// The goals of the editor: a long page is ready at once, keys are drawn at once, and what it loads stays small.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { close, withEditor } from './editor.ts';

const READY_MS = 400;
const FRAME_P95_MS = 25;
const SCRIPT_BYTES = 150 * 1024;
/** Machines of tests are slower than those of people, and do other things meanwhile. */
const SLACK = 3;

await withEditor('speed', (desk) => {
  it('2,000 blocks are ready, and each key drawn, in time', async () => {
    const blocks = Array.from({ length: 2000 }, (_none, at) => ({
      id: `b${at}`,
      type: ['paragraph', 'bullet', 'numbered', 'todo', 'heading'][at % 5],
      data: at % 5 === 4 ? { level: 2 } : {},
      content: [{ type: 'text', text: `Block ${at} with a few words of text to fill a line of it` }],
    }));
    const written = await desk.open(await desk.make(blocks));
    const { page, text } = written;
    await page.reload();
    await page.locator('article[data-ready]').waitFor();
    const ready = await page.evaluate(() => performance.getEntriesByName('editor')[0]?.duration ?? -1);
    assert.ok(ready >= 0 && ready < READY_MS * SLACK, `ready after ${Math.round(ready)} ms`);
    await text.locator('.block').nth(1000).click();
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(globalThis, { times });
      document.addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)));
        },
        true,
      );
    });
    // The best of three: what else the machine does is no property of the editor.
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      for (let i = 0; i < 60; i++) await page.keyboard.press('x', { delay: 20 });
      const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times.splice(0));
      runs.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY);
    }
    const p95 = Math.min(...runs);
    assert.ok(p95 < FRAME_P95_MS * SLACK, `95 % of keys were drawn within ${Math.round(p95)} ms`);
    process.stdout.write(`ready ${Math.round(ready)} ms, key to frame p95 ${Math.round(p95)} ms\n`);
    await close(written);
  });

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
