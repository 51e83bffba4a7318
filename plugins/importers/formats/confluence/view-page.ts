// One page of a space that Confluence exports as HTML: its place, its text, who wrote it, its files and its comments.
import type { CommentItem } from '../../contract.ts';
import { decodeMarkup, type HtmlDocument, keepData } from '../../conversion/html/document.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { all, elementsIn, hasClass, type MarkupElement, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import { plainWords } from '../../conversion/plain-words.ts';
import type { MadeFile } from '../../reading/embedded-file.ts';
import { viewElement } from './view-markup.ts';

export interface ViewPage extends HtmlDocument {
  /** addresses of the pages above it, the outermost first */
  above: string[];
  comments: CommentItem[];
  /** path of a file → what the page calls it */
  names: Record<string, string>;
}

/** Called in a worker. `pages` says where pages lie, by their numbers. @throws MarkupFault */
export function readViewPage(bytes: Uint8Array, path: string, pages: Record<string, string>): ViewPage {
  const { text, problem } = decodeMarkup(bytes);
  const root = readTree(text);
  const parts = [...elementsIn(root)];
  const named = (id: string): MarkupElement | undefined => parts.find(({ attrs }) => attrs.id === id);
  const crumbs = all(named('breadcrumbs') ?? root, 'a').flatMap(({ attrs }) => attrs.href ?? []);
  const [space = ''] = all(named('breadcrumbs') ?? root, 'a').map(markupNodeLine);
  for (const { tag, attrs } of parts) if (tag === 'a' && attrs.href) attrs.href = inExport(attrs.href, pages);
  const content = named('main-content') ?? named('content') ?? root;
  const files: MadeFile[] = [];
  const data = (address: string) => keepData(address, path, files);
  const document = treeToBlocks({ ...content, attrs: {} }, { element: viewElement, data });
  const title = markupNodeLine(named('title-text') ?? all(root, 'title')[0]);
  const prefix = `${space} : `;
  return {
    ...document,
    files,
    title: title.startsWith(prefix) ? title.slice(prefix.length) : title,
    ...(problem && { problem }),
    ...metadataOf(parts.find((one) => hasClass(one, 'page-metadata'))),
    above: named('breadcrumbs') ? crumbs : [],
    comments: commentsIn(parts),
    names: namesIn(parts),
  };
}

/** Links to pages go to the wiki by their numbers, or to the files of the export. */
function inExport(href: string, pages: Record<string, string>): string {
  const [, number = '', fragment = ''] =
    /\/pages\/(?:viewpage\.action\?(?:[^#]*&)?pageId=)?(\d{3,15})(?:\/[^#]*)?(#.*)?$/.exec(href.slice(0, 2000)) ?? [];
  const file = pages[number];
  return file ? `${encodeURIComponent(file)}${fragment}` : href;
}

/** "Created by Ann, last modified by Ben on Mar 01, 2024", in whatever language. */
function metadataOf(line: MarkupElement | undefined): Partial<HtmlDocument> {
  if (!line) return {};
  const said = (name: string): string =>
    markupNodeLine([...elementsIn(line)].find((one) => hasClass(one, name))).trim();
  const [author, editor] = [said('author'), said('editor')];
  const words = markupNodeLine(line);
  const day =
    /(?:\bon|\bam|,)\s+(\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{1,2}\.? \p{L}{3,9}\.? \d{4}|\d{4}-\d\d-\d\d)\s*$/u.exec(
      words,
    )?.[1];
  const time = Date.parse(`${day} UTC`);
  const isKnown = day !== undefined && !Number.isNaN(time);
  const written = isKnown ? new Date(time).toISOString() : '';
  return {
    ...(author && { author }),
    ...(written && { updated: written }),
    ...(written && !editor && { created: written }),
    properties: { ...(editor && editor !== author && { editor }), ...(!isKnown && words && { written: words }) },
  };
}

/** Files are called by their numbers; the list at the end of a page has their names, and what shows one says it, too. */
function namesIn(parts: MarkupElement[]): Record<string, string> {
  const names: Record<string, string> = {};
  const lists = parts.filter((one) => hasClass(one, 'greybox'));
  const listed = new Set(lists.flatMap((list) => all(list, 'a')));
  for (const { attrs } of parts) {
    const alias = attrs['data-linked-resource-default-alias'];
    const source = attrs['data-image-src'] ?? attrs['data-file-src'] ?? attrs.src ?? attrs.href;
    if (alias && source?.startsWith('attachments/')) names[source] = alias;
  }
  // Words that lead to a file in the text are no name of it where there is another one.
  for (const link of [...listed, ...parts]) {
    const name = link.tag === 'a' ? markupNodeLine(link) : '';
    if (name && link.attrs.href?.startsWith('attachments/')) names[link.attrs.href] ??= name;
  }
  return names;
}

function commentsIn(parts: MarkupElement[]): CommentItem[] {
  const cells = parts.filter((one) => one.tag === 'td' && hasClass(one, 'comment'));
  return cells.flatMap((cell): CommentItem[] => {
    const line = [...elementsIn(cell)].find((one) => one.tag === 'div' && hasClass(one, 'smallfont'));
    const [, author = '', when = ''] = /^Posted by (.{1,200}) at (.{1,60})$/.exec(markupNodeLine(line)) ?? [];
    const said = all(cell, 'font')[0] ?? {
      ...cell,
      children: cell.children.filter((node) => !author || node !== line),
    };
    const text = plainWords(treeToBlocks({ ...said, tag: 'div', attrs: {} }, { element: viewElement }).blocks).trim();
    const time = Date.parse(`${when} UTC`);
    const created = Number.isNaN(time) ? undefined : new Date(time).toISOString();
    return text ? [{ text, ...(author && { author }), ...(created && { created }) }] : [];
  });
}
