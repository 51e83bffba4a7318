// The document format of Atlassian, in which Jira says descriptions and comments, as elements of HTML.
import { type MarkupElement, type MarkupNode, madeElement } from '../../conversion/html/tree.ts';
import { isFields, type JsonFields } from '../json/generic.ts';

/** What stands deeper is left out and counted. */
const DEPTH_MAX = 100;

export const isAtlassianDocument = (value: unknown): value is JsonFields =>
  isFields(value) && value.type === 'doc' && Array.isArray(value.content);

export interface AtlassianContext {
  /** the address of an attachment by its name */
  attachment(name: string): string | undefined;
  /** the address here of what a web address leads to; undefined when it is elsewhere */
  linked(href: string): string | undefined;
  count(kind: string): void;
}

export const atlassianTree = (document: JsonFields, context: AtlassianContext): MarkupElement =>
  madeElement('body', nodesIn(document, context, 0));

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const MARKS: Record<string, string> = { strong: 'b', em: 'i', underline: 'u', strike: 's', code: 'code' };
const SAME: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  taskList: 'ul',
  decisionList: 'ul',
  decisionItem: 'li',
  rule: 'hr',
  hardBreak: 'br',
  caption: 'p',
  mediaSingle: 'div',
  mediaGroup: 'div',
  layoutSection: 'div',
  layoutColumn: 'div',
};
const PANELS: Record<string, string> = { note: 'note', warning: 'warning', error: 'danger', success: 'success' };

function nodesIn({ content }: JsonFields, context: AtlassianContext, depth: number): MarkupNode[] {
  if (!Array.isArray(content)) return [];
  if (depth >= DEPTH_MAX) {
    context.count('too_deep');
    return [];
  }
  return content.filter(isFields).map((node) => nodeOf(node, context, depth));
}

type Write = (node: JsonFields, attrs: JsonFields, inside: () => MarkupNode[], context: AtlassianContext) => MarkupNode;

/** What it leads to is said as data where it has no address. */
const card: Write = (_, { url, data }, __, { count, linked }) => {
  const said = isFields(data) ? data : {};
  const href = text(url) || text(said.url);
  if (!href) count('unknown_node');
  const words = text(said.name) || href;
  return href ? madeElement('a', [words], { href: linked(href) ?? href }) : words;
};
const expand: Write = (_, { title }, inside) =>
  madeElement('details', [madeElement('summary', [text(title) || '…']), ...inside()]);

const media: Write = (_, { url, alt, type }, __, { attachment, count }) => {
  const address = type === 'external' ? text(url) : attachment(text(alt));
  if (type === 'external') return madeElement('img', [], { src: text(url), alt: text(alt) });
  if (address) return madeElement('a', [text(alt)], { href: address });
  count('media_without_address');
  return text(alt);
};

const taskItem: Write = (_, { state }, inside) =>
  madeElement('li', [
    madeElement('input', [], { type: 'checkbox', ...(state === 'DONE' && { checked: '' }) }),
    ...inside(),
  ]);

const WRITERS: Record<string, Write> = {
  text: ({ text: said, marks }, _, __, context) =>
    marked(text(said), Array.isArray(marks) ? marks.filter(isFields) : [], context),
  heading: (_, { level }, inside) => madeElement(`h${Math.min(6, Math.max(1, Number(level) || 1))}`, inside()),
  orderedList: (_, { order }, inside) => madeElement('ol', inside(), { start: text(order) || '1' }),
  ...{ taskItem, blockTaskItem: taskItem },
  codeBlock: (_, { language }, inside) => madeElement('pre', inside(), { 'data-language': text(language) }),
  panel: (_, { panelType }, inside) =>
    madeElement('div', inside(), { class: `callout ${PANELS[text(panelType)] ?? 'info'}` }),
  tableHeader: (_, attrs, inside) => cell('th', attrs, inside),
  tableCell: (_, attrs, inside) => cell('td', attrs, inside),
  mention: (_, attrs) => `@${text(attrs.text).replace(/^@/, '') || text(attrs.id)}`,
  emoji: (_, attrs) => text(attrs.text) || text(attrs.shortName),
  date: (_, { timestamp }) => dayOf(Number(timestamp)),
  status: (_, { text: said }) => madeElement('mark', [text(said)]),
  placeholder: (_, attrs, __, { count }) => {
    if (text(attrs.text)) count('placeholder');
    return '';
  },
  ...{ inlineCard: card, blockCard: card, embedCard: card, expand, nestedExpand: expand },
  ...{ media, mediaInline: media },
};

function nodeOf(node: JsonFields, context: AtlassianContext, depth: number): MarkupNode {
  const type = text(node.type);
  const inside = (): MarkupNode[] => nodesIn(node, context, depth + 1);
  const attrs = isFields(node.attrs) ? node.attrs : {};
  if (Object.hasOwn(WRITERS, type)) return (WRITERS[type] as Write)(node, attrs, inside, context);
  if (Object.hasOwn(SAME, type)) return madeElement(SAME[type] as string, inside());
  // Macros of other programs: their words are kept.
  context.count('unknown_node');
  return madeElement('div', [text(attrs.text), ...inside()]);
}

function marked(said: string, marks: JsonFields[], { linked }: AtlassianContext): MarkupNode {
  let node: MarkupNode = said.replaceAll('\0', '').toWellFormed();
  for (const mark of marks) {
    const type = text(mark.type);
    const attrs = isFields(mark.attrs) ? mark.attrs : {};
    if (Object.hasOwn(MARKS, type)) node = madeElement(MARKS[type] as string, [node]);
    else if (type === 'link') {
      const [href, title] = [text(attrs.href), text(attrs.title)];
      node = madeElement('a', [node], { href: linked(href) ?? href, ...(title && { title }) });
    } else if (type === 'subsup') node = madeElement(attrs.type === 'sup' ? 'sup' : 'sub', [node]);
    else if (type === 'textColor') node = madeElement('span', [node], { style: `color:${text(attrs.color)}` });
    else if (type === 'backgroundColor')
      node = madeElement('span', [node], { style: `background-color:${text(attrs.color)}` });
  }
  return node;
}

function cell(tag: string, { colspan, rowspan }: JsonFields, inside: () => MarkupNode[]): MarkupElement {
  const spans = { colspan: text(colspan) || '1', rowspan: text(rowspan) || '1' };
  return madeElement(tag, inside(), spans);
}

const dayOf = (time: number): string =>
  time && Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 10) : '';
