/** Turns the parser's flat token stream into a tree, pairing the one-line markers that open and close things. */
import type { Token } from 'markdown-it';
import { opens } from './annotations.ts';
import type { Marker } from './block-rules.ts';

/** One block-level thing; `inlines` are its own lines of text (title, paragraph, cell, parts of a footnote). */
export interface TokenTree {
  kind: string;
  token: Token;
  inlines: Token[];
  children: TokenTree[];
}

interface Frame {
  tree: TokenTree;
  /** What closes it, when it is a marker. */
  closedBy: 'details' | 'container' | 'note' | null;
}

// Enough for any page; more would only make stacks deep.
const MOST_OPEN = 100;

/** What closes a marker, or null when it stands for itself. */
function closing(marker: Marker): Frame['closedBy'] {
  if (marker.kind === 'details' || marker.kind === 'container') return marker.kind;
  return marker.kind === 'note' && opens(marker.note) ? 'note' : null;
}

function plant(kind: string, token: Token): TokenTree {
  return { kind, token, inlines: [], children: [] };
}

/** The top-level trees of a token stream. Openings without an end and ends without an opening become `loose` lines. */
export function growTree(tokens: Token[]): TokenTree[] {
  const root = plant('root', tokens[0]!);
  const frames: Frame[] = [{ tree: root, closedBy: null }];
  const top = () => frames.at(-1)!;
  const leave = () => {
    while (top().closedBy) loosen(frames);
    frames.pop();
  };
  let last = root;
  for (const token of tokens) {
    if (token.type === 'inline') last.inlines.push(token);
    else if (token.nesting < 0) leave();
    else if (token.type === 'marker') last = addMarker(token, frames);
    else {
      last = plant(token.type.replace(/_open$/, ''), token);
      top().tree.children.push(last);
      if (token.nesting > 0) frames.push({ tree: last, closedBy: null });
    }
  }
  while (top().closedBy) loosen(frames);
  return root.children;
}

/** The innermost open marker had no end: its line becomes text, what followed stays where it is. */
function loosen(frames: Frame[]): void {
  const { tree } = frames.pop()!;
  tree.kind = 'loose';
  const parent = frames.at(-1)!.tree;
  for (const child of tree.children) parent.children.push(child);
  tree.children = [];
}

function addMarker(token: Token, frames: Frame[]): TokenTree {
  const marker = token.meta!.marker as Marker;
  const parent = frames.at(-1)!.tree;
  if (marker.kind === 'close') {
    const opening = frames.findLastIndex((frame) => frame.closedBy === marker.of || frame.closedBy === null);
    if (frames[opening]!.closedBy === null) return push(parent, plant('loose', token));
    while (frames.length > opening + 1) loosen(frames);
    return frames.pop()!.tree;
  }
  const closedBy = closing(marker);
  const fits = closedBy === null || frames.length < MOST_OPEN;
  const tree = push(parent, plant(fits ? marker.kind : 'loose', token));
  if (closedBy && fits) frames.push({ tree, closedBy });
  return tree;
}

function push(parent: TokenTree, child: TokenTree): TokenTree {
  parent.children.push(child);
  return child;
}
