// A document of Outline's editor as elements of HTML, which are then read like any other page.
import type { Block } from '../../../blocks/block.ts';
import { type HtmlOptions, type HtmlPage, treeToBlocks } from '../../conversion/html/read.ts';
import {
  elementChildren,
  type MarkupElement,
  type MarkupNode,
  madeElement,
  markupNodeText,
} from '../../conversion/html/tree.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { type OutlineNames, outlineText } from './outline-export.ts';

/** What stands deeper is left out and counted. */
const DEPTH_MAX = 100;

export function outlinePage(document: JsonFields, names: OutlineNames): HtmlPage {
  const writer = new DocumentWriter(names);
  const page = treeToBlocks(madeElement('body', writer.inside(document, 0)), { element: ownElement });
  const unsupported = { ...page.unsupported };
  for (const [kind, times] of Object.entries(writer.losses)) unsupported[kind] = (unsupported[kind] ?? 0) + times;
  return { ...page, unsupported };
}

/** What no element of HTML says. */
const ownElement: HtmlOptions['element'] = (element, reader, flow) => {
  const { tag, attrs } = element;
  if (tag === 'outline-emoji') flow.emoji(attrs.name ?? '');
  else if (tag === 'outline-file' || tag === 'outline-film')
    flow.push(
      reader.block(tag === 'outline-file' ? 'file' : 'video', { url: attrs.src ?? '', name: attrs.name ?? '' }),
    );
  else if (tag === 'outline-diagram') flow.push(reader.block('mermaid', { source: markupNodeText(element) }));
  else if (tag === 'outline-columns') {
    const column = (one: MarkupElement): Block => ({ ...reader.block('column'), children: reader.blocks(one) });
    flow.push({ ...reader.block('columns'), children: elementChildren(element).map(column) });
  } else return false;
  return true;
};

const SAME: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bullet_list: 'ul',
  checkbox_list: 'ul',
  list_item: 'li',
  table: 'table',
  tr: 'tr',
  br: 'br',
  hr: 'hr',
  footnotes: 'ol',
  container_layout: 'outline-columns',
  layout_section: 'div',
};
const MARKS: Record<string, string> = { strong: 'b', em: 'i', code_inline: 'code', strikethrough: 's', underline: 'u' };

type Write = (writer: DocumentWriter, attrs: JsonFields, inside: () => MarkupNode[]) => MarkupNode;

const codeNode: Write = (_, { language }, inside) => {
  const named = outlineText(language);
  if (/^mermaid(?:js)?$/.test(named)) return madeElement('outline-diagram', inside());
  return madeElement('pre', inside(), { 'data-language': named === 'none' ? '' : named });
};

const NODES: Record<string, Write> = {
  heading: (writer, { level }, inside) => writer.heading(Math.min(6, Math.max(1, Number(level) || 1)), inside()),
  ordered_list: (_, { order }, inside) => madeElement('ol', inside(), { start: String(Number(order) || 1) }),
  checkbox_item: (_, { checked }, inside) =>
    madeElement('li', [
      madeElement('input', [], { type: 'checkbox', ...(checked === true && { checked: '' }) }),
      ...inside(),
    ]),
  th: (writer, attrs, inside) => writer.cell('th', attrs, inside()),
  td: (writer, attrs, inside) => writer.cell('td', attrs, inside()),
  ...{ code_fence: codeNode, code_block: codeNode },
  math_inline: (_, __, inside) => madeElement('span', inside(), { class: 'math' }),
  math_block: (_, __, inside) => madeElement('div', inside(), { class: 'math display' }),
  container_notice: (_, { style }, inside) =>
    madeElement('div', inside(), { class: `callout ${outlineText(style) || 'info'}` }),
  // Its first line is its title, which may be a heading.
  container_toggle: (_, __, inside) => {
    const [title, ...rest] = inside();
    return madeElement('details', [madeElement('summary', title === undefined ? [] : [title]), ...rest]);
  },
  image: (writer, attrs) => writer.image(attrs),
  video: (writer, attrs) => writer.video(attrs),
  attachment: (writer, attrs) => writer.attachment(attrs),
  embed: (writer, { href }) => writer.embed(outlineText(href)),
  mention: (writer, attrs) => writer.mention(attrs),
  emoji: (_, attrs) => madeElement('outline-emoji', [], { name: outlineText(attrs['data-name']) }),
  footnote_reference: (_, { label }) => {
    const name = outlineText(label);
    return madeElement('sup', [madeElement('a', [name], { href: `#fn-${name}`, role: 'doc-noteref' })], {
      id: `fnref-${name}`,
    });
  },
  footnote: (_, { label }, inside) => {
    const back = madeElement('a', ['↑'], { href: `#fnref-${outlineText(label)}` });
    return madeElement('li', [...inside(), back], { id: `fn-${outlineText(label)}` });
  },
};
NODES.notice = NODES.container_notice as Write;

