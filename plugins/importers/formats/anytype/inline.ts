// Running text of Anytype: in the older form with marks over places in it, in the newer one with signs.
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import type { Inline, Mark } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import { PALETTE } from '../../../blocks/value-rules.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import type { JsonFields } from '../json/generic.ts';
import { type AnytypeContext, entryOf, fieldsIn, listOf, storableText } from './object.ts';

/** Its colours that are called otherwise here. */
const COLORS: Record<string, string> = { grey: 'gray', ice: 'blue', teal: 'green', lime: 'green' };

/** Undefined for the colour that text has anyway. */
function colorNamed(name: string): string | undefined {
  const known = entryOf(COLORS, name) ?? name;
  return known !== 'default' && PALETTE.includes(known) ? known : undefined;
}

const colored = (type: 'color' | 'highlight', name: string): Mark | undefined => {
  const known = colorNamed(name);
  return known ? { type, attrs: { name: known } } : undefined;
};

/** The same text with a mark, where it has none of that type. */
export const withColor = (content: Inline[], type: 'color' | 'highlight', name = ''): Inline[] => {
  const mark = colored(type, name);
  if (!mark) return content;
  return content.map((node) =>
    node.type !== 'text' || node.marks?.some((one) => one.type === type)
      ? node
      : textNode(node.text, [...(node.marks ?? []), mark]),
  );
};

/** Line ends are breaks. */
const lines = (text: string, marks: Mark[] = []): Inline[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line, at) => [...(at ? [{ type: 'hardBreak' } as const] : []), ...(line ? [textNode(line, marks)] : [])]);

