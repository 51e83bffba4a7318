// How letters of a document in Rich Text Format look, as elements of HTML.
import type { MarkupNode } from '../../../conversion/html/tree.ts';
import { storableRtfText } from './code-pages.ts';

export interface Look {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly raised?: 'sup' | 'sub';
  readonly hidden?: boolean;
  /** taken out by somebody whose changes are tracked */
  readonly deleted?: boolean;
  /** numbers in the table of colours */
  readonly color?: number;
  readonly ground?: number;
  readonly font?: number;
}

type Change = (on: boolean, value: number) => Look;

const CHANGES: Record<string, Change> = {
  b: (bold) => ({ bold }),
  i: (italic) => ({ italic }),
  ul: (underline) => ({ underline }),
  ulnone: () => ({ underline: false }),
  strike: (strike) => ({ strike }),
  striked: (strike) => ({ strike }),
  super: (on) => ({ raised: on ? 'sup' : undefined }),
  sub: (on) => ({ raised: on ? 'sub' : undefined }),
  nosupersub: () => ({ raised: undefined }),
  v: (hidden) => ({ hidden }),
  deleted: (deleted) => ({ deleted }),
  cf: (_, color) => ({ color }),
  highlight: (_, ground) => ({ ground }),
  cb: (_, ground) => ({ ground }),
  chcbpat: (_, ground) => ({ ground }),
  f: (_, font) => ({ font }),
};

/** Kinds of lines below words. */
const LINES = new Set(
  'uld uldash uldashd uldashdd uldb ulhwave ulldash ulth ulthd ulthdash ulthdashd ulthdashdd ululdbwave ulw ulwave'.split(
    ' ',
  ),
);

/** The look behind a control word; undefined for one that says nothing of letters. */
export function changedLook(look: Look, name: string, value: number | undefined): Look | undefined {
  if (name === 'plain') return {};
  const known = LINES.has(name) ? 'ul' : name;
  const change = Object.hasOwn(CHANGES, known) ? CHANGES[known] : undefined;
  return change && { ...look, ...change(value !== 0, value ?? 0) };
}

export interface Run {
  text: string;
  look: Look;
  href: string;
}

/** @param isHeading headings are bold by their style; that they are headings says it */
export function runNode({ text, look, href }: Run, colors: readonly string[], isHeading: boolean): MarkupNode {
  let node: MarkupNode = storableRtfText(text);
  const within = (tag: string, attrs: Record<string, string> = {}): void => {
    node = { tag, attrs, children: [node] };
  };
  const ink = href ? undefined : colors[look.color ?? 0];
  const ground = colors[look.ground ?? 0];
  const style = `${ink ? `color:${ink};` : ''}${ground ? `background-color:${ground};` : ''}`;
  if (look.raised) within(look.raised);
  if (style) within('span', { style });
  if (look.bold && !isHeading) within('b');
  if (look.italic) within('i');
  // Links are underlined by their style.
  if (look.underline && !href) within('u');
  if (look.strike) within('s');
  if (href) within('a', { href: storableRtfText(href) });
  return node;
}