/** Characters that names of headings leave out. */
const UNNAMED = /[!"#$%&'.()*+,/:;<=>?@[\]\\^_`{|}~]/g;

class DocumentWriter {
  readonly losses: Record<string, number> = {};
  readonly #names: OutlineNames;
  readonly #headings = new Map<string, number>();
  /** ids of comments that marks name */
  readonly #comments = new Set<string>();

  constructor(names: OutlineNames) {
    this.#names = names;
  }

  loss(kind: string): void {
    this.losses[kind] = (this.losses[kind] ?? 0) + 1;
  }

  inside({ content }: JsonFields, depth: number): MarkupNode[] {
    if (!Array.isArray(content)) return [];
    if (depth < DEPTH_MAX) return content.filter(isFields).map((node) => this.#node(node, depth));
    if (content.length) this.loss('too_deep');
    return [];
  }

  #node(node: JsonFields, depth: number): MarkupNode {
    const type = outlineText(node.type);
    const attrs = isFields(node.attrs) ? node.attrs : {};
    const inside = (): MarkupNode[] => this.inside(node, depth + 1);
    return this.#marked(this.#plain(type, node, attrs, inside), node.marks);
  }

  #plain(type: string, node: JsonFields, attrs: JsonFields, inside: () => MarkupNode[]): MarkupNode {
    if (type === 'text') return outlineText(node.text);
    if (Object.hasOwn(NODES, type)) return (NODES[type] as Write)(this, attrs, inside);
    if (Object.hasOwn(SAME, type)) return madeElement(SAME[type] as string, inside());
    this.loss('unknown_node');
    const within = inside();
    if (within.length) return madeElement('div', within);
    return madeElement('pre', [JSON.stringify(node, null, 2)], { 'data-language': 'json' });
  }

  #marked(plain: MarkupNode, marks: unknown): MarkupNode {
    let node = plain;
    for (const mark of Array.isArray(marks) ? marks.filter(isFields) : []) {
      const type = outlineText(mark.type);
      const attrs = isFields(mark.attrs) ? mark.attrs : {};
      if (Object.hasOwn(MARKS, type)) node = madeElement(MARKS[type] as string, [node]);
      else if (type === 'link') node = this.#link([node], outlineText(attrs.href), outlineText(attrs.title));
      else if (type === 'highlight')
        node = madeElement('mark', [node], { style: `background-color:${outlineText(attrs.color)}` });
      else if (type === 'comment') this.#comment(outlineText(attrs.id));
    }
    return node;
  }

  /** The export holds the places of comments, not what they say. */
  #comment(id: string): void {
    if (!this.#comments.has(id)) this.loss('missing_comment');
    this.#comments.add(id);
  }

  #address(href: string): string {
    const file = this.#names.file(href);
    if (file) return sourcePathAddress(file.path);
    const page = this.#names.linked(href);
    return page ? sourcePathAddress(page.id) + page.fragment : href;
  }

  #link(inside: MarkupNode[], href: string, title = ''): MarkupElement {
    return madeElement('a', inside, { href: this.#address(href), ...(title && { title }) });
  }

  /** Links name a heading by its words, and those of equal words by their number. */
  heading(level: number, inside: MarkupNode[]): MarkupElement {
    const words = inside
      .map(markupNodeText)
      .join('')
      .toLowerCase()
      .replace(UNNAMED, '')
      .trim()
      .replace(/[\s-]+/g, '-');
    const before = this.#headings.get(words) ?? 0;
    this.#headings.set(words, before + 1);
    return madeElement(`h${level}`, inside, { id: `h-${words}${before ? `-${before}` : ''}` });
  }

  cell(tag: string, { colspan, rowspan, alignment, marks }: JsonFields, inside: MarkupNode[]): MarkupElement {
    if (outlineText(alignment) && alignment !== 'left' && tag === 'th') this.loss('alignment');
    const ground = (Array.isArray(marks) ? marks.filter(isFields) : []).find(({ type }) => type === 'background');
    const color = isFields(ground?.attrs) ? outlineText(ground.attrs.color) : '';
    return madeElement(tag, inside, {
      ...{ colspan: String(Number(colspan) || 1), rowspan: String(Number(rowspan) || 1) },
      ...(color && { 'data-color': color }),
    });
  }

  /** The words below a picture are its description there. */
  image({ src, alt, title, width, layoutClass }: JsonFields): MarkupElement {
    if (outlineText(layoutClass)) this.loss('view_setting');
    const [said, more] = [outlineText(alt), outlineText(title)];
    const picture = madeElement('img', [], {
      ...{ src: this.#address(outlineText(src)), alt: said },
      ...(Number(width) > 0 && { width: String(Number(width)) }),
    });
    const caption = [...new Set([said, more])].filter(Boolean).join(' – ');
    return madeElement('figure', caption ? [picture, madeElement('figcaption', [caption])] : [picture]);
  }

  video({ src, title }: JsonFields): MarkupElement {
    return madeElement('outline-film', [], { src: this.#address(outlineText(src)), name: outlineText(title) });
  }

  attachment({ href, title }: JsonFields): MarkupElement {
    const address = this.#address(outlineText(href));
    const file = this.#names.file(outlineText(href));
    if (!file) return madeElement('p', [madeElement('a', [outlineText(title) || address], { href: address })]);
    return madeElement('outline-file', [], { src: address, name: outlineText(title) || file.name });
  }

  embed(href: string): MarkupElement {
    if (/^https?:/.test(href) && !this.#names.linked(href)) return madeElement('iframe', [], { src: href });
    return madeElement('p', [this.#link([href], href)]);
  }

  mention({ type, label, modelId, href }: JsonFields): MarkupNode {
    const [kind, words, address] = [outlineText(type), outlineText(label), outlineText(href)];
    if (kind === 'user' || kind === 'group' || kind === '') return `@${words.replace(/^@/, '')}`;
    const page = this.#names.page(outlineText(modelId));
    if (page) return madeElement('a', [words || page], { href: sourcePathAddress(page) });
    if (address) return this.#link([words || address], address);
    // Labels of issues and pull requests are their addresses in older exports.
    if (/^https?:/.test(words)) return this.#link([words], words);
    this.loss('missing_note');
    return words;
  }
}
