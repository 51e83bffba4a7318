// HTML as blocks: headings, lists, tasks, tables, code, callouts, toggles, pictures, links, footnotes and formulas.
import type { Block, Data, Inline, Mark } from '../../../blocks/block.ts';
import { calloutLook } from '../../../blocks/callout-kinds.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import type { HtmlSource } from '../../../blocks/html/html-source.ts';
import { blockTypes } from '../../../blocks/types/registry.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import { calloutKindOf } from './callout.ts';
import { anchorName, markupCode } from './code.ts';
import { asInline, Flow, PageBuilder } from './flow.ts';
import { footnotesOf, type HtmlFootnotes } from './footnotes.ts';
import { formulaOf } from './formula.ts';
import { listBlocks } from './list.ts';
import { hasOwnTitle, linkCard, mediaOf } from './media.ts';
import { isHiddenStyle, marksOf } from './style.ts';
import { tableBlocks } from './table.ts';
import {
  all,
  child,
  elementChildren,
  elementsIn,
  hasClass,
  isElement,
  type MarkupElement,
  type MarkupNode,
  markupNodeLine,
  readTree,
} from './tree.ts';
import { isBareLink, isUnseen, unshownOf } from './unshown.ts';

export interface HtmlOptions {
  /** Reads an element of a dialect; false leaves it to HTML. */
  element?(element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): boolean;
  /** The address of what a `data:` address holds; without an answer it is left out and counted. */
  data?(address: string): string | undefined;
}

/** What a page of markup became. */
export interface HtmlPage {
  blocks: Block[];
  anchors: Record<string, string>;
  unsupported: Record<string, number>;
}

/** Blocks of a whole document or a part of one. @throws MarkupFault when it is too large */
export function htmlToBlocks(markup: string, options: HtmlOptions = {}): HtmlPage {
  return treeToBlocks(readTree(markup), options);
}

export function treeToBlocks(root: MarkupElement, options: HtmlOptions = {}): HtmlPage {
  const body = all(root, 'body')[0] ?? root;
  const reader = new Reader(options, footnotesOf(body));
  reader.page.anchor(body.attrs.id);
  const blocks = [...reader.blocks(body), ...reader.notes];
  reader.page.settle(blocks);
  for (const { comments = 0 } of [body, ...elementsIn(body)]) if (comments) reader.page.loss('html_comment', comments);
  return { blocks, anchors: reader.page.anchors, unsupported: reader.page.losses };
}

const SILENT = new Set(['script', 'style', 'template', 'head', 'title', 'meta', 'link', 'noscript', 'datalist']);
const HEADING = /^h([1-6])$/;
const holdsBlocks = ({ type }: Block): boolean => blockTypes().get(type)?.children !== 'none';

/** Elements that stand on lines of their own and say nothing else. */
const PLAIN = new Set(
  'address article aside body center dd dialog div dt fieldset figcaption figure footer form header hgroup html legend li main nav optgroup option p search section summary tbody td tfoot th thead tr'.split(
    ' ',
  ),
);

/** Handled by name in the running text. */
const RUNNING = new Set(['br', 'input', 'sup', 'sub', 'area', 'abbr']);

const standsAlone = (tag: string): boolean =>
  PLAIN.has(tag) || HEADING.test(tag) || (handlerOf(tag) !== undefined && !RUNNING.has(tag));

type Handler = (reader: Reader, element: MarkupElement, flow: Flow, marks: readonly Mark[]) => void;

const HANDLERS: Record<string, Handler> = {
  br: (_, __, flow) => flow.lineBreak(),
  area: (_, { attrs: { href = '', alt } }, flow, marks) =>
    href && flow.text(`${alt || href} `, [...marks, { type: 'link', attrs: { href } }]),
  abbr: (reader, { attrs, children }, flow, marks) => {
    reader.walk(children, flow, marks);
    if (attrs.title?.trim()) flow.text(` (${attrs.title.trim()})`, marks);
  },
  ul: (reader, element, flow) => flow.push(...listBlocks(element, reader)),
  ol: (reader, element, flow) => flow.push(...listBlocks(element, reader)),
  menu: (reader, element, flow) => flow.push(...listBlocks(element, reader)),
  dl: (reader, element, flow) => flow.push(...reader.definitions(element)),
  table: (reader, element, flow) => flow.push(...tableBlocks(element, reader)),
  pre: (reader, element, flow, marks) => reader.preformatted(element, flow, marks),
  details: (reader, element, flow) => reader.details(element, flow),
  input: (_, { attrs }, flow) => {
    if (attrs.type?.toLowerCase() === 'checkbox') flow.box('checked' in attrs);
    else if (attrs.value && attrs.type?.toLowerCase() !== 'hidden') flow.text(attrs.value, []);
  },
  sup: (reader, element, flow, marks) => reader.raised(element, flow, marks, '^'),
  sub: (reader, element, flow, marks) => reader.raised(element, flow, marks, '_'),
};

let handlers: Map<string, Handler> | undefined;

