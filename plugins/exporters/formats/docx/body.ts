// Blocks as paragraphs and tables of a document, each in the style that word processors have for it.
import {
  Bookmark,
  type FileChild,
  HeadingLevel,
  ImageRun,
  InternalHyperlink,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import { xmlText } from '../../../../core/views/html-escape.ts';
import { type Block, type Inline, walk } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import type { DocumentMarker, DocumentWriter } from '../../../blocks/document-writer.ts';
import { FormulaDrawing } from '../../../blocks/html/mathml.ts';
import { blocksPlainText, inlineText } from '../../../blocks/plain-text.ts';
import { blockTypes } from '../../../blocks/types/registry.ts';
import { checkBox, type DocumentFootnotes, formulaLine, runsOf } from './inline.ts';
import type { WordPicture } from './pictures.ts';
import { BULLETS, HEADING_LEVELS, indentOf, numbersFrom, TASKS } from './styles.ts';
import { wordTable } from './table.ts';

/** Largest sides of a picture, in pixels. */
const PICTURE = { width: 600, height: 800 };
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => HeadingLevel[`HEADING_${level}` as 'HEADING_1']);

/** What all chapters of a document share. */
export interface DocumentState {
  pictures: Map<string, WordPicture>;
  footnotes: DocumentFootnotes;
  /** first numbers of its ordered lists */
  starts: Set<number>;
  /** ordered lists so far, which begin to count anew */
  lists: number;
}

/** Where an ordered list begins to count, and which of them it is. */
interface Numbers {
  instance: number;
  start: number;
}

export class DocumentBody {
  readonly #shared: DocumentState;
  readonly #blocks: Block[];
  /** level of the title above, 0 for that of the document */
  readonly #above: number;
  readonly #anchors = new Map<string, string>();
  readonly #formulas = new FormulaDrawing();

  constructor(shared: DocumentState, blocks: Block[], { page, above }: { page: number; above: number }) {
    this.#shared = shared;
    this.#blocks = blocks;
    this.#above = above;
    for (const { id, type } of walk(blocks))
      if (type === 'heading') this.#anchors.set(id, `heading_${page}_${this.#anchors.size + 1}`);
  }

  all(): FileChild[] {
    const { footnotes } = this.#shared;
    const notes = [...walk(this.#blocks)].filter(({ type }) => type === 'footnote');
    footnotes.begin(new Map(notes.map(({ data, content }) => [String(data.key), content ?? []])), this.#formulas);
    const written = this.#list(this.#blocks, 0);
    const rest = footnotes.rest().map(([key, content]) => this.#line([textNode(`[^${key}] `), ...content], 0));
    return [...written, ...rest];
  }

  readonly runs = (content: Inline[]): ParagraphChild[] =>
    runsOf(content, { formulas: this.#formulas, footnotes: this.#shared.footnotes });

  #line(content: Inline[], level: number, options: IParagraphOptions = {}): Paragraph {
    return new Paragraph({ ...(level && { indent: indentOf(level) }), ...options, children: this.runs(content) });
  }

  #list(blocks: Block[], level: number): FileChild[] {
    let numbers = { instance: 0, start: 1 };
    return blocks.flatMap((block, at) => {
      const type = blockTypes().get(block.type);
      const goesOn = block.type === blocks[at - 1]?.type && block.data.start === undefined;
      if (type?.isCounted && !goesOn)
        numbers = { instance: ++this.#shared.lists, start: Number(block.data.start ?? 1) };
      const written: FileChild[] = [];
      const writer = this.#writer(written, level, numbers);
      if (type?.toDocument) type.toDocument(block, writer);
      else {
        writer.line(block.content ?? [textNode(blocksPlainText([block]))]);
        writer.inside(block);
      }
      return written;
    });
  }

  #writer(written: FileChild[], level: number, numbers: Numbers): DocumentWriter {
    const indent = level ? { indent: indentOf(level) } : {};
    const inside = ({ children = [] }: Block, deeper: number) => written.push(...this.#list(children, deeper));
    return {
      line: (content, style) => written.push(this.#line(content, level, style && { style })),
      item: (content, marker) =>
        written.push(this.#item(content, marker, Math.min(level, HEADING_LEVELS - 1), numbers)),
      heading: (block) => written.push(this.#heading(block)),
      code: (text) => written.push(new Paragraph({ style: 'SourceCode', ...indent, children: linesOf(text) })),
      formula: (tex) => written.push(new Paragraph({ ...indent, children: [formulaLine(this.#formulas, tex)] })),
      rule: () => written.push(new Paragraph({ thematicBreak: true })),
      // Two tables without anything between them would become one.
      table: (block) => written.push(wordTable(block, this.runs), new Paragraph({})),
      contents: () => written.push(...this.#contents(level)),
      picture: (url, alt, width) => {
        const drawing = this.#shared.pictures.get(url);
        if (drawing) written.push(new Paragraph({ ...indent, children: [imageOf(drawing, alt, width)] }));
        return drawing !== undefined;
      },
      inside: (block) => inside(block, level + 1),
      beside: (block) => inside(block, level),
    };
  }

  #item(content: Inline[], marker: DocumentMarker, level: number, { start, instance }: Numbers): Paragraph {
    if (marker.kind === 'box') {
      const children = [checkBox(marker.isChecked), new TextRun(' '), ...this.runs(content)];
      return new Paragraph({ numbering: { reference: TASKS, level }, children });
    }
    if (marker.kind === 'bullet')
      return new Paragraph({ numbering: { reference: BULLETS, level }, children: this.runs(content) });
    this.#shared.starts.add(start);
    const numbering = { reference: numbersFrom(start), level, instance };
    return new Paragraph({ numbering, children: this.runs(content) });
  }

  #heading({ id, data, content = [] }: Block): Paragraph {
    const heading = HEADINGS[Math.min(6, this.#above + Number(data.level)) - 1] as (typeof HEADINGS)[number];
    const anchor = this.#anchors.get(id) as string;
    return new Paragraph({ heading, children: [new Bookmark({ id: anchor, children: this.runs(content) })] });
  }

  #contents(level: number): Paragraph[] {
    return [...walk(this.#blocks)].flatMap(({ id, type, data, content = [] }) => {
      const text = inlineText(content);
      if (type !== 'heading' || !text.trim()) return [];
      const children = [new TextRun({ text: xmlText(text), underline: {} })];
      const link = new InternalHyperlink({ anchor: this.#anchors.get(id) as string, children });
      return [new Paragraph({ indent: indentOf(level + Number(data.level) - 1), children: [link] })];
    });
  }
}

const linesOf = (text: string): TextRun[] =>
  text.split('\n').map((line, at) => new TextRun({ text: xmlText(line), ...(at && { break: 1 }) }));

/** As large as it is shown, within the page. */
export function imageOf({ type, content, width, height }: WordPicture, alt: string, shown = width): ImageRun {
  const scale = Math.min(shown / width, PICTURE.width / width, PICTURE.height / height);
  const transformation = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const name = xmlText(alt).replace(/"/g, '');
  return new ImageRun({ type, data: content, transformation, altText: { name, title: name, description: name } });
}
