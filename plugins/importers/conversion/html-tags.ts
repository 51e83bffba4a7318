// Tags of HTML in the Markdown of other programs: running text has tokens of Markdown for most of them.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { MarkupParser } from '../../../core/files/markup-parser.ts';
import type { MarkdownOptions } from '../../blocks/markdown/options.ts';
import { marksOf } from './html/style.ts';

export interface HtmlTag {
  name: string;
  isClosing: boolean;
  attrs: Record<string, string>;
}

/** What no browser knows is no tag, but words such as `List<String>`. */
const ELEMENTS = new Set(
  (
    'a abbr address area article aside audio b bdi bdo big blockquote body br button canvas caption center cite code ' +
    'col colgroup data dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form ' +
    'frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main ' +
    'map mark menu meta meter nav nobr noscript object ol optgroup option output p param picture pre progress q rp rt ' +
    'ruby s samp script search section select small source span strike strong style sub summary sup svg table tbody ' +
    'td template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
);

/** Other names of what the reader has a mark for. */
const MARKS: Record<string, string> = {
  ...{ kbd: 'code', samp: 'code', tt: 'code', ins: 'u', strike: 's', cite: 'i', dfn: 'i', var: 'i' },
};

/** Those that our own Markdown knows without other attributes. */
const OWN_MARKS = new Set('u b strong i em s del code mark span'.split(' '));

/** Attributes in which elements name what they show. */
const SHOWN: Record<string, string> = {
  ...{ iframe: 'src', frame: 'src', embed: 'src', object: 'data', video: 'src', audio: 'src', source: 'src' },
};

/** Those whose title is read with them. */
const TITLED = new Set(['a', 'img', ...Object.keys(SHOWN)]);

const TAG = /^<(\/?)([a-z][a-z\d-]*)(?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?\/?>/i;

/** The tag that a source begins with, where it is one of HTML. */
export function readTag(source: string): HtmlTag | undefined {
  const [tag = '', slash, name = ''] = TAG.exec(source) ?? [];
  if (!ELEMENTS.has(name.toLowerCase())) return undefined;
  let attrs: HtmlTag['attrs'] = {};
  new MarkupParser({ onopentag: (_, found) => (attrs = found) }, { decodeEntities: true }).end(tag);
  return { name: name.toLowerCase(), isClosing: slash === '/', attrs };
}

/** To be added to a parser that knows HTML. */
export function addHtmlRules(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'html_tags', (state) => {
    for (const token of state.tokens) if (token.children) token.children = rewritten(token.children, state);
  });
}

function rewritten(tokens: Token[], state: StateCore): Token[] {
  const made: Token[] = [];
  const options = state.env.options as MarkdownOptions | undefined;
  const loss = (kind: string, detail: string) => options?.onLoss?.({ kind, detail });
  const links: Token[] = [];
  const meanings: string[] = [];
  const looks: Looks = { span: [], font: [], mark: [] };
  const raises: boolean[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const tag = token.type === 'html_inline' ? readTag(token.content) : undefined;
    const raised = tag && raisedText(tag, tokens, at);
    if (tag?.name === 'abbr') made.push(...meaning(tag, meanings, state));
    else if (tag?.attrs.title && !TITLED.has(tag.name)) loss('tooltip', tag.attrs.title);
    if (token.type !== 'html_inline') made.push(...spanTokens(token, { state, looks }));
    else if (token.content.startsWith('<!--')) loss('html-comment', token.content);
    else if (!tag) made.push(text(state, token.content));
    else if (raised !== undefined) {
      loss(tag.name === 'sup' ? 'superscript' : 'subscript', raised);
      made.push(text(state, raised));
      at += 2;
    } else if (tag.name === 'sup' || tag.name === 'sub') {
      if (!tag.isClosing) raises.push(endsWithin(tag.name, tokens.slice(at + 1)));
      const isMarked = tag.isClosing ? raises.pop() : raises.at(-1);
      if (isMarked && !tag.isClosing) loss(tag.name === 'sup' ? 'superscript' : 'subscript', token.content);
      if (isMarked) made.push(text(state, tag.isClosing ? ')' : tag.name === 'sup' ? '^(' : '_('));
    } else if (Object.hasOwn(looks, tag.name)) made.push(...lookTokens(tag, token, { state, looks }));
    else made.push(...known(tag, token, { state, links }));
  }
  // A link that nothing ends is none.
  return made.filter((token) => !links.includes(token));
}

/** Whether letters that are raised or lowered end in this text, with nothing in them that leads elsewhere. */
function endsWithin(name: string, tokens: Token[]): boolean {
  for (const { type, content } of tokens) {
    const tag = type === 'html_inline' ? readTag(content) : undefined;
    if (tag?.name === name) return tag.isClosing;
    if (type === 'link_open' || tag?.name === 'a') return false;
  }
  return false;
}

/** Marks, as our own Markdown writes them, of each element that is open, from the outermost on. */
type Looks = Record<'span' | 'font' | 'mark', string[][]>;

interface LookPlace {
  state: StateCore;
  looks: Looks;
}

/** A span or mark of our own Markdown; the end of one ends what its beginning became. */
function spanTokens(token: Token, { state, looks }: LookPlace): Token[] {
  const { name, close = false } = token.meta ?? {};
  if (token.type !== 'tag' || (name !== 'span' && name !== 'mark')) return [token];
  const open = looks[name as keyof Looks];
  if (!close) {
    open.push([name]);
    return [token];
  }
  const names = open.pop();
  return names
    ? markTokens(
        names.toReversed().map((name) => ({ name, close: true })),
        token,
        state,
      )
    : [token];
}

/** Colours of letters and of what is behind them. */
function lookTokens(tag: HtmlTag, token: Token, { state, looks }: LookPlace): Token[] {
  const open = looks[tag.name as keyof Looks];
  if (tag.isClosing)
    return markTokens(
      (open.pop() ?? []).toReversed().map((name) => ({ name, close: true })),
      token,
      state,
    );
  const marks = marksOf({ tag: tag.name, attrs: tag.attrs, children: [] }).flatMap(({ type, attrs }) => {
    const name = NAMES[type];
    return name ? [{ name, close: false, ...(attrs && { color: attrs.name }) }] : [];
  });
  open.push(marks.map(({ name }) => name));
  return markTokens(marks, token, state);
}

/** Tags of our own Markdown, by the marks that they make. */
const NAMES: Record<string, string> = {
  ...{ bold: 'b', italic: 'i', underline: 'u', strike: 's', highlight: 'mark', color: 'span' },
};

function markTokens(marks: object[], { content }: Token, state: StateCore): Token[] {
  return marks.map((meta, at) => {
    const made = new state.Token('tag', '', 0);
    made.content = at ? '' : content;
    made.meta = { ...meta };
    return made;
  });
}

/** What an abbreviation stands for, behind it. */
function meaning({ isClosing, attrs }: HtmlTag, open: string[], state: StateCore): Token[] {
  if (!isClosing) open.push(attrs.title?.trim() ?? '');
  const said = isClosing ? open.pop() : '';
  return said ? [text(state, ` (${said})`)] : [];
}

function known(tag: HtmlTag, token: Token, { state, links }: { state: StateCore; links: Token[] }): Token[] {
  const { name, isClosing, attrs } = tag;
  if (name === 'img' && attrs.src) return [picture(attrs, state)];
  if (name === 'a') return anchor(tag, { state, links });
  const shown = SHOWN[name] && !links.length ? attrs[SHOWN[name]] : undefined;
  if (shown && !isClosing) return anchorOf(shown, attrs.title || shown, state);
  const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : OWN_MARKS.has(name) ? name : undefined;
  return mark ? markTokens([{ name: mark, close: isClosing }], token, state) : [];
}

function picture({ src = '', alt = '', title, width }: Record<string, string>, state: StateCore): Token {
  const made = new state.Token('image', 'img', 0);
  made.attrSet('src', src);
  const [, pixels] = /^\s*(\d{1,5})(?:px)?\s*$/i.exec(width ?? '') ?? [];
  if (pixels) made.attrSet('width', pixels);
  if (title) made.attrSet('title', title);
  made.content = alt;
  made.children = [text(state, alt)];
  return made;
}

function anchor({ isClosing, attrs }: HtmlTag, { state, links }: { state: StateCore; links: Token[] }): Token[] {
  if (isClosing) return links.pop() ? [new state.Token('link_close', 'a', -1)] : [];
  // A place that links lead to, or a link in a link.
  if (!attrs.href || links.length) return [];
  const made = new state.Token('link_open', 'a', 1);
  made.attrSet('href', attrs.href);
  if (attrs.title) made.attrSet('title', attrs.title);
  links.push(made);
  return [made];
}

/** What lies elsewhere and cannot be shown in a line of text, as a link. */
function anchorOf(address: string, words: string, state: StateCore): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrSet('href', address);
  return [open, text(state, words), new state.Token('link_close', 'a', -1)];
}

function text(state: StateCore, content: string): Token {
  const made = new state.Token('text', '', 0);
  made.content = content;
  return made;
}

/** Raised and lowered letters as formulas write them; undefined for what is none, or holds more than text. */
function raisedText({ name, isClosing }: HtmlTag, tokens: Token[], at: number): string | undefined {
  if (isClosing || (name !== 'sup' && name !== 'sub')) return undefined;
  const [inner, end] = [tokens[at + 1], tokens[at + 2]];
  const closing = end?.type === 'html_inline' ? readTag(end.content) : undefined;
  if (inner?.type !== 'text' || !closing?.isClosing || closing.name !== name) return undefined;
  const sign = name === 'sup' ? '^' : '_';
  return inner.content.length === 1 ? `${sign}${inner.content}` : `${sign}(${inner.content})`;
}
