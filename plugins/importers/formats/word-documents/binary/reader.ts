// Reads a text of a document of Word 97 to 2003, its body or a note: letter by letter, with the properties they have.
import type { DocumentPictures } from '../../../conversion/html/document-pictures.ts';
import { type MarkupElement, type MarkupNode, madeElement, markupNodeText } from '../../../conversion/html/tree.ts';
import { documentNote, documentNoteSign } from '../note-elements.ts';
import { fieldAddress } from '../rtf/field-address.ts';
import type { Look } from '../rtf/look.ts';
import { RtfStory } from '../rtf/story.ts';
import {
  changedLetters,
  changedParagraph,
  changesIn,
  type LetterState,
  type ParagraphState,
  PLAIN,
  PLAIN_PARAGRAPH,
} from './changes.ts';
import { WordHeader } from './header.ts';
import { type MarkedText, marksIn, type WordMarks } from './marks.ts';
import { type BinaryPicture, floatingPictures, linePicture } from './pictures.ts';
import { piecesOf, spansBetween, type TextPiece } from './piece-table.ts';
import { propertyRuns, RunFinder } from './property-pages.ts';
import { FILE_PART, type WordFile } from './word-file.ts';

interface Field {
  instruction: string;
  isInstruction: boolean;
  href: string;
  hasText: boolean;
}

export interface ReadComment extends Omit<MarkedText, 'from' | 'to'> {
  text: string;
  at: string;
}

/** Where reading is. */
interface Place {
  story: RtfStory;
  fields: Field[];
  /** of the letter, and of its bytes */
  letter: number;
  byte: number;
  isBody: boolean;
}

const SIGN = {
  ...{ picture: '\x01', note: '\x02', line: '\x0b', cell: '\x07', comment: '\x05', drawing: '\x08', page: '\x0c' },
  ...{ paragraph: '\r', fieldBegin: '\x13', fieldMiddle: '\x14', fieldEnd: '\x15', hyphen: '\x1e', soft: '\x1f' },
};
/** What stands for something else, or ends something. */
const SIGNS = /[\x00-\x08\x0b-\x0d\x13-\x15\x1e\x1f\x28\uf020-\uf0ff]/g;
/** Letters of a document: one that claims more repeats itself. */
const LETTERS_MAX = 20_000_000;

export class WordReader {
  readonly losses: Record<string, number> = {};
  readonly comments: ReadComment[] = [];
  readonly #file: WordFile;
  readonly #held: DocumentPictures;
  readonly #pieces: TextPiece[];
  readonly #header: WordHeader;
  readonly #letters: RunFinder;
  readonly #paragraphs: RunFinder;
  readonly #marks: WordMarks;
  readonly #floating: Map<number, BinaryPicture>;
  readonly #notes: MarkupElement[] = [];
  #letter: LetterState = PLAIN;
  #left = LETTERS_MAX;

  constructor(file: WordFile, held: DocumentPictures) {
    this.#file = file;
    this.#held = held;
    this.#pieces = piecesOf(file);
    this.#header = new WordHeader(file);
    this.#letters = new RunFinder(propertyRuns(file.main, file.part(FILE_PART.lookPages), false));
    this.#paragraphs = new RunFinder(propertyRuns(file.main, file.part(FILE_PART.layoutPages), true));
    this.#marks = marksIn(file);
    this.#floating = floatingPictures(file);
  }

  /** Whether all letters that there should be were there. */
  get isWhole(): boolean {
    const { body } = this.#file.lengths;
    const last = this.#pieces.findLast(({ from }) => from < body);
    const end = last ? last.at + (Math.min(last.to, body) - last.from) * (last.isWide ? 2 : 1) : 0;
    return this.#left > 0 && (last?.to ?? 0) >= body && end <= this.#file.main.length;
  }

  /** The body, and behind it what stands in boxes, and the notes. */
  read(): MarkupNode[] {
    const { body, footnotes, margins, comments, endnotes, boxes, macros } = this.#file.lengths;
    const nodes = this.#text(0, body, true);
    const start = body + footnotes + margins + macros + comments + endnotes;
    const boxed = this.#text(start, start + boxes, false);
    this.#readMargins(body + footnotes);
    return [...nodes, ...boxed, ...this.#notes];
  }

  #lose(kind: string): void {
    this.losses[kind] = (this.losses[kind] ?? 0) + 1;
  }

