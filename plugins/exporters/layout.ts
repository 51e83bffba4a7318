// Where each page and file of an export lies in its folders, and how their links find each other there.

import { type Block, inlineRuns, isBlockId, walk } from '../blocks/block.ts';
import { pageOfAddress } from '../blocks/link-address.ts';
import type { Links } from '../blocks/link-context.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import type { FileRecord } from '../files/contract.ts';
import type { Bundle, ExportNode } from './export-source.ts';
import { fileName, relativePath, splitName, UsedNames } from './file-names.ts';
import { type LinkTargets, rewriteLinks } from './link-rewriting.ts';

/** Folder of what pages show. */
const FILES = 'files';

export class Layout {
  readonly #bundle: Bundle;
  readonly #ending: string;
  readonly #taken = new UsedNames();
  readonly #paths = new Map<number, string>();
  /** paths of files that pages show, by id */
  readonly #files = new Map<number, string>();
  readonly #records = new Map<number, FileRecord>();
  /** words of headings as links write them, by page and block */
  readonly #headings = new Map<number, Map<string, string>>();
  /** names of blocks that links lead to, by page and block, where the format writes them */
  readonly #names = new Map<number, Map<string, string>>();
  /** files known to be hidden or gone */
  readonly #missing = new Set<number>();

  /** @param reserved names at the top that the format needs for itself */
  constructor(bundle: Bundle, ending: string, reserved: string[]) {
    this.#bundle = bundle;
    this.#ending = ending;
    for (const name of [FILES, ...reserved]) this.#taken.claim('', name);
    for (const { title, roots } of bundle.groups) {
      const folder = bundle.target.kind === 'service' ? this.#taken.claim('', title) : '';
      this.#place(roots, folder);
    }
  }

