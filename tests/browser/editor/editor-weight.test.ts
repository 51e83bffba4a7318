// What the editor loads stays small. How soon it is ready and how fast it draws keys is measured by `npm run bench`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { signIn } from '../../kit/browser.ts';
import { close, opened, withEditor } from './editor.ts';

/** Before somebody does anything: what the editor itself needs, and with what comes beside it and for writing together. */
const EDITOR_BYTES = 150 * 1024;
const ALL_BYTES = 200 * 1024;
/** Of a page that nobody was at before; performance.md 7a. */
const REQUESTS = 12;

await withEditor('weight', (desk) => {
  const weigh = async (address: string) => gzipSync((await desk.t.inject('GET', address)).text, { level: 9 }).length;
  const total = (seen: Map<string, number>) => [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
  const list = (seen: Map<string, number>) => [...seen].map((one) => one.join(' ')).join(', ');

  it('scripts that a page which can be written runs stay below 150 KB', async () => {
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
    for (const pattern of [/<script[^>]* src="([^"]+)"/g, /<link rel="modulepreload" href="([^"]+)" data-run/g])
      for (const [, address] of text.matchAll(pattern)) await add(address as string);
    assert.ok(total(seen) <= EDITOR_BYTES, `${total(seen)} bytes: ${list(seen)}`);
  });

  it('a browser asks twelve times at most until the page can be written, for scripts below 200 KB', async () => {
    const id = await desk.make('text');
    // What follows the tree is loaded when something happens: that this page was made is told before.
    await desk.t.app.events.run();
    const visit = await desk.browser.visit();
    await signIn(visit, desk.t, desk.t.session('ann'));
    const asked: string[] = [];
    visit.page.on('request', (request) => {
      if (request.url().startsWith(desk.t.url)) asked.push(request.url().slice(desk.t.url.length));
    });
    await visit.page.goto(`${desk.t.url}/pages/${id}`);
    await opened(id, visit, visit.page);
    await visit.page.waitForLoadState('networkidle');
    const seen = new Map<string, number>();
    assert.ok(asked.length <= REQUESTS, asked.join(', '));
    for (const address of asked.filter((one) => /\.js($|\?)/.test(one)))
      seen.set(address.replace(/\?.*/, ''), await weigh(address));
    process.stdout.write(`scripts ${total(seen)} bytes\n`);
    assert.ok(total(seen) <= ALL_BYTES, `${total(seen)} bytes: ${list(seen)}`);
    await close({ visit });
  });
});