/** What reads elements of a tag: the importer itself, or the type of block that they are. */
function handlerOf(tag: string): Handler | undefined {
  handlers ??= new Map([
    ...[...blockTypes().values()].flatMap(({ fromHtml = {} }) =>
      Object.entries(fromHtml).map(([name, read]): [string, Handler] => [
        name,
        (reader, element, flow) => flow.push(...read(element, reader)),
      ]),
    ),
    ...Object.entries(HANDLERS),
  ]);
  return handlers.get(tag);
}

export class Reader implements HtmlSource {
  readonly page = new PageBuilder();
  /** footnotes, which stand at the end */
  readonly notes: Block[] = [];
  readonly options: HtmlOptions;
  readonly #footnotes: HtmlFootnotes;

  constructor(options: HtmlOptions, footnotes: HtmlFootnotes) {
    this.options = options;
    this.#footnotes = footnotes;
  }

  block(type: string, data: Data = {}): Block {
    return this.page.block(type, data);
  }

  readonly blocks = (element: MarkupElement): Block[] => {
    const flow = new Flow(this.page);
    this.walk(element.children, flow, []);
    return flow.end();
  };

  /** The same as one run of text. */
  inline(element: MarkupElement): Inline[] {
    return asInline(this.blocks(element), this.page);
  }

  walk(nodes: MarkupNode[], flow: Flow, marks: readonly Mark[]): void {
    for (const node of nodes) {
      if (isElement(node)) this.#element(node, flow, marks);
      else flow.text(node, marks);
    }
  }

  #element(element: MarkupElement, flow: Flow, marks: readonly Mark[]): void {
    if (this.#isNote(element) || this.#isFormula(element, flow, marks) || this.#isSilent(element)) return;
    const { tag, attrs } = element;
    // What is named is the line that begins here.
    if (attrs.id && standsAlone(tag)) flow.begin();
    this.page.anchor(anchorName(element));
    if (this.options.element?.(element, this, flow, marks)) return;
    for (const kind of unshownOf(element)) this.page.loss(kind);
    const media = isHiddenStyle(element) ? undefined : mediaOf(element, this);
    const level = HEADING.exec(tag)?.[1];
    const handler = handlerOf(tag);
    if (isHiddenStyle(element)) this.page.loss('hidden_text');
    else if (media) for (const block of media) flow.beside(block);
    else if (handler) handler(this, element, flow, marks);
    else if (level) this.heading(element, Number(level), flow);
    else if (PLAIN.has(tag)) this.#plain(element, flow, marks);
    else this.#text(element, flow, marks);
  }

