// The pages and files of a DokuWiki by their names, and which page stands above which.
import type { SourceEntry } from '../../contract.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { nameInNamespace, namespaceOf, startPagesOf, wikiPageId } from './page-ids.ts';

export interface DokuWikiHistory {
  author: string;
  created: string;
  updated: string;
}

/** Where pages lie: below `data/pages/`, or `pages/`, else the source is that folder. */
const PAGES = /^(?:.*?\/)?(?:data\/pages|pages)\//;

export class DokuWiki {
  readonly pages = new Map<string, SourceEntry>();
  /** name → file */
  readonly files = new Map<string, SourceEntry>();
  /** what only the wiki itself needs */
  others = 0;
  /** patterns of new pages */
  patterns = 0;
  readonly #histories = new Map<string, SourceEntry>();

  constructor(entries: SourceEntry[]) {
    const texts = entries.filter(({ path }) => pathEnding(path) === '.txt');
    const root = texts.map(({ path }) => PAGES.exec(path)?.[0]).find((found) => found !== undefined) ?? '';
    const data = root.replace(/pages\/$/, '');
    for (const entry of entries) this.#add(entry, root, data);
  }

  #add(entry: SourceEntry, root: string, data: string): void {
    const { path } = entry;
    const isPage = path.startsWith(root) && pathEnding(path) === '.txt';
    const below = (folder: string): string => nameOf(path.slice(data.length + folder.length));
    if (isPage && /(?:^|\/)__?template\.txt$/.test(path)) this.patterns++;
    else if (isPage) this.pages.set(wikiPageId(nameOf(path.slice(root.length, -'.txt'.length))), entry);
    else if (path.startsWith(`${data}media/`)) this.files.set(wikiPageId(below('media/')), entry);
    else if (path.startsWith(`${data}meta/`) && path.endsWith('.changes'))
      this.#histories.set(wikiPageId(below('meta/').slice(0, -'.changes'.length)), entry);
    else if (root) this.others++;
    else this.files.set(wikiPageId(nameOf(path)), entry);
  }

  /** The page that a name means; a name of a namespace means its start page. */
  target(name: string): string {
    const id = wikiPageId(name);
    const starts = startPagesOf(id);
    const wanted = name.endsWith(':') ? starts : [id, ...starts];
    return wanted.find((one) => this.pages.has(one)) ?? id;
  }

  /** The page that stands for a namespace. */
  startOf(namespace: string): string | undefined {
    return startPagesOf(namespace).find((one) => this.pages.has(one));
  }

  /** The namespace for which a page stands. */
  stoodFor(id: string): string | undefined {
    const beside = namespaceOf(id);
    return [id, beside].find((one) => one && this.#holdsPages(one) && this.startOf(one) === id);
  }

  /** Namespaces that hold pages or lie above such. */
  readonly namespaces = (): Set<string> => {
    this.#spaces ??= new Set([...this.pages.keys()].flatMap((id) => namespacesAbove(id)));
    return this.#spaces;
  };
  #spaces: Set<string> | undefined;

  #holdsPages(namespace: string): boolean {
    return this.namespaces().has(namespace);
  }

  /** Who wrote a page first, and when it was first and last written. */
  async history(id: string): Promise<Partial<DokuWikiHistory>> {
    const text = await this.#histories.get(id)?.text();
    const changes = (text ?? '').split('\n').filter((line) => /^\d{6,12}\t/.test(line));
    const [first = '', last = ''] = [changes[0], changes.at(-1)];
    if (!first) return {};
    const time = (line: string): string => new Date(Number(line.split('\t', 1)[0]) * 1000).toISOString();
    const author = first.split('\t')[4]?.trim();
    return { created: time(first), updated: time(last), ...(author && { author }) };
  }
}

/** `a:b:c` → `a:b`, `a`. */
function namespacesAbove(id: string): string[] {
  const above: string[] = [];
  for (let at = namespaceOf(id); at; at = namespaceOf(at)) above.push(at);
  return above;
}

/** Letters of names are written as in addresses. */
function nameOf(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC').replaceAll('/', ':');
  } catch {
    return path.replaceAll('/', ':');
  }
}

/** What a page without a heading is called. */
export const wikiPageTitle = (id: string): string => nameInNamespace(id).replaceAll('_', ' ');
