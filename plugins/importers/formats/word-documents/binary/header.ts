// What a document of Word 97 to 2003 says before its text: styles, and how lists count, as Rich Text Format says them.
import { letterOf } from '../rtf/code-pages.ts';
import { RtfHeader } from '../rtf/header.ts';
import { symbolLetter } from '../rtf/symbol-font.ts';
import { type ColorNumbers, changesIn, type PropertyChange } from './changes.ts';
import { FILE_PART, type WordFile } from './word-file.ts';

interface Style {
  name: string;
  base: number;
  /** what it changes of paragraphs, and of letters */
  paragraph: PropertyChange[];
  letters: PropertyChange[];
}

/** Numbers of styles that are there from the beginning; their names are those of a language. */
const NAMES: Record<number, string> = {
  ...{ 62: 'Title', 84: 'Block Text', 101: 'HTML Preformatted', 180: 'Quote', 181: 'Intense Quote' },
};
/** Where the first font begins, and its name within it. */
const [FONTS, FONT_NAME] = [4, 40];
const HEADINGS = 9;
const NO_STYLE = 0xfff;
const DEPTH_MAX = 20;
const [OF_PARAGRAPHS, OF_LETTERS] = [1, 2];

/** Colours by their numbers; the first two are those that letters have anyway. */
const COLORS =
  ' |rgb(0, 0, 255)|rgb(0, 255, 255)|rgb(0, 255, 0)|rgb(255, 0, 255)|rgb(255, 0, 0)|rgb(255, 255, 0)|rgb(255, 255, 255)|rgb(0, 0, 128)|rgb(0, 128, 128)|rgb(0, 128, 0)|rgb(128, 0, 128)|rgb(128, 0, 0)|rgb(128, 128, 0)|rgb(128, 128, 128)|rgb(192, 192, 192)';

export class WordHeader implements ColorNumbers {
  readonly rtf = new RtfHeader();
  readonly #styles = new Map<number, Style>();
  readonly #mixed = new Map<string, number>();

  constructor(file: WordFile) {
    this.rtf.colors.push('', ...COLORS.split('|').map((color) => color.trim()));
    this.#readFonts(file.part(FILE_PART.fonts));
    this.#readStyles(file);
    readLists(file, this.rtf);
  }

  /** A letter that a font has in its private area. */
  letter(number: number, font: number): string {
    return this.rtf.symbolFonts.has(font) ? symbolLetter(number) : letterOf(number);
  }

  /** Each font says its length, and its name behind what is known of its looks. */
  #readFonts(part: Buffer): void {
    let at = FONTS;
    for (let font = 0; at < part.length; font++) {
      const end = at + 1 + (part[at] as number);
      const [name = ''] = part
        .subarray(at + FONT_NAME, end)
        .toString('utf16le')
        .split('\0', 1);
      this.rtf.font('f', font);
      this.rtf.fontName(name);
      at = end;
    }
  }

  mixed(red: number, green: number, blue: number): number {
    if (!red && !green && !blue) return 0;
    const color = `rgb(${red}, ${green}, ${blue})`;
    const known = this.#mixed.get(color) ?? this.rtf.colors.push(color) - 1;
    this.#mixed.set(color, known);
    return known;
  }

  isHeading(style: number): boolean {
    return /^(?:heading \d|title)$/i.test(this.#styles.get(style)?.name ?? '');
  }

  /** All that a style changes, with the styles that it goes back to before it. */
  changes(style: number, of: 'paragraph' | 'letters'): PropertyChange[] {
    const found: PropertyChange[][] = [];
    let next = style;
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const known = this.#styles.get(next);
      if (!known) break;
      found.push(known[of]);
      next = known.base;
    }
    return found.reverse().flat();
  }

  #readStyles(file: WordFile): void {
    const part = file.part(FILE_PART.styles);
    if (part.length < 6) return;
    const [start, count, size] = [2 + part.readUInt16LE(0), part.readUInt16LE(2), part.readUInt16LE(4)];
    let at = start;
    for (let number = 0; number < count && at + 2 <= part.length; number++) {
      const length = part.readUInt16LE(at);
      const content = part.subarray(at + 2, at + 2 + length);
      at += 2 + length + (length % 2);
      if (content.length >= size && size >= 6) this.#readStyle(number, content, size, file.data);
    }
  }

  #readStyle(number: number, content: Buffer, size: number, data: Buffer): void {
    const [first, second, third] = [0, 2, 4].map((at) => content.readUInt16LE(at)) as [number, number, number];
    const [built, kind, base] = [first & 0xfff, second & 0xf, second >>> 4];
    const [said, end] = textAt(content, size);
    const name = built >= 1 && built <= HEADINGS ? `heading ${built}` : (NAMES[built] ?? said);
    const parts: Buffer[] = [];
    let at = end + 2;
    for (let part = 0; part < (third & 0xf) && at + 2 <= content.length; part++) {
      const length = content.readUInt16LE(at);
      parts.push(content.subarray(at + 2, at + 2 + length));
      at += 2 + length + (length % 2);
    }
    const [own = Buffer.alloc(0), letters = Buffer.alloc(0)] = parts;
    const paragraph = kind === OF_PARAGRAPHS ? [...changesIn(own.subarray(2), data)] : [];
    const ofLetters = kind === OF_LETTERS ? own : kind === OF_PARAGRAPHS ? letters : Buffer.alloc(0);
    const style = { name, paragraph, letters: [...changesIn(ofLetters, data)] };
    this.#styles.set(number, { ...style, base: base === NO_STYLE ? -1 : base });
    if (kind === OF_PARAGRAPHS) this.rtf.styles.set(number, { name });
  }
}

/** A text behind its length, and where it ends. */
export function textAt(bytes: Buffer, at: number): [string, number] {
  if (at + 2 > bytes.length) return ['', bytes.length];
  const end = at + 2 + 2 * bytes.readUInt16LE(at);
  return [bytes.toString('utf16le', at + 2, Math.min(end, bytes.length)), end];
}

const [LIST, USE, LEVEL] = [28, 16, 28];
const LEVELS = 9;

function readLists(file: WordFile, header: RtfHeader): void {
  const part = file.part(FILE_PART.lists);
  const levels = file.behind(FILE_PART.lists);
  let at = 0;
  for (let list = 0; part.length >= 2 && list < part.readUInt16LE(0) && 2 + LIST * (list + 1) <= part.length; list++) {
    const own = part.subarray(2 + LIST * list, 2 + LIST * (list + 1));
    header.list('list');
    for (let level = 0; level < ((own[26] as number) & 1 ? 1 : LEVELS) && at + LEVEL <= levels.length; level++) {
      header.list('listlevel');
      header.list('levelstartat', levels.readInt32LE(at));
      header.list('levelnfc', levels[at + 4]);
      const [, end] = textAt(levels, at + LEVEL + (levels[at + 24] as number) + (levels[at + 25] as number));
      at = end;
    }
    header.list('listid', own.readInt32LE(0));
  }
  const uses = file.part(FILE_PART.listUses);
  for (let use = 1; 4 + USE * use <= uses.length; use++) {
    header.override('listid', uses.readInt32LE(4 + USE * (use - 1)));
    header.override('ls', use);
  }
}
