// Running text of a document: marks as properties of runs, links, and the signs of footnotes.
import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  InternalHyperlink,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import { xmlText } from '../../../../core/views/html-escape.ts';
import type { Inline, Mark } from '../../../blocks/block.ts';
import { FormulaDrawing } from '../../../blocks/html/mathml.ts';
import { DocumentElement } from './document-element.ts';
import { equationLine, equationOf } from './equation.ts';
import { HIGHLIGHTS, INKS } from './styles.ts';

const NOTE = /\[\^([^\s[\]^]{1,64})\]/;

/** Footnotes of a whole document: one for each place that names it. */
export class DocumentFootnotes {
  readonly all: Record<string, { children: Paragraph[] }> = {};
  /** of the page at hand, by key */
  #notes = new Map<string, Inline[]>();
  #formulas = new FormulaDrawing();
  #named = new Set<string>();
  #count = 0;

  begin(notes: Map<string, Inline[]>, formulas: FormulaDrawing): void {
    this.#notes = notes;
    this.#formulas = formulas;
    this.#named = new Set();
  }

  /** The sign of a note, or undefined when there is no such note. */
  sign(key: string): ParagraphChild | undefined {
    const content = this.#notes.get(key);
    if (!content) return undefined;
    this.#named.add(key);
    this.#count += 1;
    // A note that names a note says it as it stands.
    this.all[this.#count] = { children: [new Paragraph({ children: runsOf(content, { formulas: this.#formulas }) })] };
    return new FootnoteReferenceRun(this.#count);
  }

  /** Notes that nothing named. */
  rest(): [key: string, content: Inline[]][] {
    return [...this.#notes].filter(([key]) => !this.#named.has(key));
  }
}

interface RunContext {
  /** of the page at hand */
  formulas: FormulaDrawing;
  footnotes?: DocumentFootnotes;
}

export function runsOf(content: Inline[], { formulas, footnotes }: RunContext): ParagraphChild[] {
  return content.flatMap((node): ParagraphChild[] => {
    if (node.type === 'hardBreak') return [new TextRun({ break: 1 })];
    if (node.type === 'math') return [formulaIn(formulas, node.tex)];
    if (node.type !== 'text') return [];
    const marks = node.marks ?? [];
    const link = marks.find(({ type }) => type === 'link')?.attrs?.href;
    const runs = pieces(node.text, lookOf(marks), footnotes);
    return link === undefined ? runs : [linked(String(link), runs)];
  });
}

/** A formula that cannot be read is shown by its source. */
const sourceRun = (tex: string): ParagraphChild => new TextRun({ style: 'VerbatimChar', text: xmlText(tex) });

function formulaIn(formulas: FormulaDrawing, tex: string): ParagraphChild {
  const mathml = formulas.mathml(tex, false);
  return mathml === undefined ? sourceRun(tex) : (equationOf(mathml) as unknown as ParagraphChild);
}

/** One in a line of its own. */
export function formulaLine(formulas: FormulaDrawing, tex: string): ParagraphChild {
  const mathml = formulas.mathml(tex, true);
  return mathml === undefined ? sourceRun(tex) : (equationLine(mathml) as unknown as ParagraphChild);
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

/** A box that is ticked in the document itself, with a sign that every font has for programs that know no boxes. */
export function checkBox(isChecked: boolean): ParagraphChild {
  const state = new DocumentElement('w14:checked', { 'w14:val': isChecked ? '1' : '0' });
  const fonts = new DocumentElement('w:rFonts', {
    'w:ascii': 'MS Gothic',
    'w:hAnsi': 'MS Gothic',
    'w:eastAsia': 'MS Gothic',
  });
  const sign = new DocumentElement(
    'w:r',
    {},
    new DocumentElement('w:rPr', {}, fonts),
    new DocumentElement('w:t', {}, isChecked ? '☑' : '☐'),
  );
  const box = new DocumentElement(
    'w:sdt',
    {},
    new DocumentElement('w:sdtPr', {}, new DocumentElement('w14:checkbox', {}, state)),
    new DocumentElement('w:sdtContent', {}, sign),
  );
  return box as unknown as ParagraphChild;
}
