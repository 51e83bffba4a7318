// Web articles: pages by their addresses, a list of them in a text file, or pages that were saved.

import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import { type Block, walk } from '../../../blocks/block.ts';
import type { Importer, Item, Source, SourceEntry } from '../../contract.ts';
import { endingFor, fileNameOf, type MadeFile, madeItem, sourcePathAddress } from '../../reading/embedded-file.ts';
import { baseName, cleanTitle, pathEnding } from '../../reading/entry-path.ts';
import { cutOffPage } from '../../reading/problem-item.ts';
import type { ArticleDocument } from './article.ts';

const LISTS = new Set(['.txt', '.url', '.webloc']);
const PAGES = new Set(['.html', '.htm', '.xhtml']);
const ADDRESS = /https?:\/\/[^\s<>"']+/g;
const PICTURES_MAX = 100;

const importer: Importer = {
  kind: 'importer',
  name: 'clipper',
  title: 'Web articles',
  accepts: ['.txt', '.url', '.webloc', '.html', '.htm', '.xhtml', 'folder', '.zip'],
  async *read(source) {
    const clipper = new Clipper(source);
    try {
      for await (const entry of source.entries()) {
        const ending = pathEnding(entry.path);
        if (PAGES.has(ending)) yield* clipper.saved(entry);
        else if (LISTS.has(ending)) for (const address of await addressesIn(entry)) yield* clipper.found(address);
      }
    } finally {
      clipper.close();
    }
  },
};

export default importer;

const addressesIn = async (entry: SourceEntry): Promise<Set<string>> =>
  new Set([...(await entry.text()).matchAll(ADDRESS)].map(([address]) => address).filter((one) => !DTD.test(one)));

/** The head of a .webloc names what it is written in. */
const DTD = /^https?:\/\/www\.apple\.com\/DTDs\//;

class Clipper {
  readonly #source: Source;
  readonly #runner = new WorkerRunner(new URL('./article.ts', import.meta.url));

  constructor(source: Source) {
    this.#source = source;
  }

  close(): void {
    this.#runner.close();
  }

  async *found(address: string): AsyncGenerator<Item> {
    try {
      const { url, mime, bytes } = await this.#source.fetch(address);
      if (!/html|xml/.test(mime)) throw new Error(`there is no page but ${mime || 'something unknown'}`);
      yield* this.#items(
        await this.#runner.run<ArticleDocument>('readArticle', bytes, url, `clips/${fileNameOf(url, 'page')}`),
      );
    } catch (error) {
      yield { type: 'problem', at: address, kind: 'unreadable', because: `It cannot be read: ${reasonOf(error)}.` };
    }
  }

  /** A page on disk; where it came from it may say itself. */
  async *saved(entry: SourceEntry): AsyncGenerator<Item> {
    try {
      const bytes = await entry.bytes();
      yield* cutOffPage(entry, bytes);
      const head = bytes.subarray(0, 5000).toString('latin1');
      const from = /saved from url=\(\d+\)(https?:\/\/\S+)/.exec(head)?.[1] ?? 'https://unknown.invalid/';
      yield* this.#items(await this.#runner.run<ArticleDocument>('readArticle', bytes, from, entry.path), entry.path);
    } catch (error) {
      yield { type: 'problem', at: entry.path, kind: 'unreadable', because: `It cannot be read: ${reasonOf(error)}.` };
    }
  }

  async *#items(article: ArticleDocument, path?: string): AsyncGenerator<Item> {
    const { files, pictures, address, title, problem: _, ...page } = article;
    const id = path ?? address;
    const copied = await this.#copied(pictures, id);
    yield {
      ...page,
      type: 'page',
      id,
      title: cleanTitle(title || baseName(id)),
      blocks: page.blocks.map((block) => withCopies(block, copied)),
    };
    for (const file of [...files, ...copied.values()]) yield madeItem(file, id);
  }

  /** Pictures come along: the page must not depend on another server, nor tell it who reads here. */
  async #copied(pictures: string[], id: string): Promise<Map<string, MadeFile>> {
    const copied = new Map<string, MadeFile>();
    for (const address of pictures.slice(0, PICTURES_MAX)) {
      const found = await this.#source.fetch(address).catch(() => undefined);
      if (!found?.mime.startsWith('image/')) continue;
      const name = fileNameOf(decodedName(address), `picture${endingFor(found.mime)}`);
      copied.set(address, { path: `clips/${fileNameOf(id, 'page')}/${copied.size + 1}/${name}`, bytes: found.bytes });
    }
    return copied;
  }
}

/** Blocks whose pictures are files of ours now; others keep their address. */
function withCopies(block: Block, copied: Map<string, MadeFile>): Block {
  for (const { type, data } of walk([block])) {
    const file = type === 'image' ? copied.get(String(data.url)) : undefined;
    if (file) data.url = sourcePathAddress(file.path);
  }
  return block;
}

function decodedName(address: string): string {
  try {
    return decodeURIComponent(baseName(new URL(address).pathname));
  } catch {
    return '';
  }
}

const reasonOf = (error: unknown): string => (error as Error).message.replace(/\.$/, '');
