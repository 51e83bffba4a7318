// What a page may weigh (interface.md 4.4): everything that it loads before anybody touches it, compressed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const KB = 1024;

describe('the weight of a page', () => {
  let database: TestDatabase;
  let t: TestApp;
  let page = '';
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Read me', workspace_id: t.ws1 });
    page = (await t.inject('GET', `/pages/${made.body.id}`, { headers: t.session('vic') })).text;
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  const addresses = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, address]) => address as string);
  const fetchText = async (address: string): Promise<string> => {
    const answer = await t.inject('GET', address);
    assert.equal(answer.status, 200, address);
    return answer.text;
  };

  /** A script and all that it imports before it runs. */
  async function withImports(address: string, seen = new Map<string, string>()): Promise<Map<string, string>> {
    const path = address.replace(/\?.*/, '');
    if (seen.has(path)) return seen;
    const text = await fetchText(address);
    seen.set(path, text);
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/(chunk-\w+\.js)"/g))
      await withImports(`/static/${name}`, seen);
    return seen;
  }

  it('that is only read stays below 12 KB of scripts, and names all pieces at once', async () => {
    const scripts = new Map<string, string>();
    for (const address of addresses(/<script[^>]* src="([^"]+)"/g)) await withImports(address, scripts);
    const weights = [...scripts].map(([path, text]) => [path, gzipSync(text, { level: 9 }).length] as const);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.ok(total <= 12 * KB, `${total} bytes: ${weights.map((one) => one.join(' ')).join(', ')}`);
    // What only runs once the page is seen is marked and does not count.
    const preloaded = addresses(/<link rel="modulepreload" href="([^"]+)">/g);
    const named = new Set([...addresses(/<script[^>]* src="([^"?]+)/g), ...preloaded]);
    assert.deepEqual([...scripts.keys()].sort(), [...named].sort());
  });

  it('that somebody may write stays below 150 KB of scripts, with code, formulas and diagrams loaded on use only', async () => {
    const blocks = [
      { type: 'code', data: { language: 'json', text: '{}' } },
      { type: 'math', data: { tex: 'x' } },
      { type: 'mermaid', data: { source: 'graph LR' } },
    ];
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Write me', workspace_id: t.ws1, blocks });
    const { text } = await t.inject('GET', `/pages/${made.body.id}`, { headers: t.session('ann') });
    const scripts = new Map<string, string>();
    for (const pattern of [/<script[^>]* src="([^"]+)"/g, /href="([^"]+)" data-run/g])
      for (const [, address] of text.matchAll(pattern)) await withImports(address as string, scripts);
    const weights = [...scripts].map(([path, one]) => [path, gzipSync(one, { level: 9 }).length] as const);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.ok([...scripts.values()].some((one) => one.includes('ProseMirror')));
    assert.ok(total <= 150 * KB, `${total} bytes: ${weights.map((one) => one.join(' ')).join(', ')}`);
    assert.ok(![...scripts.values()].some((one) => /hljs-|KaTeX parse error/.test(one)));
  });

  // One such character makes the whole page twice as long in memory, and slower to put together and to send.
  for (const locale of ['en', 'de']) {
    it(`has no character above U+00FF in its frame in ${locale}`, async () => {
      const cookie = `${t.session('ann').cookie}; locale=${locale}`;
      const path = /href="(\/pages\/\d+)" aria-current/.exec(page)?.[1] ?? '';
      const { text, status } = await t.call('ann', 'GET', path, { headers: { cookie } });
      assert.equal(status, 200);
      assert.match(text, new RegExp(`<html lang="${locale}"`));
      assert.deepEqual(text.match(/[^\0-\u00ff].{0,40}/g), null);
    });
  }

  it('has at most 20 KB of styles and 4 KB of icons', async () => {
    const limits: [RegExp, number][] = [
      [/<link rel="stylesheet" href="([^"]+)"/g, 20 * KB],
      [/data-icons="([^"]+)"/g, 4 * KB],
    ];
    for (const [pattern, limit] of limits) {
      const texts = await Promise.all(addresses(pattern).map(fetchText));
      const bytes = gzipSync(texts.join(''), { level: 9 }).length;
      assert.ok(texts.length >= 1 && bytes <= limit, `${bytes} of ${limit} bytes`);
    }
  });
});
