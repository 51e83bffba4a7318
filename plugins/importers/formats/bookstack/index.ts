// BookStack: the portable export of a book, a chapter or a page, with its pictures and attachments.
import type { Importer, Item, PageItem, SourceEntry } from '../../contract.ts';
import { keepData } from '../../conversion/html/document.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { elementsIn, hasClass, type MarkupElement, readTree } from '../../conversion/html/tree.ts';
import { codeBlocks, linkParagraph } from '../../items/plain-text.ts';
import { fileNameOf, type MadeFile, madeItem, sourcePathAddress } from '../../reading/embedded-file.ts';
import { baseName, cleanTitle, pathEnding } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { type BookStackFile, type BookStackPart, bookStackParts } from './export.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'bookstack',
  title: 'BookStack (portable ZIP)',
  accepts: ['.zip', 'folder'],
  async *read(source) {
    const entries = new Map<string, SourceEntry>();
    for await (const entry of source.entries()) entries.set(entry.path, entry);
    const exports = [...entries.values()].filter(({ name }) => name === 'data.json');
    for (const entry of exports)
      try {
        const parts = bookStackParts(JSON.parse(await entry.text()));
        yield* new BookStackExport(parts, entry.path.slice(0, -'data.json'.length), entries).items();
      } catch (error) {
        yield* unreadable(entry, error);
      }
    const because = 'It is not a portable export of a BookStack: there is no data.json in it.';
    if (!exports.length) yield { type: 'problem', at: source.name, kind: 'unreadable', because };
  },
};

export default importer;

/** In the export things are named by their kinds and numbers. */
const REFERENCE = /\[\[bsexport:([a-z]{1,20}):(\d{1,15})\]\]/g;

/** Boxes are paragraphs there. */
function withBoxes(html: string): MarkupElement {
  const root = readTree(html);
  for (const element of elementsIn(root)) if (element.tag === 'p' && hasClass(element, 'callout')) element.tag = 'div';
  return root;
}

class BookStackExport {
  readonly #parts: BookStackPart[];
  readonly #prefix: string;
  readonly #entries: ReadonlyMap<string, SourceEntry>;
  readonly #files = new Map<string, string>();

  /** @param prefix the folder of the export, with its slash */
  constructor(parts: BookStackPart[], prefix: string, entries: ReadonlyMap<string, SourceEntry>) {
    this.#parts = parts;
    this.#prefix = prefix;
    this.#entries = entries;
    for (const file of parts.flatMap((part) => part.files)) this.#files.set(file.id, this.#pathOf(file));
  }

  *items(): Generator<Item> {
    const used = new Set<string>();
    for (const part of this.#parts) {
      yield* this.#page(part);
      for (const file of part.files) {
        const at = `${this.#prefix}files/${file.file}`;
        const entry = this.#entries.get(at);
        const path = this.#pathOf(file);
        const because = 'The file is not in the export.';
        if (!entry) yield { type: 'problem', at, kind: 'missing_file', because };
        else if (!used.has(path))
          yield {
            type: 'file',
            id: path,
            parent: this.#prefix + part.id,
            entry: { ...entry, path, name: baseName(path) },
          };
        used.add(path);
      }
    }
  }

  /** Files have names of digits in the export. */
  #pathOf({ id, name, file }: BookStackFile): string {
    const ending = pathEnding(file) || pathEnding(name);
    const named = fileNameOf(name, 'file').trim();
    return `${this.#prefix}${id}/${pathEnding(named) === ending ? named : `${named}${ending}`}`;
  }

  #linked(text: string): string {
    return text.replace(REFERENCE, (_, kind: string, number: string) => {
      const id = `${kind} ${number}`;
      return sourcePathAddress(this.#files.get(id) ?? this.#prefix + id);
    });
  }

  *#page(part: BookStackPart): Generator<Item> {
    const id = this.#prefix + part.id;
    const drawings = part.files.filter(({ isDrawing }) => isDrawing).length;
    const item: PageItem = {
      ...{ type: 'page', id, title: cleanTitle(part.name) },
      ...(part.parent && { parent: this.#prefix + part.parent }),
      ...(part.tags.length && { tags: part.tags }),
    };
    const lost: Record<string, number> = drawings ? { drawing: drawings } : {};
    try {
      if (part.markdown.trim()) {
        const links = part.links.map(({ name, href }) => `\n\n[${name.replace(/[[\]\\]/g, '\\$&')}](<${href}>)`);
        yield { ...item, markdown: this.#linked(part.markdown) + links.join(''), unsupported: lost };
        return;
      }
      const files: MadeFile[] = [];
      const { blocks, anchors, unsupported } = treeToBlocks(withBoxes(this.#linked(this.#html(part))), {
        data: (address) => keepData(address, id, files),
      });
      const links = part.links.map(({ name, href }) => linkParagraph(name, href));
      yield { ...item, blocks: [...blocks, ...links], anchors, unsupported: { ...unsupported, ...lost } };
      for (const file of files) yield madeItem(file, id);
    } catch (error) {
      yield { type: 'problem', at: id, kind: 'unreadable', because: `${cannotRead(error)} Its text is kept.` };
      yield { ...item, blocks: codeBlocks(part.html, 'html') };
    }
  }

  /** The cover of a book stands above what is said of it. */
  #html({ html, files }: BookStackPart): string {
    const covers = files.filter(({ id }) => id.startsWith('cover '));
    return `${covers.map((file) => `<img src="${sourcePathAddress(this.#pathOf(file))}">`).join('')}${html}`;
  }
}
