// DokuWiki: the folder of its data with pages and media, or pages alone; namespaces are pages with pages below them.
import type { Importer, Item, PageItem, SourceEntry } from '../../contract.ts';
import { htmlToBlocks } from '../../conversion/html/read.ts';
import { codeBlocks } from '../../items/plain-text.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { type DokuWikiPage, dokuWikiPage } from './markup.ts';
import { namespaceOf, wikiPageId } from './page-ids.ts';
import { DokuWiki, wikiPageTitle } from './wiki.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'dokuwiki',
  title: 'DokuWiki',
  accepts: ['.zip', 'folder'],
  async *read(source) {
    const wiki = new DokuWiki(await Array.fromAsync(source.entries()));
    for (const namespace of wiki.namespaces()) if (!wiki.startOf(namespace)) yield folderItem(wiki, namespace);
    for (const [id, entry] of wiki.pages) yield* pageItems(wiki, id, entry);
    for (const entry of wiki.files.values()) yield { type: 'file', id: entry.path, entry };
    const leftOut = (because: string): Item => ({ type: 'problem', at: source.name, kind: 'left_out', because });
    if (!wiki.pages.size) {
      const because = 'It holds no pages of a DokuWiki: there is no text file in it.';
      yield { type: 'problem', at: source.name, kind: 'unreadable', because };
    }
    if (wiki.patterns) yield leftOut(`Patterns for new pages were left out: ${wiki.patterns}.`);
    if (wiki.others)
      yield leftOut(`Files that only the wiki itself needs, such as earlier versions, were left out: ${wiki.others}.`);
  },
};

export default importer;

const folderOfSpace = (namespace: string): string => `${namespace}:`;

/** What stands for a namespace: its start page, else a folder. */
const aboveOf = (wiki: DokuWiki, namespace: string): { parent?: string } =>
  namespace ? { parent: wiki.startOf(namespace) ?? folderOfSpace(namespace) } : {};

const folderItem = (wiki: DokuWiki, namespace: string): PageItem => ({
  ...{ type: 'page', kind: 'folder', id: folderOfSpace(namespace) },
  title: cleanTitle(wikiPageTitle(namespace)),
  ...aboveOf(wiki, namespaceOf(namespace)),
});

async function* pageItems(wiki: DokuWiki, id: string, entry: SourceEntry): AsyncGenerator<Item> {
  const space = wiki.stoodFor(id);
  const item: PageItem = {
    ...{ type: 'page', id, path: id.replaceAll(':', '/'), title: cleanTitle(wikiPageTitle(space ?? id)) },
    ...aboveOf(wiki, namespaceOf(space ?? id)),
    ...(entry.modified && { updated: entry.modified }),
    ...(await wiki.history(id)),
  };
  let text = '';
  try {
    text = await entry.text();
    const { title, html, tags, unsupported } = markupOf(wiki, id, text);
    const page = htmlToBlocks(html);
    yield {
      ...item,
      ...page,
      ...(title && { title: cleanTitle(title) }),
      ...(tags.length && { tags }),
      unsupported: { ...page.unsupported, ...unsupported },
    };
  } catch (error) {
    yield { type: 'problem', at: entry.path, kind: 'unreadable', because: `${cannotRead(error)} Its text is kept.` };
    yield { ...item, blocks: codeBlocks(text, 'dokuwiki') };
  }
}

const markupOf = (wiki: DokuWiki, id: string, text: string): DokuWikiPage =>
  dokuWikiPage(text, {
    namespace: namespaceOf(id),
    page: (name) => wiki.target(name).replaceAll(':', '/'),
    file: (name) => wiki.files.get(wikiPageId(name))?.path ?? `media/${wikiPageId(name).replaceAll(':', '/')}`,
  });