const OBJECT_LINK = /^anytype:\/\/object\?objectId=([^&#]+)/;

/** A link to an object of the export is one to its page. */
function linkTo(address: string, context: AnytypeContext): Mark | undefined {
  const id = OBJECT_LINK.exec(address)?.[1];
  if (id) return objectLink(id, context);
  return address ? { type: 'link', attrs: { href: address } } : undefined;
}

export function objectLink(id: string, { title, file, count }: AnytypeContext): Mark | undefined {
  const place = file(id) ?? (title(id) === undefined ? undefined : id);
  if (place) return { type: 'link', attrs: { href: sourcePathAddress(place) } };
  // Days are objects there.
  if (id && !/^_date_/.test(id)) count('missing_note');
  return undefined;
}

const SIMPLE: Record<string, string> = {
  Strikethrough: 'strike',
  Keyboard: 'code',
  Italic: 'italic',
  Bold: 'bold',
  Underscored: 'underline',
};

const MARKS: Record<string, (param: string, context: AnytypeContext) => Mark | undefined> = {
  Link: linkTo,
  Mention: objectLink,
  Object: objectLink,
  TextColor: (param) => colored('color', param),
  BackgroundColor: (param) => colored('highlight', param),
};

/** Not in the middle of a character. */
function placeIn(text: string, at: number): number {
  const place = Math.min(text.length, Math.max(0, at));
  const isInside = /[\ud800-\udbff]/.test(text[place - 1] ?? '') && /[\udc00-\udfff]/.test(text[place] ?? '');
  return isInside ? place - 1 : place;
}

interface Range {
  from: number;
  to: number;
  mark?: Mark;
  /** stands in the place of the text */
  emoji?: string;
}

function rangeOf(mark: JsonFields, text: string, context: AnytypeContext): Range[] {
  const { from, to } = fieldsIn(mark.range);
  const place = (value: unknown) => placeIn(text, Math.trunc(Number(value) || 0));
  const range = { from: place(from), to: place(to) };
  if (range.from >= range.to) return [];
  const type = storableText(mark.type) || 'Strikethrough';
  const param = storableText(mark.param);
  const simple = entryOf(SIMPLE, type);
  if (simple) return [{ ...range, mark: { type: simple } }];
  if (type === 'Emoji') return param ? [{ ...range, emoji: param }] : [];
  const made = entryOf(MARKS, type)?.(param, context);
  return made ? [{ ...range, mark: made }] : [];
}

/** So many marks never lie over each other in a text that a person wrote. */
const AT_ONCE = 40;

/** Text with the marks that lie over places in it, counted in UTF-16 units. */
export function markedText(text: string, marks: unknown, context: AnytypeContext): Inline[] {
  const ranges = listOf(marks).flatMap((mark) => rangeOf(mark, text, context));
  const places = [...new Set([0, text.length, ...ranges.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const waiting = ranges.sort((a, b) => a.from - b.from);
  const made: Inline[] = [];
  let open: Range[] = [];
  let next = 0;
  for (const [at, from] of places.slice(0, -1).entries()) {
    open = open.filter(({ to }) => to > from);
    for (; next < waiting.length && (waiting[next] as Range).from <= from; next++)
      if (open.length < AT_ONCE) open.push(waiting[next] as Range);
    const byType = new Map(open.flatMap(({ mark }) => (mark ? [[mark.type, mark] as const] : [])).reverse());
    const emoji = open.find((range) => range.emoji);
    const part = emoji ? (emoji.from === from ? emoji.emoji : '') : text.slice(from, places[at + 1]);
    made.push(...lines(part ?? '', [...byType.values()]));
  }
  return made;
}

let parser: Parser | undefined;

/** Its signs are few: no pictures, no bare addresses, and nothing that makes blocks. */
function signParser(): Parser {
  parser ??= new MarkdownIt('zero', { html: true }).enable(
    'backticks emphasis strikethrough link escape entity newline html_inline'.split(' '),
  );
  parser.validateLink = () => true;
  return parser;
}

const PAIRS: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike' };
const TAG = /^<(\/?)(u|font|mention)\b([^>]*)>$/;
const attribute = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean) ?? '';

/** Text with its marks written as signs. */
export function signedText(text: string, context: AnytypeContext): Inline[] {
  const [token] = signParser().parseInline(text, {});
  const open: { name: string; marks: Mark[] }[] = [];
  const marksNow = (): Mark[] => [
    ...new Map(open.flatMap(({ marks }) => marks.map((mark) => [mark.type, mark] as const))).values(),
  ];
  const close = (name: string): boolean => {
    const at = open.findLastIndex((one) => one.name === name);
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  };
  return (token?.children ?? []).flatMap((part: Token): Inline[] => {
    const { type, content } = part;
    if (type === 'softbreak' || type === 'hardbreak') return [{ type: 'hardBreak' }];
    if (type === 'code_inline') return lines(content, [...marksNow(), { type: 'code' }]);
    if (type === 'html_inline') return tagOf(content, open, close, context) ? [] : lines(content, marksNow());
    const name = type.replace(/_(?:open|close)$/, '');
    if (name === type) return lines(content, marksNow());
    if (part.nesting < 0) close(name);
    else open.push({ name, marks: marksOfPair(name, part, context) });
    return [];
  });
}

function marksOfPair(name: string, token: Token, context: AnytypeContext): Mark[] {
  if (name === 'link') {
    if (token.attrGet('title')) context.count('link_title');
    const link = linkTo(String(token.attrGet('href') ?? ''), context);
    return link ? [link] : [];
  }
  const type = entryOf(PAIRS, name);
  return type ? [{ type }] : [];
}

const TAGS: Record<string, (attribute: (name: string) => string, context: AnytypeContext) => (Mark | undefined)[]> = {
  u: () => [{ type: 'underline' }],
  font: (attribute) => [colored('color', attribute('color')), colored('highlight', attribute('background'))],
  mention: (attribute, context) => [objectLink(attribute('object_id').split('#', 1)[0] as string, context)],
};

/** Whether it is one of the tags that mean something. */
function tagOf(
  content: string,
  open: { name: string; marks: Mark[] }[],
  close: (name: string) => boolean,
  context: AnytypeContext,
): boolean {
  const [, end, name = '', attributes = ''] = TAG.exec(content) ?? [];
  if (!name) return false;
  if (end) return close(`<${name}>`);
  const marks = TAGS[name]?.((key) => attribute(attributes, key), context) ?? [];
  open.push({ name: `<${name}>`, marks: marks.filter((mark) => mark !== undefined) });
  return true;
}
