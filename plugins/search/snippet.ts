// Cuts a readable piece of text around the first hit, from what people wrote rather than from its normalised words.
import { fold, words } from '../../core/i18n/text-normalization.ts';

const BEFORE = 60;
const LENGTH = 200;
/** Text looked through for the first hit; further back a reader learns as much from the beginning. */
export const SNIPPET_LOOKS_AT = 20_000;

/** Between blocks, and between the values of a row, which would else run into one another. */
export const BREAK = ' · ';

export function snippet(text: string, query: string): string {
  const place = firstHit(text.slice(0, SNIPPET_LOOKS_AT), words(query));
  const start = place < BEFORE ? 0 : wordStart(text, place - BEFORE);
  const piece = text
    .slice(start, start + LENGTH)
    .trim()
    .replace(/\s*\n\s*/g, BREAK)
    .replace(/\s+/g, ' ');
  const end = start + LENGTH < text.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${piece.toWellFormed()}${end}`;
}

/** Whether a word of the text begins like one of the query. */
export const holdsHit = (text: string, query: string): boolean =>
  highlight(text.slice(0, SNIPPET_LOOKS_AT), query).some(({ hit }) => hit);

const wordStart = (text: string, near: number): number => {
  const space = text.slice(near, near + 30).search(/\s/);
  return space < 0 ? near : near + space + 1;
};

/** Folding can change lengths, so the place is found word by word in the original. */
function firstHit(text: string, terms: string[]): number {
  let best = -1;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    const folded = fold(match[0]);
    const term = terms.find((one) => folded.startsWith(one));
    if (term) return match.index;
    const inside = best < 0 && terms.some((one) => one.length > 1 && folded.includes(one));
    if (inside) best = match.index;
  }
  return Math.max(0, best);
}

export interface SnippetPiece {
  text: string;
  hit: boolean;
}

/** A snippet or title as pieces, of which those that begin like a word of the query are hits. */
export function highlight(text: string, query: string): SnippetPiece[] {
  const terms = words(query);
  const pieces: SnippetPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    const folded = fold(match[0]);
    if (!terms.some((term) => folded.startsWith(term))) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), hit: false });
    pieces.push({ text: match[0], hit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}
