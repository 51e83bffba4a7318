// Running text of a document: marks as properties of runs, links, and the signs of footnotes.
import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  InternalHyperlink,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
  XmlComponent,
} from 'docx';
import { xmlText } from '../../../../core/views/html-escape.ts';
import type { Inline, Mark } from '../../../blocks/block.ts';
import { HIGHLIGHTS, INKS } from './styles.ts';

const NOTE = /\[\^([^\s[\]^]{1,64})\]/;

/** Footnotes of a whole document: one for each place that names it. */
export class DocumentFootnotes {
  readonly all: Record<string, { children: Paragraph[] }> = {};
  /** of the page at hand, by key */
  #notes = new Map<string, Inline[]>();
  #named = new Set<string>();
  #count = 0;

  begin(notes: Map<string, Inline[]>): void {
    this.#notes = notes;
    this.#named = new Set();
  }

  /** The sign of a note, or undefined when there is no such note. */
  sign(key: string): ParagraphChild | undefined {
    const content = this.#notes.get(key);
    if (!content) return undefined;
    this.#named.add(key);
    this.#count += 1;
    // A note that names a note says it as it stands.
    this.all[this.#count] = { children: [new Paragraph({ children: runsOf(content) })] };
    return new FootnoteReferenceRun(this.#count);
  }

  /** Notes that nothing named. */
  rest(): [key: string, content: Inline[]][] {
    return [...this.#notes].filter(([key]) => !this.#named.has(key));
  }
}

export function runsOf(content: Inline[], notes?: DocumentFootnotes): ParagraphChild[] {
  return content.flatMap((node): ParagraphChild[] => {
    if (node.type === 'hardBreak') return [new TextRun({ break: 1 })];
    if (node.type !== 'text') return [];
    const marks = node.marks ?? [];
    const link = marks.find(({ type }) => type === 'link')?.attrs?.href;
    const runs = pieces(node.text, lookOf(marks), notes);
    return link === undefined ? runs : [linked(String(link), runs)];
  });
}

/** Every second part of the text is the key of a note. */
const pieces = (text: string, look: IRunOptions, notes?: DocumentFootnotes): ParagraphChild[] =>
  text.split(NOTE).flatMap((part, at) => {
    if (at % 2) return [notes?.sign(part) ?? new TextRun({ ...look, text: `[^${xmlText(part)}]` })];
    return part ? [new TextRun({ ...look, text: xmlText(part) })] : [];
  });

const linked = (href: string, children: ParagraphChild[]): ParagraphChild =>
  href.startsWith('#')
    ? new InternalHyperlink({ anchor: href.slice(1), children })
    : new ExternalHyperlink({ link: xmlText(href), children });

function lookOf(marks: Mark[]): IRunOptions {
  const has = (name: string) => marks.some(({ type }) => type === name);
  const colour = (name: string) => String(marks.find(({ type }) => type === name)?.attrs?.name ?? '');
  const ink = has('link') ? INKS.blue : INKS[colour('color')];
  const ground = HIGHLIGHTS[colour('highlight')];
  return {
    ...(has('bold') && { bold: true }),
    ...(has('italic') && { italics: true }),
    ...(has('underline') || has('link') ? { underline: {} } : {}),
    ...(has('strike') && { strike: true }),
    ...(has('code') && { style: 'VerbatimChar' }),
    ...(ink && { color: ink }),
    ...(ground && { highlight: ground }),
  };
}

class Xml extends XmlComponent {
  constructor(name: string, attributes: Record<string, string>, ...children: (XmlComponent | string)[]) {
    super(name);
    if (Object.keys(attributes).length) this.root.push({ _attr: attributes } as never);
    this.root.push(...children);
  }
}

/** A box that is ticked in the document itself, with a sign that every font has for programs that know no boxes. */
export function checkBox(isChecked: boolean): ParagraphChild {
  const state = new Xml('w14:checked', { 'w14:val': isChecked ? '1' : '0' });
  const fonts = new Xml('w:rFonts', { 'w:ascii': 'MS Gothic', 'w:hAnsi': 'MS Gothic', 'w:eastAsia': 'MS Gothic' });
  const sign = new Xml('w:r', {}, new Xml('w:rPr', {}, fonts), new Xml('w:t', {}, isChecked ? '☑' : '☐'));
  const box = new Xml(
    'w:sdt',
    {},
    new Xml('w:sdtPr', {}, new Xml('w14:checkbox', {}, state)),
    new Xml('w:sdtContent', {}, sign),
  );
  return box as unknown as ParagraphChild;
}
