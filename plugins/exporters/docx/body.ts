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
import { xmlText } from '../../../core/views/html-escape.ts';
import { type Block, type Inline, walk } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { checkBox, type Footnotes, runsOf } from './inline.ts';
import type { Drawn } from './pictures.ts';
import { BULLETS, indentOf, LEVELS, numbersFrom, TASKS } from './styles.ts';
import { tableOf } from './table.ts';

/** Largest sides of a picture, in pixels. */
const PICTURE = { width: 600, height: 800 };
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => HeadingLevel[`HEADING_${level}` as 'HEADING_1']);
const LISTS = new Set(['bullet', 'numbered', 'todo']);

/** What all chapters of a document share. */
export interface Shared {
  pictures: Map<string, Drawn>;
  footnotes: Footnotes;
  /** first numbers of its ordered lists */
  starts: Set<number>;
  /** ordered lists so far, which begin to count anew */
  lists: number;
}

export class Body {
  readonly #shared: Shared;
  readonly #blocks: Block[];
  /** level of the title above, 0 for that of the document */
  readonly #above: number;
  readonly #anchors = new Map<string, string>();

  constructor(shared: Shared, blocks: Block[], { page, above }: { page: number; above: number }) {
    this.#shared = shared;
    this.#blocks = blocks;
    this.#above = above;
    for (const { id, type } of walk(blocks))
      if (type === 'heading') this.#anchors.set(id, `heading_${page}_${this.#anchors.size + 1}`);
  }

