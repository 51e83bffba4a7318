// MediaWiki: an XML export with the last revision of each page, and the files of the wiki where they lie beside it.
import type { Importer, Item, PageItem, SourceEntry } from '../../contract.ts';
import { htmlToBlocks } from '../../conversion/html/read.ts';
import { fileItems } from '../../items/note-item.ts';
import { codeBlocks } from '../../items/plain-text.ts';
import { baseName, cleanTitle, pathEnding } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';
import { readWikiExport, type WikiExport, type WikiPage, wikiTitle } from './export.ts';
import { type Wikitext, wikitextHtml } from './wikitext.ts';
import type { RedirectTarget } from './wikitext-inline.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'mediawiki',
  title: 'MediaWiki (XML export)',
  accepts: ['.xml', '.zip', 'folder'],
  async *read(source) {
    const files = new Map<string, string>();
    const others: SourceEntry[] = [];
    const ids = new UniqueIds();
    for await (const entry of source.entries())
      if (pathEnding(entry.path) !== '.xml') {
        others.push(entry);
        files.set(fileKey(baseName(entry.path)), entry.path);
      }
    let isThere = false;
    for await (const entry of source.entries()) {
      if (pathEnding(entry.path) !== '.xml') continue;
      isThere = true;
      try {
        yield* new Wiki(entry.path, readWikiExport(await entry.text()), { files, ids }).items();
      } catch (error) {
        yield* unreadable(entry, error);
      }
    }
    const because = 'It is not an export of a MediaWiki: there is no XML in it.';
    if (!isThere) yield { type: 'problem', at: source.name, kind: 'unreadable', because };
    yield* fileItems(others);
  },
};

export default importer;

const fileKey = (name: string): string => wikiTitle(name).toLowerCase();
const key = (title: string): string => title.toLowerCase();

/** What pages that hold no wikitext are written in. */
const LANGUAGES = new Map(Object.entries({ css: 'css', javascript: 'js', json: 'json', Scribunto: 'lua' }));

class Wiki {
  readonly #path: string;
  readonly #export: WikiExport;
  readonly #files: ReadonlyMap<string, string>;
  readonly #redirects = new Map<string, string>();
  readonly #titles: ReadonlySet<string>;
  readonly #ids = new Map<WikiPage, string>();
  readonly #byTitle = new Map<string, string>();
  readonly #aliases = new Map<string, string[]>();

  constructor(path: string, wiki: WikiExport, { files, ids }: { files: ReadonlyMap<string, string>; ids: UniqueIds }) {
    this.#path = path;
    this.#export = wiki;
    this.#files = files;
    for (const { title, redirect } of wiki.pages) if (redirect) this.#redirects.set(key(title), redirect);
    this.#titles = new Set(wiki.pages.map(({ title }) => key(title)));
    for (const page of wiki.pages.filter((one) => !this.#isAlias(one))) {
      this.#ids.set(page, ids.of(page.id));
      this.#byTitle.set(key(page.title), this.#ids.get(page) as string);
    }
    for (const page of wiki.pages) {
      const target = key(this.#target(page.title).title);
      if (this.#isAlias(page)) this.#aliases.set(target, [...(this.#aliases.get(target) ?? []), page.title]);
    }
  }

  *items(): Generator<Item> {
    const { pages, uploads, isWhole } = this.#export;
    for (const page of pages) if (!this.#isAlias(page)) yield* this.#page(page);
    const problem = (kind: string, because: string): Item => ({ type: 'problem', at: this.#path, kind, because });
    if (!isWhole) yield problem('cut_off', 'The file ends before its end; what was there is kept.');
    if (!pages.length) yield problem('empty', 'The export holds no pages.');
    const older = pages.reduce((count, page) => count + page.older, 0);
    if (older) yield problem('left_out', `Earlier revisions of its pages were left out: ${older}.`);
    const more = pages.filter((page) => this.#isAlias(page) && page.text.replace(/^\s*#[^\n]*/, '').trim());
    const names = more.map(({ title }) => title).join(', ');
    if (names)
      yield problem('left_out', `What redirects say beside their target was left out: ${names.slice(0, 300)}.`);
    if (uploads) yield problem('left_out', `Files within the XML were left out: ${uploads}.`);
  }

  /** A redirect whose target is in the export is a further name of it. */
  #isAlias({ title, redirect }: WikiPage): boolean {
    if (!redirect) return false;
    const target = key(this.#target(title).title);
    return !this.#redirects.has(target) && this.#titles.has(target);
  }

  /** Redirects may lead to redirects, and in circles. */
  #target(title: string): RedirectTarget {
    let at: RedirectTarget = { title };
    for (let steps = 0; steps < 10; steps++) {
      const [bare = '', ...section] = (this.#redirects.get(key(at.title)) ?? '').split('#');
      if (!bare.trim()) break;
      const named = section.length ? section.join('#').trim() : at.section;
      at = { title: bare.trim(), ...(named && { section: named }) };
    }
    return at;
  }

  *#page(page: WikiPage): Generator<Item> {
    const { title, author, comment, created, updated, isHidden } = page;
    const above = this.#above(title);
    const aliases = this.#aliases.get(key(title));
    const item: PageItem = {
      ...{ type: 'page', id: this.#ids.get(page) as string, path: title },
      title: cleanTitle(above ? title.slice(above.length + 1) : title),
      ...(above && { parent: this.#byTitle.get(key(above)) }),
      ...(aliases && { aliases }),
      ...(author && { author }),
      ...(comment && { properties: { last_edit: comment } }),
      ...(created && { created }),
      ...(updated && { updated }),
    };
    if (isHidden)
      yield {
        type: 'problem',
        at: title,
        kind: 'left_out',
        because: 'The wiki hides its text, and so does the export.',
      };
    try {
      yield { ...item, ...this.#body(page) };
    } catch (error) {
      yield { type: 'problem', at: title, kind: 'unreadable', because: `${cannotRead(error)} Its text is kept.` };
      yield { ...item, blocks: codeBlocks(page.text, 'wikitext') };
    }
  }

  /** Title of the nearest page of which it is a subpage. */
  #above(title: string): string | undefined {
    for (let at = title.lastIndexOf('/'); at > 0; at = title.lastIndexOf('/', at - 1))
      if (this.#byTitle.has(key(title.slice(0, at))) && title.slice(at + 1).trim()) return title.slice(0, at);
    return undefined;
  }

  #body({ title, text, model }: WikiPage): Pick<PageItem, 'blocks' | 'anchors' | 'tags' | 'unsupported'> {
    if (model && model !== 'wikitext') return { blocks: codeBlocks(text, LANGUAGES.get(model)) };
    const { html, categories, unsupported }: Wikitext = wikitextHtml(text, {
      title,
      namespace: (name) =>
        this.#export.namespaces.get(
          name
            .slice(0, Math.max(0, name.indexOf(':')))
            .trim()
            .toLowerCase(),
        ),
      target: (name) => this.#target(name),
      file: (name) => this.#files.get(fileKey(name)),
    });
    const page = htmlToBlocks(html);
    return {
      ...page,
      ...(categories.length && { tags: categories }),
      unsupported: { ...page.unsupported, ...unsupported },
    };
  }
}
