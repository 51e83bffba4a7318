// What stands in front of the text of a document in Rich Text Format: fonts, colours, styles, and how lists count.
import { codePageOfCharset } from './code-pages.ts';
import { isSymbolFont } from './symbol-font.ts';

export interface RtfStyle {
  name: string;
  outline?: number;
}

interface ListLevel {
  /** 23 is a bullet, 255 nothing */
  kind: number;
  start: number;
}

/** The numbered levels of a list, by its number in paragraphs. */
export class RtfHeader {
  /** number of a font → code page */
  readonly codePages = new Map<number, number>();
  /** numbers of fonts whose letters are Greek */
  readonly symbolFonts = new Set<number>();
  /** in the notation of style sheets; the first one is none */
  readonly colors: string[] = [];
  readonly styles = new Map<number, RtfStyle>();
  readonly #lists = new Map<number, ListLevel[]>();
  readonly #overrides = new Map<number, number>();
  #font = 0;
  #channels = { red: 0, green: 0, blue: 0, isSaid: false };
  #style: { number: number; outline?: number } = { number: 0 };
  #levels: ListLevel[] = [];
  #listId = 0;

  font(name: string, value = 0): void {
    if (name === 'f') this.#font = value;
    const codePage = name === 'cpg' ? value : name === 'fcharset' ? codePageOfCharset(value) : undefined;
    if (codePage) this.codePages.set(this.#font, codePage);
  }

  fontName(name: string): void {
    if (isSymbolFont(name)) this.symbolFonts.add(this.#font);
  }

  color(name: string, value = 0): void {
    if (name !== 'red' && name !== 'green' && name !== 'blue') return;
    this.#channels = { ...this.#channels, [name]: Math.min(255, Math.max(0, value)), isSaid: true };
  }

  /** Each semicolon ends a colour. */
  endColors(text: string): void {
    for (const sign of text) {
      if (sign !== ';') continue;
      const { red, green, blue, isSaid } = this.#channels;
      this.colors.push(isSaid ? `rgb(${red}, ${green}, ${blue})` : '');
      this.#channels = { red: 0, green: 0, blue: 0, isSaid: false };
    }
  }

  style(name: string, value = 0): void {
    // Styles of letters and sections count by themselves.
    if (name === 's') this.#style = { number: value };
    else if (name === 'cs' || name === 'ds' || name === 'ts') this.#style = { number: -1 };
    else if (name === 'outlinelevel') this.#style.outline = value;
  }

  endStyle(name: string): void {
    const { number, outline } = this.#style;
    this.#style = { number: 0 };
    if (number >= 0 && name) this.styles.set(number, { name, ...(outline !== undefined && { outline }) });
  }

  list(name: string, value = 0): void {
    if (name === 'list') this.#levels = [];
    else if (name === 'listlevel') this.#levels.push({ kind: 0, start: 1 });
    else if (name === 'listid') this.#lists.set(value, this.#levels);
    const level = this.#levels.at(-1);
    if (level && (name === 'levelnfc' || name === 'levelnfcn')) level.kind = value;
    else if (level && name === 'levelstartat') level.start = value;
  }

  override(name: string, value = 0): void {
    if (name === 'listid') this.#listId = value;
    else if (name === 'ls') this.#overrides.set(value, this.#listId);
  }

  /** A list that the header does not know has bullets. */
  listLevel(list: number, level: number): ListLevel {
    const levels = this.#lists.get(this.#overrides.get(list) ?? -1);
    return levels?.[level] ?? levels?.[0] ?? { kind: 23, start: 1 };
  }
}
