// What the portable export of a BookStack holds: books with chapters and pages, each with its tags and files.
import { isFields } from '../json/generic.ts';

type Fields = Record<string, unknown>;

/** A book, chapter or page. */
export interface BookStackPart {
  kind: 'book' | 'chapter' | 'page';
  /** in the export, e.g. `page 12` */
  id: string;
  parent?: string;
  name: string;
  html: string;
  markdown: string;
  tags: string[];
  files: BookStackFile[];
  /** links among the attachments */
  links: { name: string; href: string }[];
}

export interface BookStackFile {
  /** in the export, e.g. `image 4` */
  id: string;
  name: string;
  /** as it is called below `files/` */
  file: string;
  isDrawing: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '');
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const priority = ({ priority: said }: Fields): number => (typeof said === 'number' ? said : 0);

/** Everything in the order of reading. @throws Error whose message ends a sentence */
export function bookStackParts(value: unknown): BookStackPart[] {
  const data = isFields(value) ? value : {};
  const parts: BookStackPart[] = [];
  const reader = new PartReader(parts);
  if (isFields(data.book)) reader.book(data.book);
  else if (isFields(data.chapter)) reader.chapter(data.chapter);
  else if (isFields(data.page)) reader.page(data.page);
  else throw new Error('it is not a portable export of a BookStack');
  return parts;
}

class PartReader {
  readonly #parts: BookStackPart[];
  /** of parts without a number */
  #unnumbered = 0;

  constructor(parts: BookStackPart[]) {
    this.#parts = parts;
  }

  book(book: Fields): void {
    const id = this.#add('book', book);
    const inside = [
      ...list(book.chapters).map((one) => ({ one, read: () => this.chapter(one, id) })),
      ...list(book.pages).map((one) => ({ one, read: () => this.page(one, id) })),
    ];
    for (const { read } of inside.sort((a, b) => priority(a.one) - priority(b.one))) read();
  }

  chapter(chapter: Fields, parent?: string): void {
    const id = this.#add('chapter', chapter, parent);
    for (const page of list(chapter.pages).sort((a, b) => priority(a) - priority(b))) this.page(page, id);
  }

  page(page: Fields, parent?: string): void {
    this.#add('page', page, parent);
  }

  #id(kind: string, { id }: Fields): string {
    return `${kind} ${typeof id === 'number' || typeof id === 'string' ? id : `without number ${++this.#unnumbered}`}`;
  }

  #add(kind: BookStackPart['kind'], fields: Fields, parent?: string): string {
    const attachments = list(fields.attachments);
    const cover = text(fields.cover);
    const part: BookStackPart = {
      ...{ kind, id: this.#id(kind, fields), name: text(fields.name), ...(parent && { parent }) },
      html: text(kind === 'page' ? fields.html : (fields.description_html ?? fields.description)),
      markdown: kind === 'page' ? text(fields.markdown) : '',
      tags: list(fields.tags).flatMap(tagOf),
      files: [
        ...list(fields.images).flatMap((image) => this.#file('image', image)),
        ...attachments.flatMap((attachment) => this.#file('attachment', attachment)),
        ...(cover ? [{ id: `cover of ${this.#id(kind, fields)}`, name: 'cover', file: cover, isDrawing: false }] : []),
      ],
      links: attachments.flatMap(({ name, link }) => (text(link) ? [{ name: text(name), href: text(link) }] : [])),
    };
    this.#parts.push(part);
    return part.id;
  }

  #file(kind: string, fields: Fields): BookStackFile[] {
    const file = text(fields.file);
    if (!file) return [];
    return [{ id: this.#id(kind, fields), name: text(fields.name), file, isDrawing: fields.type === 'drawio' }];
  }
}

function tagOf({ name, value }: Fields): string[] {
  const [key, said] = [text(name).trim(), text(value).trim()];
  return key ? [said ? `${key}: ${said}` : key] : [];
}