  #place(nodes: ExportNode[], folder: string): void {
    for (const node of nodes) {
      // A page, the folder of what lies inside it, and the table of a database share their name.
      const path = node.fileId
        ? this.#claimFile(folder, node.title)
        : this.#taken.claim(folder, node.title, ['', this.#ending, '.csv']);
      this.#paths.set(node.id, path);
      this.#place(node.children, path);
    }
  }

  #claimFile(folder: string, name: string): string {
    const [stem, ending] = splitName(fileName(name));
    return `${this.#taken.claim(folder, stem, [ending])}${ending}`;
  }

  /** without ending: of a page with `ending` behind it, of an uploaded file as it is */
  base(node: ExportNode): string {
    return this.#paths.get(node.id) as string;
  }

  path(node: ExportNode): string {
    return node.fileId ? this.base(node) : `${this.base(node)}${this.#ending}`;
  }

  /** Files that were shown by what was written so far. */
  shown(): { path: string; record: FileRecord }[] {
    return [...this.#files].map(([id, path]) => ({ path, record: this.#records.get(id) as FileRecord }));
  }

  /** Finds out which of these files can be written, so that links know it. */
  async prepare(ids: number[]): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.#records.has(id) && !this.#missing.has(id));
    if (!fresh.length) return;
    for (const record of await this.#bundle.files(fresh)) this.#records.set(record.id, record);
    for (const id of fresh) if (!this.#records.has(id)) this.#missing.add(id);
  }

  record(id: number): FileRecord | undefined {
    return this.#records.get(id);
  }

  #file(id: number, from: string): string | undefined {
    const record = this.#records.get(id);
    if (!record) return undefined;
    const path = this.#files.get(id) ?? this.#claimFile(FILES, record.name);
    this.#files.set(id, path);
    return relativePath(from, path);
  }

  /** From the page to another one, or to its address here when that is not inside. */
  page(id: number, from: string): string | undefined {
    const node = this.#bundle.nodes.get(id);
    return node && relativePath(from, this.path(node));
  }

  #address(href: string, node: ExportNode): string | undefined {
    const [address = '', block = ''] = href.split('#');
    if (!address && block) return this.#fragment(node.id, block);
    if (!href.startsWith('/')) return undefined;
    const page = pageOfAddress(href);
    const place = page === null ? undefined : this.page(page, this.path(node));
    if (page === null || place === undefined) return `${this.#bundle.ctx.app.baseUrl}${href}`;
    return block ? `${place}${this.#fragment(page, block)}` : place;
  }

  /** Of a block that a link leads to: its id, or the words of a heading where `prepareHeadings` has found it. */
  #fragment(pageId: number, block: string): string {
    const heading = this.#headings.get(pageId)?.get(block);
    const name = this.#names.get(pageId)?.get(block);
    return `#${heading ?? (name ? `^${name}` : block)}`;
  }

  /** Where the format knows places in a page by names that stand in its text: names the blocks that links lead to. */
  async nameBlocks(): Promise<void> {
    for (const node of this.#bundle.nodes.values()) {
      if (node.fileId || node.databaseId) continue;
      for (const href of linksIn(await this.#bundle.blocks(node))) {
        const [address, block = ''] = href.split('#');
        const pageId = address ? pageOfAddress(href) : node.id;
        if (pageId === null || !isBlockId(block)) continue;
        const names = this.#names.get(pageId) ?? new Map<string, string>();
        this.#names.set(pageId, names.set(block, block.replaceAll('_', '-')));
      }
    }
  }

  blockNames(node: ExportNode): ReadonlyMap<string, string> {
    return this.#names.get(node.id) ?? NO_NAMES;
  }

  /** Where the format knows places in a page by the words of its headings: finds those that links of blocks lead to. */
  async prepareHeadings(node: ExportNode, blocks: Block[]): Promise<void> {
    for (const href of linksIn(blocks)) {
      const pageId = href.startsWith('#') ? node.id : pageOfAddress(href);
      const target = pageId === null || !href.includes('#') ? undefined : this.#bundle.nodes.get(pageId);
      if (!target || this.#headings.has(target.id)) continue;
      const inside = target.id === node.id ? blocks : await this.#bundle.blocks(target);
      this.#headings.set(target.id, headingsOf(inside));
    }
  }

  /** The same links as seen from this page. */
  links(node: ExportNode, base: Links): Links {
    const from = this.path(node);
    const { baseUrl } = this.#bundle.ctx.app;
    return {
      ...base,
      page: (id) => {
        const found = base.page(id);
        return found && { ...found, href: this.page(id, from) ?? `${baseUrl}${found.href}` };
      },
      file: (id) => {
        const href = this.#file(id, from);
        return href === undefined
          ? null
          : { href, name: this.record(id)?.name ?? '', mime: this.record(id)?.mime ?? '' };
      },
      emoji: () => null,
      database: (id) => {
        const page = this.#bundle.databasePage(id);
        return page ? { href: relativePath(from, this.path(page)), title: page.title } : null;
      },
    };
  }

  /** Blocks whose links lead into the export; with `inline` also what Markdown can only name by its path. */
  blocks(node: ExportNode, blocks: Block[], links: Links, inline: boolean): Block[] {
    const from = this.path(node);
    const places: LinkTargets = { href: (href) => this.#address(href, node) };
    if (inline) {
      places.file = (id) => this.#file(id, from);
      places.database = (id) => this.#bundle.databasePage(id)?.id;
      places.synced = (id) => links.synced?.(id);
    }
    return rewriteLinks(blocks, places);
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Addresses of all links in running text. */
const linksIn = (blocks: Block[]): string[] =>
  [...walk(blocks)].flatMap((block) =>
    inlineRuns(block).flatMap((nodes) =>
      nodes
        .flatMap((one) => (one.type === 'text' ? (one.marks ?? []) : []))
        .map(({ attrs }) => String(attrs?.href ?? '')),
    ),
  );

/** Headings by their ids, as readers of Markdown make names of them. */
const headingsOf = (blocks: Block[]): Map<string, string> =>
  new Map(
    [...walk(blocks)]
      .filter(({ type }) => type === 'heading')
      .map((block) => [block.id, encodeURIComponent(slug(blocksPlainText([{ ...block, children: undefined }])))]),
  );

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-');
