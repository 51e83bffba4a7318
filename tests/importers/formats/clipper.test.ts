// Articles of the web: what stays of a page, what comes along, and which addresses are never asked.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { FetchedResource, Item, PageItem } from '../../../plugins/importers/contract.ts';
import { htmlToBlocks } from '../../../plugins/importers/conversion/html/read.ts';
import type { ArticleDocument } from '../../../plugins/importers/formats/clipper/article.ts';
import clipper from '../../../plugins/importers/formats/clipper/index.ts';
import { migratedDatabase } from '../../../testing/databases.ts';
import { startApp } from '../../kit/app.ts';
import { importPath, pagesOf, shared, vaultOf, withoutShared } from '../imports.ts';
import { sourceOf } from './malformed.ts';

const text =
  '<p>A sentence that is long enough to be taken for the text of an article by those who look for one.</p>'.repeat(9);
const page = `<html lang="en"><head><title>Lamp</title><link rel="canonical" href="https://example.org/lamp"><meta name="author" content="Runa"></head><body><nav>Menu</nav><article><h1>Lamp</h1>${text}<p>With a picture: <img src="pic.png" alt="the lamp"></p></article></body></html>`;

const web: Record<string, FetchedResource> = {
  'https://example.org/lamp?from=feed': {
    url: 'https://example.org/lamp?from=feed',
    mime: 'text/html',
    bytes: Buffer.from(page),
  },
  'https://example.org/pic.png': {
    url: 'https://example.org/pic.png',
    mime: 'image/png',
    bytes: Buffer.from('89504e47', 'hex'),
  },
  'https://example.org/a.zip': { url: 'https://example.org/a.zip', mime: 'application/zip', bytes: Buffer.alloc(4) },
};

describe('the clipper', () => {
  it('keeps the article, its address, its author and its pictures', async () => {
    const source = sourceOf({
      'links.txt': 'https://example.org/lamp?from=feed\nhttps://example.org/a.zip https://example.org/gone',
    });
    source.fetch = async (address) => {
      const found = web[address];
      if (!found) throw new Error('the address answers 404');
      return found;
    };
    const items: Item[] = [];
    for await (const item of clipper.read(source, {})) items.push(item);
    const [article] = items as PageItem[];
    assert.deepEqual([article?.id, article?.title, article?.author], ['https://example.org/lamp', 'Lamp', 'Runa']);
    assert.equal(article?.properties?.source, 'https://example.org/lamp');
    assert.doesNotMatch(blocksPlainText(article?.blocks ?? []), /Menu/);
    const picture = JSON.stringify(article?.blocks?.find(({ type }) => type === 'image'));
    assert.match(picture, /"url":"\/clips\/.*pic\.png"/);
    assert.deepEqual(
      items.map(({ type }) => type),
      ['page', 'file', 'problem', 'problem'],
    );
  });

  it('asks no address that is not public', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const database = await migratedDatabase('sqlite');
    const t = await startApp(database);
    try {
      const hosts = ['127.0.0.1', 'localhost', '2130706433', '[::1]', '169.254.169.254'];
      const folder = vaultOf({ 'links.txt': hosts.map((host) => `http://${host}:${port}/`).join('\n') });
      const { report } = await importPath(t, folder, { source: 'clipper' });
      assert.equal(report.warnings.filter(({ kind }) => kind === 'unreadable').length, hosts.length);
      assert.deepEqual([(await pagesOf(t)).length, asked], [0, 0]);
    } finally {
      await t.stop();
      await database.cleanup();
      server.close();
    }
  });

  it('finds in 44 pages what their recorded results have', { skip: withoutShared }, async () => {
    const folder = join(shared, 'clipper/readability');
    const runner = new WorkerRunner(new URL('../../../plugins/importers/formats/clipper/article.ts', import.meta.url));
    const read = (name: string, file: string) => readFileSync(join(folder, name, file));
    const differing: string[] = [];
    for (const name of readdirSync(folder)) {
      const found = await runner.run<ArticleDocument>(
        'readArticle',
        read(name, 'source.html'),
        'http://fakehost/test/page.html',
        name,
      );
      const wanted = JSON.parse(read(name, 'expected-metadata.json').toString()) as Record<string, string | null>;
      const about = [found.title, found.author ?? null, found.properties?.site ?? null, found.created ?? null];
      const recorded = [wanted.title, wanted.byline, wanted.siteName, wanted.publishedTime ?? null];
      const length = blocksPlainText(htmlToBlocks(read(name, 'expected.html').toString()).blocks).length;
      const isClose = Math.abs(blocksPlainText(found.blocks).length - length) <= length * 0.03;
      if (JSON.stringify(about) !== JSON.stringify(recorded) || !isClose) differing.push(name);
    }
    runner.close();
    // Its recorded title leaves out the name of the site behind a dash, which the published reader keeps.
    assert.deepEqual(differing, ['title-en-dash']);
  });
});