  /** Words that each printed page has at its margins; the first six are lines between the text and its notes. */
  #readMargins(start: number): void {
    const part = this.#file.part(FILE_PART.margins);
    for (let at = 6; 4 * at + 8 <= part.length; at++) {
      const [from, to] = [part.readUInt32LE(4 * at), part.readUInt32LE(4 * at + 4)];
      const said = [...spansBetween(this.#file.main, this.#pieces, start + from, start + to)];
      if (said.some(({ text }) => text.replace(/[\s\x00-\x1f]/g, ''))) this.#lose('header_footer');
    }
  }

  #text(from: number, to: number, isBody: boolean): MarkupNode[] {
    const place: Place = { story: new RtfStory(this.#header.rtf), fields: [], letter: from, byte: 0, isBody };
    for (const { text, from: first, at, step } of spansBetween(this.#file.main, this.#pieces, from, to)) {
      const known = text.slice(0, this.#left);
      this.#left -= known.length;
      for (let index = 0; index < known.length; ) {
        place.letter = first + index;
        place.byte = at + index * step;
        this.#letter = this.#lettersAt(place.byte);
        const next = Math.min(this.#letters.next(place.byte), this.#paragraphs.next(place.byte));
        const end = Math.min(known.length, Math.ceil((next - at) / step));
        this.#run(known.slice(index, Math.max(end, index + 1)), step, place);
        index = Math.max(end, index + 1);
      }
    }
    return place.story.end({});
  }

  /** Letters that share their look. */
  #run(text: string, step: number, place: Place): void {
    const { letter, byte } = place;
    let from = 0;
    const stops = this.#stops(text, letter);
    for (const at of stops) {
      if (at > from) this.#say(text.slice(from, at), place);
      [place.letter, place.byte] = [letter + at, byte + at * step];
      if (place.isBody) this.#mark(place);
      from = this.#sign(text[at] as string, place) ? at + 1 : at;
    }
    if (from < text.length) this.#say(text.slice(from), place);
  }

  /** Where signs and marks are. */
  #stops(text: string, letter: number): number[] {
    const found = new Set<number>();
    for (const { index } of text.matchAll(SIGNS)) found.add(index);
    for (const places of [this.#marks.notes, this.#marks.bookmarks])
      if (places.size) for (let at = 0; at < text.length; at++) if (places.has(letter + at)) found.add(at);
    return [...found].sort((one, other) => one - other);
  }

  #mark({ letter, story }: Place): void {
    for (const name of this.#marks.bookmarks.get(letter) ?? []) story.add(madeElement('a', [], { name }));
    const note = this.#marks.notes.get(letter);
    if (!note) return;
    const number = this.#notes.push(madeElement('aside'));
    story.add(documentNoteSign(number));
    const before = this.#letter;
    this.#notes[number - 1] = documentNote(number, this.#text(note.from, note.to, false));
    this.#letter = before;
  }

  /** False for a letter that stands for itself. */
  #sign(sign: string, place: Place): boolean {
    const { story, fields } = place;
    if (sign === SIGN.paragraph || sign === SIGN.cell || sign === SIGN.page) this.#end(sign, place);
    else if (sign === SIGN.line) story.add(madeElement('br'));
    else if (sign === SIGN.fieldBegin) fields.push({ instruction: '', isInstruction: true, href: '', hasText: false });
    else if (sign === SIGN.fieldMiddle || sign === SIGN.fieldEnd) this.#field(sign, place);
    else if (sign === SIGN.picture) this.#picture(place, this.#inLine());
    else if (sign === SIGN.drawing) this.#picture(place, this.#floating.get(place.letter) ?? null);
    else if (sign === SIGN.comment) this.#comment(place);
    else if (sign === SIGN.hyphen) this.#say('\u2011', place);
    else if (sign === '(' && this.#letter.symbol) this.#symbol(this.#letter.symbol, place);
    else if (sign >= '\uf020' && sign <= '\uf0ff')
      this.#symbol({ letter: sign.charCodeAt(0), font: this.#letter.font ?? -1 }, place);
    else return sign < '\t' || sign === SIGN.soft;
    return true;
  }

  #symbol({ letter, font }: { letter: number; font: number }, place: Place): void {
    this.#say(this.#header.letter(letter, font), place);
  }

  #say(text: string, { story, fields }: Place): void {
    const inner = fields.findLast(({ isInstruction }) => isInstruction);
    if (inner) {
      inner.instruction = (inner.instruction + text).slice(0, 10_000);
      return;
    }
    const { look } = this.#letter;
    if (look.hidden || look.deleted) {
      if (text.trim()) this.#lose(look.hidden ? 'hidden_text' : 'tracked_deletion');
      return;
    }
    for (const field of fields) field.hasText = true;
    story.text({ text, look, href: fields.findLast(({ href }) => href)?.href ?? '' });
  }

  #field(sign: string, { story, fields }: Place): void {
    const field = fields.at(-1);
    if (!field) return;
    if (field.isInstruction) {
      field.href = fieldAddress(field.instruction);
      if (/^\s*FORM/.test(field.instruction)) this.#lose('form_field');
      if (/^\s*EMBED/.test(field.instruction)) this.#lose('embedded_object');
    }
    field.isInstruction = false;
    if (sign === SIGN.fieldMiddle) return;
    fields.pop();
    if (field.href && !field.hasText) story.text({ text: field.href, look: this.#letter.look, href: field.href });
  }

  /** Null for one that cannot be read, undefined for what is none. */
  #inLine(): BinaryPicture | null | undefined {
    const { picture, isObject } = this.#letter;
    if (picture === undefined || isObject) return undefined;
    return linePicture(this.#file.data, picture) ?? null;
  }

  #picture({ story, fields }: Place, picture: BinaryPicture | null | undefined): void {
    if (picture === undefined || fields.some(({ isInstruction }) => isInstruction)) return;
    if (!picture) {
      this.#lose('shape');
      return;
    }
    const { mime, bytes, width } = picture;
    const address = this.#held.address(mime, bytes);
    const isShown = /png|jpeg/.test(mime);
    if (!isShown) this.#lose('picture_format');
    const href = fields.findLast((field) => field.href)?.href;
    for (const field of fields) field.hasText = true;
    const image = isShown
      ? madeElement('img', [], { src: address, ...(width && { width: String(width) }) })
      : madeElement('object', [], { data: address, type: 'application/octet-stream' });
    story.add(href ? madeElement('a', [image], { href }) : image);
  }

  #comment({ story, letter, isBody }: Place): void {
    const said = isBody ? this.#marks.comments.get(letter) : undefined;
    if (!said) return;
    const at = `comment ${this.comments.length}`;
    story.add(madeElement('a', [], { name: at }));
    const before = this.#letter;
    const text = this.#text(said.from, said.to, false).map(markupNodeText).join('\n').trim();
    this.#letter = before;
    this.comments.push({ text, at, ...(said.author && { author: said.author }) });
  }

  #end(sign: string, { story, byte }: Place): void {
    const state = this.#paragraphAt(byte);
    const { layout, row, isHead } = state;
    const isRow = sign === SIGN.cell ? state.isRowEnd : state.isInnerRow;
    const word = (name: string, value?: number): void => void story.word(name, value, layout);
    if (isRow && row) {
      word('trowd');
      if (isHead) word('trhdr');
      for (const { right, isBeside, isBelow } of row.cells) {
        if (isBeside) word('clmrg');
        if (isBelow) word('clvmrg');
        word('cellx', right);
      }
    }
    const isNested = state.isInnerCell || state.isInnerRow;
    if (sign === SIGN.cell) word(isRow ? 'row' : 'cell');
    else if (isNested) word(isRow ? 'nestrow' : 'nestcell');
    else word('par');
  }

  #paragraphAt(byte: number): ParagraphState {
    const run = this.#paragraphs.find(byte);
    const style = run?.style ?? 0;
    const start = { ...PLAIN_PARAGRAPH, layout: { style } };
    const own = run ? [...changesIn(run.changes, this.#file.data)] : [];
    return [...this.#header.changes(style, 'paragraph'), ...own].reduce(changedParagraph, start);
  }

  #lettersAt(byte: number): LetterState {
    const run = this.#letters.find(byte);
    const own = run ? [...changesIn(run.changes, this.#file.data)] : [];
    const changed = (state: LetterState, changes: typeof own): LetterState =>
      changes.reduce((before, change) => changedLetters(before, change, this.#header), state);
    const { style } = changed(PLAIN, own);
    const above = this.#paragraphs.find(byte)?.style ?? 0;
    // How headings look is said by what they are.
    const named = [...(this.#header.isHeading(above) ? [] : [above]), ...(style === undefined ? [] : [style])].flatMap(
      (one) => this.#header.changes(one, 'letters'),
    );
    return this.#same(changed(changed(PLAIN, named), own));
  }

  /** Runs of letters that look alike are one, whatever else parts them. */
  #same(state: LetterState): LetterState {
    const key = JSON.stringify(state.look);
    const look = this.#looks.get(key) ?? state.look;
    this.#looks.set(key, look);
    return { ...state, look };
  }

  readonly #looks = new Map<string, Look>();
}
