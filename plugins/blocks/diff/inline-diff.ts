/** What changed within a run of inline nodes: words with their formatting, links, people and days. */
import type { Inline } from '../block.ts';
import { joinText } from '../codec/inline.ts';
import { type DiffEffort, type DiffPiece, diffTokens, tokenPieces, wordTokens } from './word-diff.ts';

export interface InlinePiece {
  kind: DiffPiece['kind'];
  nodes: Inline[];
}

/** A word of other formatting is another word. */
export function diffInline(before: Inline[], after: Inline[], effort: DiffEffort): InlinePiece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const keys = (nodes: Inline[]) => nodes.map((node) => JSON.stringify(node));
  const runs = diffTokens(keys(old), keys(now), effort);
  return tokenPieces(old, now, runs).map(({ kind, tokens }) => ({ kind, nodes: joinText(tokens) }));
}

/** A run that is there on one side only. */
export const wholePiece = (kind: DiffPiece['kind'], nodes: Inline[]): InlinePiece[] =>
  nodes.length ? [{ kind, nodes }] : [];

const tokensOf = (nodes: Inline[]): Inline[] =>
  nodes.flatMap((node): Inline[] =>
    node.type === 'text' ? wordTokens(node.text).map((text) => ({ ...node, text })) : [node],
  );