  #isNote(element: MarkupElement): boolean {
    const key = this.#footnotes.notes.get(element);
    if (key) this.#footnote(element, key);
    return key !== undefined;
  }

  #isFormula(element: MarkupElement, flow: Flow, marks: readonly Mark[]): boolean {
    const formula = formulaOf(element);
    if (formula?.tex && formula.display) flow.push(this.page.block('math', { tex: formula.tex.slice(0, SOURCE_MAX) }));
    else if (formula?.tex) flow.formula(formula.tex, marks);
    return formula !== undefined;
  }

  /** Not shown by anything; its name still is one. */
  #isSilent(element: MarkupElement): boolean {
    if (isUnseen(element)) this.page.loss('hidden_text');
    const silent = SILENT.has(element.tag) || this.#footnotes.backs.has(element);
    if (silent) this.page.anchor(element.attrs.id);
    return silent;
  }

  #text(element: MarkupElement, flow: Flow, marks: readonly Mark[]): void {
    const reference = this.#footnotes.references.get(element);
    const href = element.tag === 'a' ? (element.attrs.href?.trim() ?? '') : '';
    if (reference) flow.text(`[^${reference}]`, []);
    else if (hasClass(element, 'bookmark') && /^https?:/.test(href))
      flow.push(this.page.block('bookmark', linkCard(element, href, this.page)));
    else {
      const own = marksOf(element);
      if (href) own.push({ type: 'link', attrs: { href } });
      if (href && hasOwnTitle(element)) this.page.loss('link_title');
      else if (href && isBareLink(element)) this.page.loss('link_without_text');
      this.walk(element.children, flow, own.length ? [...marks, ...own] : marks);
      if (href && !markupNodeLine(element)) this.#linkedPicture(element, href, flow, own);
    }
  }

  /** Where a picture leads that has no words beside it is said behind it, unless it is the picture itself. */
  #linkedPicture(element: MarkupElement, href: string, flow: Flow, marks: readonly Mark[]): void {
    const [image, ...others] = all(element, 'img');
    if (image && !(others.length === 0 && image.attrs.src?.trim() === href)) flow.text(href, marks);
  }

  #plain(element: MarkupElement, flow: Flow, marks: readonly Mark[]): void {
    const kind = calloutKindOf(element);
    if (kind) flow.push(...this.callout(kind, element));
    else {
      flow.begin();
      this.walk(element.children, flow, [...marks, ...marksOf(element)]);
      flow.flush();
    }
  }

  /** Lines as they are: code, unless they lead elsewhere or show pictures and nothing says that they are code. */
  preformatted(element: MarkupElement, flow: Flow, marks: readonly Mark[]): void {
    const parts = [...elementsIn(element)];
    const links = parts.filter(({ tag, attrs }) => tag === 'img' || (tag === 'a' && /^(?!#)./.test(attrs.href ?? '')));
    const isCode = !links.length || parts.some(({ tag }) => tag === 'code');
    flow.flush();
    if (isCode) flow.push(markupCode(this.page, element));
    else this.#lines(element.children, flow, marks);
    flow.flush();
  }

  #lines(nodes: MarkupNode[], flow: Flow, marks: readonly Mark[]): void {
    for (const node of nodes) {
      if (!isElement(node)) flow.exact(node, marks);
      else if (node.tag === 'img' || node.tag === 'br') this.#element(node, flow, marks);
      else {
        const href = node.tag === 'a' ? node.attrs.href?.trim() : '';
        this.page.anchor(anchorName(node));
        const own: Mark[] = href ? [{ type: 'link', attrs: { href } }] : [];
        this.#lines(node.children, flow, [...marks, ...marksOf(node), ...own]);
        if (href && !markupNodeLine(node)) this.#linkedPicture(node, href, flow, own);
      }
    }
  }

  /** A heading; what is no text in it follows. */
  heading(element: MarkupElement, level: number, flow: Flow): void {
    flow.flush();
    const inner = new Flow(this.page);
    this.walk(
      element.children,
      inner,
      marksOf(element).filter(({ type }) => type === 'highlight'),
    );
    const inside = inner.end();
    const words = inside.find(({ type }) => type === 'paragraph');
    if (words && level > 4) this.page.loss('heading_level');
    const heading = words ? [{ ...words, type: 'heading', data: { level: Math.min(4, level) } }] : [];
    flow.push(...heading, ...inside.filter((block) => block !== words));
  }

  /** A block whose first paragraph is its own text and the rest stands inside it. */
  titled(type: string, data: Block['data'], element: MarkupElement): Block[] {
    const inside = this.blocks(element);
    const own = inside[0]?.type === 'paragraph' ? inside.shift() : undefined;
    if (!own && !inside.length) return [];
    const children = [...(own?.children ?? []), ...inside];
    return [{ id: own?.id ?? '', type, data, content: own?.content ?? [], ...(children.length && { children }) }];
  }

  callout(kind: string, element: MarkupElement): Block[] {
    const icon = markupNodeLine([...elementsIn(element)].find((one) => hasClass(one, 'icon', 'callout-icon')));
    const children = element.children.filter((node) => !icon || !isElement(node) || markupNodeLine(node) !== icon);
    const look = calloutLook(kind) ?? { icon: '', color: 'default' };
    return this.titled('callout', { ...look, ...(icon && { icon: icon.slice(0, 64) }) }, { ...element, children });
  }

  details(element: MarkupElement, flow: Flow): void {
    const summary = child(element, 'summary');
    const block = this.page.block('toggle', { open: 'open' in element.attrs }, summary ? this.inline(summary) : []);
    const rest = { ...element, children: element.children.filter((node) => node !== summary) };
    const children = this.blocks(rest);
    flow.push(children.length ? { ...block, children } : block);
  }

  /** Terms with their meanings below them. */
  definitions(list: MarkupElement): Block[] {
    const made: Block[] = [];
    const parts = elementChildren(list).flatMap((part) => (part.tag === 'div' ? elementChildren(part) : [part]));
    for (const part of parts) {
      const blocks = this.blocks(part);
      const term = made.at(-1);
      if (part.tag === 'dd' && term && holdsBlocks(term)) term.children = [...(term.children ?? []), ...blocks];
      else made.push(...blocks);
    }
    return made;
  }

  /** Raised and lowered letters are written as formulas write them, unless they hold more than text. */
  raised(element: MarkupElement, flow: Flow, marks: readonly Mark[], sign: string): void {
    const text = element.children.some(isElement) ? '' : markupNodeLine(element);
    if (text) {
      this.page.loss(sign === '^' ? 'superscript' : 'subscript');
      flow.text(text.length === 1 ? `${sign}${text}` : `${sign}(${text})`, marks);
    } else if (markupNodeLine(element) && !all(element, 'a', 'img', 'sup', 'sub').length) {
      this.page.loss(sign === '^' ? 'superscript' : 'subscript');
      flow.text(`${sign}(`, marks);
      this.walk(element.children, flow, marks);
      flow.text(')', marks);
    } else this.walk(element.children, flow, marks);
  }

  #footnote(element: MarkupElement, key: string): void {
    this.page.anchor(element.attrs.id);
    const block = this.page.block('footnote', { key });
    this.notes.push(block);
    const content = this.inline({ ...element, tag: 'div' });
    const [first, ...rest] = content;
    // Its own sign is its key.
    const own = first?.type === 'text' ? first.text.replace(/^\s*(?:[[(]?\d{1,4}[\])]?[.:]?|[↑^])\s+/, '') : '';
    block.content = first?.type === 'text' && own ? [textNode(own, first.marks), ...rest] : content;
  }
}
