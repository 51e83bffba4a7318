// Outline's export as JSON: a page for each collection and document, and the files that they show.
import type { Item, PageItem, SourceEntry } from '../../contract.ts';
import { fileItem } from '../../items/note-item.ts';
import { codeBlocks } from '../../items/plain-text.ts';
import { fileNameOf } from '../../reading/embedded-file.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { outlinePage } from './outline-document.ts';
import {
  type OutlineAttachment,
  type OutlineCollection,
  OutlineNames,
  outlineCollection,
  outlineText,
} from './outline-export.ts';
import { outlineMarkdown } from './outline-markdown.ts';

/** What the export says of itself. */
const ABOUT = /(?:^|\/)metadata\.json$/;

/** @param texts of the collections, by their paths */
export function* outlineJsonItems(
  entries: ReadonlyMap<string, SourceEntry>,
  texts: ReadonlyMap<string, string>,
): Generator<Item> {
  const collections: OutlineCollection[] = [];
  const used = new Set<string>();
  for (const [path, text] of texts) {
    used.add(path);
    try {
      collections.push(outlineCollection(JSON.parse(text.replace(/^\ufeff/, ''))));
    } catch (error) {
      yield* unreadable(entries.get(path) as SourceEntry, error);
    }
  }
  const names = new OutlineNames(collections);
  for (const collection of collections) {
    yield* collectionPages(collection, names);
    for (const attachment of collection.attachments) {
      if (!used.has(attachment.path)) yield attachmentItem(attachment, entries.get(attachment.path), names);
      used.add(attachment.path);
    }
  }
  for (const [path, entry] of entries) if (!used.has(path) && !ABOUT.test(path)) yield fileItem(entry);
}

function* collectionPages({ id, fields, documents }: OutlineCollection, names: OutlineNames): Generator<Item> {
  const description = outlineText(fields.description);
  const isDescribed = isFields(fields.data) || description !== '';
  const top: PageItem = { type: 'page', id, title: cleanTitle(outlineText(fields.name)), ...lookOf(fields) };
  if (isDescribed) yield* withBody(top, isFields(fields.data) ? fields : { text: description }, names);
  else yield { ...top, kind: 'folder' };
  for (const { id: document, parent, fields: said } of documents)
    yield* withBody(documentPage(document, parent, said), said, names);
}

const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Signs that only Outline draws, and their colours, have no equal here. */
function lookOf({ icon, emoji, color, archivedAt }: JsonFields): Partial<PageItem> {
  const sign = outlineText(icon) || outlineText(emoji);
  const isSign = PICTOGRAM.test(sign);
  const lost = (sign && !isSign ? 1 : 0) + (!isSign && outlineText(color) ? 1 : 0);
  return {
    ...(isSign && { icon: sign.slice(0, 64) }),
    ...(lost && { unsupported: { note_setting: lost } }),
    ...(outlineText(archivedAt) && { properties: { archived: true } }),
  };
}

function documentPage(id: string, parent: string, fields: JsonFields): PageItem {
  const { unsupported, properties, ...look } = lookOf(fields);
  const [name, email] = [outlineText(fields.createdByName), outlineText(fields.createdByEmail)];
  const author = name && email ? `${name} (${email})` : name || email;
  const [created, updated] = [outlineText(fields.createdAt), outlineText(fields.updatedAt)];
  const flags = {
    ...properties,
    ...(fields.publishedAt === null && { draft: true }),
    ...(fields.pinned === true && { pinned: true }),
  };
  const lost = {
    ...unsupported,
    ...(fields.fullWidth === true && { view_setting: 1 }),
    ...(fields.template === true && { template: 1 }),
  };
  return {
    ...{ type: 'page', id, parent, title: cleanTitle(outlineText(fields.title)), ...look },
    ...(Object.keys(flags).length && { properties: flags }),
    ...(Object.keys(lost).length && { unsupported: lost }),
    ...(author && { author }),
    ...(created && { created }),
    ...(updated && { updated }),
  };
}

function* withBody(page: PageItem, { data, text }: JsonFields, names: OutlineNames): Generator<Item> {
  const counted = (more: Record<string, number>): Pick<PageItem, 'unsupported'> => {
    const all = { ...page.unsupported };
    for (const [kind, times] of Object.entries(more)) all[kind] = (all[kind] ?? 0) + times;
    return { unsupported: all };
  };
  try {
    if (isFields(data)) {
      const { blocks, anchors, unsupported } = outlinePage(data, names);
      yield { ...page, blocks, anchors, ...counted(unsupported) };
    } else {
      const { markdown, unsupported } = outlineMarkdown(outlineText(text));
      yield { ...page, markdown, ...counted(unsupported) };
    }
  } catch (error) {
    yield { type: 'problem', at: page.title, kind: 'unreadable', because: `${cannotRead(error)} Its text is kept.` };
    yield { ...page, blocks: codeBlocks(JSON.stringify(data, null, 2), 'json') };
  }
}

function attachmentItem(
  { path, name, size, document }: OutlineAttachment,
  entry: SourceEntry | undefined,
  names: OutlineNames,
): Item {
  // What Outline could not read itself is there without content.
  if (!entry || (!entry.size && size))
    return { type: 'problem', at: name || path, kind: 'missing_file', because: 'The file is not in the export.' };
  const parent = names.page(document);
  return {
    ...{ type: 'file', id: path, entry: { ...entry, name: fileNameOf(name, entry.name) } },
    ...(parent && { parent }),
  };
}