  all(): FileChild[] {
    const { footnotes } = this.#shared;
    const notes = [...walk(this.#blocks)].filter(({ type }) => type === 'footnote');
    footnotes.begin(new Map(notes.map(({ data, content }) => [String(data.key), content ?? []])));
    const written = this.#list(this.#blocks, 0);
    const rest = footnotes.rest().map(([key, content]) => this.#line([textNode(`[^${key}] `), ...content], 0));
    return [...written, ...rest];
  }

  readonly runs = (content: Inline[]): ParagraphChild[] => runsOf(content, this.#shared.footnotes);

  #line(content: Inline[], level: number, options: IParagraphOptions = {}): Paragraph {
    return new Paragraph({ ...(level && { indent: indentOf(level) }), ...options, children: this.runs(content) });
  }

  #list(blocks: Block[], level: number): FileChild[] {
    let list = { instance: 0, start: 1 };
    return blocks.flatMap((block, at) => {
      const goesOn = block.type === blocks[at - 1]?.type && block.data.start === undefined;
      if (block.type === 'numbered' && !goesOn)
        list = { instance: ++this.#shared.lists, start: Number(block.data.start ?? 1) };
      if (!LISTS.has(block.type)) return this.#block(block, level);
      return [this.#item(block, level, list), ...this.#inside(block, level + 1)];
    });
  }

  #inside({ children = [] }: Block, level: number): FileChild[] {
    return this.#list(children, level);
  }

  #item({ type, data, content = [] }: Block, level: number, list: { instance: number; start: number }): Paragraph {
    const at = Math.min(level, LEVELS - 1);
    if (type === 'todo') {
      const children = [checkBox(data.checked === true), new TextRun(' '), ...this.runs(content)];
      return new Paragraph({ numbering: { reference: TASKS, level: at }, children });
    }
    if (type === 'bullet')
      return new Paragraph({ numbering: { reference: BULLETS, level: at }, children: this.runs(content) });
    this.#shared.starts.add(list.start);
    const numbering = { reference: numbersFrom(list.start), level: at, instance: list.instance };
    return new Paragraph({ numbering, children: this.runs(content) });
  }

  #block(block: Block, level: number): FileChild[] {
    const { type, data, content = [] } = block;
    const said = (key: string): string => String(data[key] ?? '');
    switch (type) {
      case 'heading':
        return [this.#heading(block), ...this.#inside(block, level)];
      case 'quote':
        return [this.#line(content, level, { style: 'Quote' }), ...this.#inside(block, level + 1)];
      case 'callout': {
        const icon = /^custom:/.test(said('icon')) ? '' : said('icon');
        const line = [...(icon ? [textNode(`${icon} `)] : []), ...content];
        return [this.#line(line, level, { style: 'Callout' }), ...this.#inside(block, level + 1)];
      }
      case 'code':
        return [this.#code(said('text'), level), ...this.#caption(said('caption'), level)];
      case 'mermaid':
        return [this.#code(said('source'), level)];
      case 'math':
        return [this.#line([textNode(said('tex'), [{ type: 'code' }])], level)];
      case 'unknown':
        return [this.#code(JSON.stringify(data.original, null, 2), level)];
      case 'divider':
        return [new Paragraph({ thematicBreak: true })];
      case 'toc':
        return this.#contents(level);
      case 'table':
        // Two tables without anything between them would become one.
        return [tableOf(block, this.runs), new Paragraph({})];
      case 'columns':
        return (block.children ?? []).flatMap((column) => this.#inside(column, level));
      case 'bookmark':
      case 'embed':
        return this.#card(block, level);
      case 'button':
        return [this.#line([textNode(`[${said('label')}]`)], level)];
      case 'footnote':
        return [];
      case 'paragraph':
      case 'toggle':
        return [this.#line(content, level), ...this.#inside(block, level + 1)];
      default:
        return this.#media(block, level);
    }
  }

  #heading({ id, data, content = [] }: Block): Paragraph {
    const heading = HEADINGS[Math.min(6, this.#above + Number(data.level)) - 1] as (typeof HEADINGS)[number];
    const anchor = this.#anchors.get(id) as string;
    return new Paragraph({ heading, children: [new Bookmark({ id: anchor, children: this.runs(content) })] });
  }

  #code(text: string, level: number): Paragraph {
    const lines = text.split('\n').map((line, at) => new TextRun({ text: xmlText(line), ...(at && { break: 1 }) }));
    return new Paragraph({ style: 'SourceCode', ...(level && { indent: indentOf(level) }), children: lines });
  }

  #caption(text: string, level: number): Paragraph[] {
    return text ? [this.#line([textNode(text)], level, { style: 'Caption' })] : [];
  }

  #contents(level: number): Paragraph[] {
    return [...walk(this.#blocks)].flatMap(({ id, type, data, content = [] }) => {
      const text = content.map((node) => (node.type === 'text' ? node.text : ' ')).join('');
      if (type !== 'heading' || !text.trim()) return [];
      const children = [new TextRun({ text: xmlText(text), underline: {} })];
      const link = new InternalHyperlink({ anchor: this.#anchors.get(id) as string, children });
      return [new Paragraph({ indent: indentOf(level + Number(data.level) - 1), children: [link] })];
    });
  }

  #card({ data }: Block, level: number): Paragraph[] {
    const { url, title, description } = data as Record<string, string>;
    const lead = this.#line([textNode(title || url || '', [{ type: 'link', attrs: { href: url ?? '' } }])], level);
    return [lead, ...this.#caption(description ?? '', level)];
  }

  #media({ type, data }: Block, level: number): Paragraph[] {
    const { url, name, caption, alt, width } = data as Record<string, string> & { width?: number };
    const picture = type === 'image' && url ? this.#shared.pictures.get(url) : undefined;
    const label = name || alt || url || 'File not available';
    const line = picture
      ? new Paragraph({ ...(level && { indent: indentOf(level) }), children: [imageOf(picture, alt || label, width)] })
      : this.#line([textNode(label, url ? [{ type: 'link', attrs: { href: url } }] : [])], level);
    return [line, ...this.#caption(caption ?? '', level)];
  }
}

/** As large as it is shown, within the page. */
export function imageOf({ type, content, width, height }: Drawn, alt: string, shown = width): ImageRun {
  const scale = Math.min(shown / width, PICTURE.width / width, PICTURE.height / height);
  const transformation = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const name = xmlText(alt).replace(/"/g, '');
  return new ImageRun({ type, data: content, transformation, altText: { name, title: name, description: name } });
}
