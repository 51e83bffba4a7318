/** Turns the parser's inline tokens into inline nodes. */
import type { Token } from 'markdown-it';
import type { Inline, Mark, TextInline } from '../block.ts';
import { joinText, orderMarks, textNode } from '../codec/inline.ts';
import { INLINE_RULES } from '../inline-types.ts';
import { isLinkAddress, pageOfAddress } from '../link-address.ts';
import { PALETTE } from '../value-rules.ts';
import type { MarkdownOptions, ResolvedLink } from './options.ts';
import { inlineLabel, pictureToken } from './picture-token.ts';
import { TOKEN_TITLE, tokenNode } from './token-links.ts';

const TAG = /(?<![\p{L}\p{N}_#/&])#((?:[\p{L}\p{N}\p{M}_/-]|\p{Extended_Pictographic}|[\u200d\ufe0f])+)/gu;

/** A width, or a width and a height, stands where a link has its alias. */
export const EMBED_SIZE = /^(\d{1,5})(?:x\d{1,5})?$/;

const answers = new WeakMap<Token, ResolvedLink | null>();

/** Where a picture or wiki link leads, asked once, although a paragraph of pictures may be read a second time as text. */
export function askOnce(
  token: Token,
  options: MarkdownOptions,
  ...asked: Parameters<NonNullable<MarkdownOptions['link']>>
): ResolvedLink | null {
  let answer = answers.get(token);
  if (answer === undefined) {
    answer = options.link?.(...asked) ?? null;
    answers.set(token, answer);
  }
  return answer;
}

/** A file that is named inside running text: it follows as a block of its own. */
export type FoundFile = Extract<ResolvedLink, { fileId: number }> & { width?: number };

type Atom = Exclude<Inline, TextInline>;

const PAIRS: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike' };
const TAG_MARKS: Record<string, string> = {
  ...PAIRS,
  u: 'underline',
  b: 'bold',
  i: 'italic',
  del: 'strike',
  code: 'code',
};

/** Reads one inline token after the other; one instance for one run of text. */
export class ContentReader {
  nodes: Inline[] = [];
  files: FoundFile[];
  private marks: Mark[] = [];
  private options: MarkdownOptions;
  private pairedTags = new Set<Token>();
  private tokens: Token[] = [];
  /** What to write at the end of a link that became text again; null for one that is only the text of another. */
  private linkEnds: (string | null)[] = [];

  constructor(options: MarkdownOptions, files: FoundFile[]) {
    this.options = options;
    this.files = files;
  }

  /** The inline nodes of `tokens`, each with `base` marks too. */
  read(tokens: Token[], base: Mark[] = []): Inline[] {
    this.marks = [...base];
    this.tokens = tokens;
    this.pairedTags = pairTags(tokens);
    for (let i = 0; i < tokens.length; i++) i = this.step(tokens[i]!, i);
    return joinText(this.nodes);
  }

  private step(token: Token, index: number): number {
    const [, name = '', end = ''] = /^(strong|em|s|highlight)_(open|close)$/.exec(token.type) ?? [];
    if (end) this.toggle(markOf(name), end === 'open');
    else if (token.type === 'link_open') return this.openLink(token, index);
    else this.leaf(token);
    return index;
  }

  private leaf(token: Token): void {
    const { content } = token;
    switch (token.type) {
      case 'text':
        this.findTags(content);
        // A line end written as an entity is white space like any other.
        this.text(content.replace(/[\r\n]+/g, ' '));
        break;
      case 'code_inline':
        this.text(content, { type: 'code' });
        break;
      case 'softbreak':
        this.options.breaks ? this.atom({ type: 'hardBreak' }) : this.text(' ');
        break;
      case 'hardbreak':
        this.atom({ type: 'hardBreak' });
        break;
      case 'inline_math':
        this.formula(token);
        break;
      case 'emoji':
        this.atom({ type: 'emoji', name: String(token.meta!.name) });
        break;
      case 'link_close':
        this.closeLink();
        break;
      case 'image':
        this.image(token);
        break;
      case 'wiki':
        this.wiki(token);
        break;
      case 'tag':
        this.tag(token);
        break;
      default:
        this.text(content);
        break;
    }
  }

  private text(text: string, extra?: Mark): void {
    const latest = new Map([...this.marks, ...(extra ? [extra] : [])].map((mark) => [mark.type, mark]));
    this.nodes.push(textNode(text, orderMarks([...latest.values()])));
  }

  private atom(node: Atom): void {
    this.nodes.push(node);
  }

  /** A formula cannot be a link: the words of one stay text. */
  private formula({ content, meta }: Token): void {
    const { tex } = meta as unknown as { tex: string };
    const isText = this.marks.some(({ type }) => type === 'link') || INLINE_RULES.get('math')!.tex!.fault(tex) !== null;
    if (isText) this.text(content);
    else this.atom({ type: 'math', tex });
  }

  private toggle(mark: Mark, on: boolean): void {
    if (on) this.marks.push(mark);
    else {
      const at = this.marks.findLastIndex(({ type }) => type === mark.type);
      if (at >= 0) this.marks.splice(at, 1);
    }
  }

  private findTags(text: string): void {
    if (!this.options.tag || !text.includes('#')) return;
    for (const [, name] of text.matchAll(TAG)) {
      if (/[^\p{N}]/u.test(name!)) this.options.tag(name!);
    }
  }

  private openLink(token: Token, index: number): number {
    const autolink = token.markup === 'autolink';
    if (autolink && this.marks.some(({ type }) => type === 'link')) {
      this.linkEnds.push(null);
      return index;
    }
    const href = String(token.attrGet('href') ?? '');
    const title = String(token.attrGet('title') ?? '');
    const end = this.linkEnd(index);
    const node = title.startsWith(TOKEN_TITLE) ? tokenNode(title, this.pageAddress(title, href)) : null;
    if (node) {
      this.atom(node);
      return end;
    }
    const label = this.tokens.slice(index + 1, end);
    if (title) this.options.onLoss?.({ kind: 'link-title', detail: title });
    const address = this.address(this.options.link?.(href, 'markdown', inlineLabel(label)) ?? null, href);
    if (address === null) this.text(autolink ? '<' : '[');
    this.linkEnds.push(address === null ? (autolink ? '>' : `](${href})`) : '');
    if (address) this.toggle({ type: 'link', attrs: { href: address } }, true);
    if (label.length === 0) this.text(address || '');
    return index;
  }

  /** A token may name its page by a path, as files that lie beside each other do. */
  private pageAddress(title: string, href: string): string {
    return title === `${TOKEN_TITLE}pageLink` ? ownPage(href, this.options) : href;
  }

  private linkEnd(from: number): number {
    let end = from + 1;
    while (this.tokens[end]!.type !== 'link_close') end++;
    return end;
  }

  private closeLink(): void {
    const end = this.linkEnds.pop();
    if (end) this.text(end);
    else if (end === '') this.toggle({ type: 'link' }, false);
  }

  /** The href of a link: '' when a file follows as a block, null when the source must stay visible. */
  private address(resolved: ResolvedLink | null, href: string, width = 0): string | null {
    if (resolved && 'fileId' in resolved) {
      this.files.push({ ...resolved, ...(width > 0 && width <= 10_000 && { width }) });
      return '';
    }
    if (width) this.options.onLoss?.({ kind: 'picture-size', detail: href });
    const address = resolved ? resolvedHref(resolved, href) : href;
    return isLinkAddress(address) ? address : null;
  }

  private image(token: Token): void {
    const src = String(token.attrGet('src') ?? '');
    const { alt, width } = pictureToken(token, this.options);
    const label = alt || src;
    this.options.onLoss?.({ kind: 'inline-image', detail: src });
    const address = this.address(askOnce(token, this.options, src, 'image', alt), src, width);
    if (address === null) this.text(`![${alt}](${src})`);
    else this.linked(label, address);
    // As a block it would be the caption.
    const title = String(token.attrGet('title') ?? '').trim();
    if (title && title !== label) this.options.onLoss?.({ kind: 'link-title', detail: title });
  }

  private linked(label: string, href: string): void {
    const link: Mark = { type: 'link', attrs: { href } };
    const around = this.marks.find(({ type }) => type === 'link');
    this.text(label, href && !around ? link : undefined);
    // A picture that leads elsewhere: it has a link of its own behind the other one.
    if (href && around && around.attrs?.href !== href)
      this.text(` (${href.split(/[?#]/)[0]?.split('/').at(-1) || href})`, link);
  }

  private wiki(token: Token): void {
    const { target, alias, embed } = token.meta as unknown as WikiTarget;
    const resolved = askOnce(token, this.options, target, embed ? 'embed' : 'wiki', alias);
    if (embed) this.options.onLoss?.({ kind: 'embed', detail: target });
    const [note, fragment] = splitTarget(target);
    if (resolved && 'pageId' in resolved && !alias && !fragment) {
      this.atom({ type: 'pageLink', pageId: resolved.pageId });
      return;
    }
    if (resolved && 'pageId' in resolved && fragment && !fragment.startsWith('^'))
      this.options.onLoss?.({ kind: 'heading-anchor', detail: target });
    const size = embed ? EMBED_SIZE.exec(alias ?? '')?.[1] : undefined;
    const address = resolved && this.address(resolved, target, Number(size ?? 0));
    const words = size ? '' : alias;
    const label =
      words || (fragment && !fragment.startsWith('^') ? [note, fragment].filter(Boolean).join(' > ') : note || target);
    if (address === null) this.text(token.content);
    else this.linked(label, address);
  }

  private tag(token: Token): void {
    const { name, close, color } = token.meta as unknown as TagMeta;
    if (name === 'br') this.atom({ type: 'hardBreak' });
    else if (this.pairedTags.has(token)) this.toggle(tagMark(name, color), !close);
    else this.text(token.content);
  }
}

/** What a wiki token says. */
export interface WikiTarget {
  target: string;
  alias?: string;
  embed: boolean;
}

interface TagMeta {
  name: string;
  close: boolean;
  color?: string;
}

function markOf(name: string): Mark {
  return name === 'highlight' ? { type: 'highlight', attrs: { name: 'yellow' } } : { type: PAIRS[name]! };
}

function tagMark(name: string, color = 'yellow'): Mark {
  const known = PALETTE.includes(color) ? color : 'yellow';
  if (name === 'mark') return { type: 'highlight', attrs: { name: known } };
  return name === 'span' ? { type: 'color', attrs: { name: known } } : { type: TAG_MARKS[name]! };
}

/** The tags that have a partner; a span counts only with a colour. */
function pairTags(tokens: Token[]): Set<Token> {
  const open = new Map<string, Token[]>();
  const paired = new Set<Token>();
  for (const token of tokens) {
    if (token.type !== 'tag') continue;
    const { name, close } = token.meta as unknown as TagMeta;
    const waiting = open.get(name) ?? [];
    open.set(name, waiting);
    if (!close) waiting.push(token);
    const start = close ? waiting.pop() : undefined;
    if (!start || (name === 'span' && !PALETTE.includes(String((start.meta as unknown as TagMeta).color)))) continue;
    paired.add(start).add(token);
  }
  return paired;
}

/** The note and the fragment of a wiki target. */
export function splitTarget(target: string): [string, string] {
  const at = target.indexOf('#');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function resolvedHref(resolved: { pageId: number } | { href: string }, source: string): string {
  if ('href' in resolved) return resolved.href;
  const fragment = splitTarget(source)[1];
  return `/pages/${resolved.pageId}${/^\^[A-Za-z0-9_-]{1,32}$/.test(fragment) ? `#${fragment.slice(1)}` : ''}`;
}

/** Where a path leads, as `/pages/{id}` when that is a page. */
export function ownPage(href: string, options: MarkdownOptions): string {
  const found = pageOfAddress(href) === null ? options.link?.(href, 'markdown') : null;
  if (!found || 'fileId' in found) return href;
  const page = 'pageId' in found ? found.pageId : pageOfAddress(found.href);
  return page === null ? href : `/pages/${page}`;
}
