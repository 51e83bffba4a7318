// OPML as pages: subscriptions and outlines. Outliners (Workflowy, Dynalist) write notes, marks and done items into it.
import type { Block } from '../../../blocks/block.ts';
import { isWebAddress } from '../../../blocks/link-address.ts';
import type { PageItem, ProblemItem } from '../../contract.ts';
import { isoDate } from '../../conversion/front-matter.ts';
import { asInline, PageBuilder } from '../../conversion/html/flow.ts';
import { htmlToBlocks } from '../../conversion/html/read.ts';
import { faultIn } from '../../conversion/html/soundness.ts';
import {
  all,
  child,
  elementChildren,
  type MarkupElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';
import { textParagraph } from '../../items/plain-text.ts';
import { cleanTitle } from '../../reading/entry-path.ts';

export interface Outline {
  pages: PageItem[];
  problems: Omit<ProblemItem, 'type'>[];
}

/** One page with the outline as a list; feeds as cards. @throws MarkupFault when it declares entities */
export function readOpml(text: string, path: string, name: string): Outline {
  const root = readTree(text, { xml: true });
  const problems: Outline['problems'] = [];
  const bodies = all(root, 'body');
  const [first] = bodies;
  if (!first && !all(root, 'opml')[0])
    return { pages: [], problems: [{ at: path, kind: 'unreadable', because: 'It is no OPML.' }] };
  const because = faultIn(text, { xml: true });
  if (because) problems.push({ at: path, kind: 'cut_off', because });
  const reader = new OutlineReader();
  const blocks = bodies.flatMap((body) => reader.items(elementChildren(body)));
  const head = all(root, 'head')[0];
  const about = (tag: string): string => markupNodeLine(head && child(head, tag));
  const dates = { created: about('dateCreated'), updated: about('dateModified') };
  for (const [key, value] of Object.entries(dates))
    if (value && !isoDate(value))
      problems.push({ at: path, kind: 'date', because: `Its date “${value.slice(0, 100)}” (${key}) is none.` });
  const [author, email] = [about('ownerName') || about('ownerEmail'), about('ownerEmail')];
  const page: PageItem = {
    type: 'page',
    id: path,
    title: cleanTitle(about('title') || name),
    blocks,
    unsupported: reader.lost,
    ...(reader.tags.size && { tags: [...reader.tags] }),
    ...(author && { author }),
    ...(email && email !== author && { properties: { email } }),
    ...(isoDate(dates.created) && { created: dates.created }),
    ...(isoDate(dates.updated) && { updated: dates.updated }),
  };
  return { pages: [page], problems };
}

const TAG = /(?<![\p{L}\p{N}&/#])[#@]([\p{L}_][\p{L}\p{N}_-]*)/gu;

class OutlineReader {
  readonly tags = new Set<string>();
  readonly lost: Record<string, number> = {};
  readonly #feeds = new Set<string>();

  items(elements: MarkupElement[]): Block[] {
    return elements.flatMap((element) => {
      if (element.tag.toLowerCase() !== 'outline') return this.items(elementChildren(element));
      // Exporters do not agree on capitals.
      const attrs = Object.fromEntries(
        Object.entries(element.attrs).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const children = this.items(elementChildren(element));
      const feed = this.#feed(attrs);
      if (feed) return [...feed, ...children];
      const words = element.children.filter((node) => typeof node === 'string').join('');
      const own = [...this.#own({ ...attrs, words: words.trim() }), ...children];
      const [block, ...rest] = own;
      if (!block) return [];
      return [rest.length ? { ...block, children: rest } : block];
    });
  }

  /** The item itself, and its note below it. */
  #own(attrs: Record<string, string>): Block[] {
    const content = inlineOf(attrs.text || attrs.title || '');
    if (attrs.iscomment === 'true') this.#lose('commented_out');
    for (const node of content)
      if (node.type === 'text') for (const [, tag] of node.text.matchAll(TAG)) this.tags.add(tag as string);
    for (const category of (attrs.category ?? '').split(',')) if (category.trim()) this.tags.add(category.trim());
    const done = attrs._complete ?? attrs.complete ?? attrs._status ?? attrs.isdone;
    const level = Number(attrs.heading);
    const [type, data] =
      done !== undefined || attrs.checkbox !== undefined
        ? ['todo', { checked: done === 'true' || done === 'checked' }]
        : level > 0
          ? ['heading', { level: Math.min(4, level) }]
          : ['bullet', {}];
    const title = attrs.text && attrs.title !== attrs.text ? attrs.title : '';
    const note = [title, attrs.words, attrs._note, attrs.description, ...othersOf(attrs)]
      .flatMap((one) => one?.trim() || [])
      .join('\n');
    const below = note ? htmlToBlocks(note.replace(/\r?\n|&#10;/g, '<br>')).blocks : [];
    return [{ id: '', type: type as string, data: data as Block['data'], content }, ...below];
  }

  #lose(kind: string): void {
    this.lost[kind] = (this.lost[kind] ?? 0) + 1;
  }

  /** A subscription, once however often the same is said of it. */
  #feed(attrs: Record<string, string>): Block[] | undefined {
    const [feed, site] = [attrs.xmlurl?.trim(), attrs.htmlurl?.trim()];
    const url = feed || site || attrs.url?.trim();
    if (!url) return undefined;
    const title = (attrs.text || attrs.title || url).replace(/\s+/g, ' ').trim().slice(0, 2000);
    for (const category of (attrs.category ?? '').split(/[,/]/)) if (category.trim()) this.tags.add(category.trim());
    const others = [attrs.title, site, attrs.url?.trim()].filter((one) => one !== title && one !== url);
    const said = [...new Set([attrs.description, attrs._note, ...others, ...othersOf(attrs)])]
      .filter(Boolean)
      .join('\n')
      .slice(0, 10_000);
    const all = [url, title, said].join('\n');
    if (this.#feeds.has(all)) return [];
    this.#feeds.add(all);
    if (isWebAddress(url) && /^https?:/i.test(url))
      return [{ id: '', type: 'bookmark', data: { url, title, ...(said && { description: said }) } }];
    this.#lose('link_scheme');
    return [textParagraph(`${title} (${url.slice(0, 2000)})`)];
  }
}

/** Read elsewhere, or of the program that wrote it alone. */
const KNOWN_ATTRIBUTES = new Set(
  'text words title _note description category complete _complete checkbox heading url xmlurl htmlurl type version id created modified collapsed color colorlabel cssclass iscomment isbreakpoint _status isdone'.split(
    ' ',
  ),
);

/** What further attributes say. */
const othersOf = (attrs: Record<string, string>): string[] =>
  Object.entries(attrs).flatMap(([name, value]) =>
    KNOWN_ATTRIBUTES.has(name) || !value.trim() ? [] : [`${name}: ${value}`],
  );

/** The text of an item, which outliners write as HTML. */
const inlineOf = (text: string) => asInline(htmlToBlocks(text.replace(/\r?\n/g, '<br>')).blocks, new PageBuilder());
