/** Inline rules that Markdown here has beyond CommonMark: highlight, a few tags, wiki links, formulas, emoji. */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { inlineMath } from './inline-math.ts';

/** What inline rules read from the parser's environment. */
export interface SpanOptions {
  wiki?: boolean;
  emoji?(name: string): boolean;
}

/** Adds the rules to a parser; `options` are read from `env.options` at every parse. */
export function addSpanRules(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'highlight', highlight);
  md.inline.ruler2.before('emphasis', 'highlight', pairHighlights);
  md.inline.ruler.before('link', 'wiki', wiki);
  md.inline.ruler.before('autolink', 'tag', tag);
  md.inline.ruler.before('escape', 'inline_math', inlineMath);
  md.inline.ruler.before('escape', 'emoji', emoji);
}

const EQUALS = 0x3d;

function highlight(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== EQUALS) return false;
  const scanned = state.scanDelims(state.pos, true);
  if (scanned.length !== 2) return false;
  const token = state.push('text', '', 0);
  token.content = '==';
  state.delimiters.push({
    marker: EQUALS,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: scanned.can_open,
    close: scanned.can_close,
  });
  state.pos += 2;
  return true;
}

function pairHighlights(state: StateInline): void {
  const lists = [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])];
  for (const delimiters of lists) {
    for (const start of delimiters) {
      if (start.marker !== EQUALS || start.end < 0) continue;
      const pair = [state.tokens[start.token]!, state.tokens[delimiters[start.end]!.token]!] as const;
      pair.forEach((token, i) => {
        token.type = i === 0 ? 'highlight_open' : 'highlight_close';
        token.nesting = i === 0 ? 1 : -1;
        token.content = '';
      });
    }
  }
}

const TAG = /<(\/?)(u|b|strong|i|em|s|del|code|mark|span|br)((?:\s+data-color="[a-z]{1,10}")?)\s*\/?>/iy;

function tag(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  TAG.lastIndex = state.pos;
  const match = TAG.exec(state.src);
  if (!match) return false;
  if (!silent) {
    const token = state.push('tag', '', 0);
    token.content = match[0];
    token.meta = { name: match[2]!.toLowerCase(), close: match[1] === '/', color: match[3]!.split('"')[1] };
  }
  state.pos += match[0].length;
  return true;
}

// Bounded, so that a run of opening brackets is not scanned to its end again and again.
const WIKI = /!?\[\[([^[\]\n|]{1,500})(?:\\?\|([^[\]\n]{0,500}))?\]\]/y;

function wiki(state: StateInline, silent: boolean): boolean {
  if (!(state.env.options as SpanOptions | undefined)?.wiki) return false;
  const first = state.src[state.pos];
  if (first !== '[' && first !== '!') return false;
  WIKI.lastIndex = state.pos;
  const match = WIKI.exec(state.src);
  if (!match) return false;
  if (!silent) {
    const token = state.push('wiki', '', 0);
    token.content = match[0];
    token.meta = { target: match[1]!.replace(/\\$/, '').trim(), alias: match[2]?.trim(), embed: first === '!' };
  }
  state.pos += match[0].length;
  return true;
}

const EMOJI = /:([A-Za-z0-9_+-]{1,64}):/y;

/** The emoji name between colons at `pos` of `source`, or null. */
export function emojiName(source: string, pos: number): string | null {
  EMOJI.lastIndex = pos;
  return EMOJI.exec(source)?.[1] ?? null;
}

function emoji(state: StateInline, silent: boolean): boolean {
  const options = state.env.options as SpanOptions | undefined;
  if (!options?.emoji || state.src[state.pos] !== ':') return false;
  const name = emojiName(state.src, state.pos);
  if (!name || !options.emoji(name)) return false;
  if (!silent) {
    const token = state.push('emoji', '', 0);
    token.content = `:${name}:`;
    token.meta = { name };
  }
  state.pos += name.length + 2;
  return true;
}
