// Trilium: the export of notes as HTML or Markdown, with the list of them that lies beside.
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Block } from '../../../blocks/block.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import type { FileItem, Importer, Item, PageItem, SourceEntry } from '../../contract.ts';
import type { HtmlDocument } from '../../conversion/html/document.ts';
import { codeBlocks, linkParagraph } from '../../items/plain-text.ts';
import { madeItem, sourcePathAddress } from '../../reading/embedded-file.ts';
import { baseName, cleanTitle, stemOf } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { cutOffPage, unreadable } from '../../reading/problem-item.ts';
import { attributeItems, promotedNames } from './attributes.ts';
import { codeLanguage } from './code-language.ts';
import { isFileNote, type TriliumNote, type TriliumNotes, triliumNotes } from './notes.ts';

const LIST = '!!!meta.json';

const importer: Importer = {
  kind: 'importer',
  name: 'trilium',
  title: 'Trilium Notes (HTML or Markdown export)',
  accepts: ['.zip', 'folder'],
  async *read(source) {
    const entries = new Map<string, SourceEntry>();
    for await (const entry of source.entries()) entries.set(entry.path, entry);
    const lists = [...entries.values()].filter(({ name }) => name === LIST);
    const runner = new WorkerRunner(new URL('./note-markup.ts', import.meta.url));
    try {
      for (const entry of lists) yield* exportItems(entry, entries, runner);
    } finally {
      runner.close();
    }
    const because = `It is not an export of Trilium: there is no ${LIST} in it.`;
    if (!lists.length) yield { type: 'problem', at: source.name, kind: 'unreadable', because };
  },
};

export default importer;

async function* exportItems(
  entry: SourceEntry,
  entries: ReadonlyMap<string, SourceEntry>,
  runner: WorkerRunner,
): AsyncGenerator<Item> {
  const prefix = entry.path.slice(0, -LIST.length);
  let listed: TriliumNotes;
  try {
    listed = triliumNotes(JSON.parse(await entry.text()), prefix);
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  const reading = new TriliumReading(listed, entries, runner);
  for (const note of listed.notes) yield* reading.items(note);
  for (const [path, other] of entries)
    if (path.startsWith(prefix) && path !== entry.path && !listed.unneeded.has(path) && !reading.used.has(path))
      yield { type: 'file', id: path, entry: other };
}

class TriliumReading {
  /** paths that notes have named */
  readonly used = new Set<string>();
  readonly #entries: ReadonlyMap<string, SourceEntry>;
  readonly #runner: WorkerRunner;
  readonly #byId = new Map<string, TriliumNote>();
  readonly #labels: ReadonlyMap<string, string>;

  constructor({ notes }: TriliumNotes, entries: ReadonlyMap<string, SourceEntry>, runner: WorkerRunner) {
    this.#entries = entries;
    this.#runner = runner;
    this.#labels = promotedNames(notes);
    for (const note of notes) if (note.type !== 'clone' && note.noteId) this.#byId.set(note.noteId, note);
  }

  async *items(note: TriliumNote): AsyncGenerator<Item> {
    const attachments = note.attachments.map(({ path }) => path);
    const said = attributeItems(note, this.#labels, (id) => this.#byId.get(id)?.title);
    // A picture or file with nothing below it, and of which nothing is said but its name, is that file.
    const isAlone = isFileNote(note.type) && !note.hasChildren && !attachments.length && !said.tags && !said.properties;
    if (isAlone && note.path && isNamedBy(note.path, note.title)) yield* this.#file(note.path, note.parent);
    else yield* this.#page(note, said);
    for (const path of attachments) yield* this.#file(path, note.id);
  }

  *#file(path: string, parent?: string): Generator<Item> {
    const entry = this.#entries.get(path);
    const because = 'The file is not in the export.';
    if (!entry) yield { type: 'problem', at: path, kind: 'missing_file', because };
    else if (!this.used.has(path)) yield { type: 'file', id: path, entry, ...(parent && { parent }) };
    this.used.add(path);
  }

  async *#page(note: TriliumNote, said: ReturnType<typeof attributeItems>): AsyncGenerator<Item> {
    const entry = note.path === undefined ? undefined : this.#entries.get(note.path);
    const item: PageItem = {
      ...{ type: 'page', id: note.id, title: cleanTitle(note.title) },
      ...(note.parent && { parent: note.parent }),
      ...(entry?.modified && { updated: entry.modified }),
      ...said,
    };
    const counted = (more: Record<string, number> = {}) => ({ unsupported: { ...said.unsupported, ...more } });
    if (note.type === 'clone') {
      if (note.path) this.used.add(note.path);
      yield { ...item, blocks: this.#original(note), ...counted({ clone: 1 }) };
    } else if (note.path === undefined) {
      if (!note.hasChildren && note.type === 'text')
        yield {
          type: 'problem',
          at: note.title || note.id,
          kind: 'encrypted',
          because: 'Its text is not in the export.',
        };
      yield item;
    } else if (!entry) {
      yield* this.#file(note.path);
      yield item;
    } else yield* this.#content(note, entry, item, counted);
  }

  #original({ noteId, title }: TriliumNote): Block[] {
    const original = this.#byId.get(noteId);
    return original ? [linkParagraph(original.title || title, sourcePathAddress(original.id))] : [];
  }

  async *#content(
    note: TriliumNote,
    entry: SourceEntry,
    item: PageItem,
    counted: (more?: Record<string, number>) => Pick<PageItem, 'unsupported'>,
  ): AsyncGenerator<Item> {
    const isText = note.type === 'text' || note.type === 'code' || note.type === 'mermaid';
    if (isText) this.used.add(entry.path);
    try {
      if (isText && note.isMarkdown) yield { ...item, markdown: untitled(await entry.text(), note.title) };
      else if (note.type === 'text') yield* this.#markup(note, entry, item, counted);
      else if (isText) yield { ...item, blocks: sourceBlocks(note, await entry.text()) };
      else yield* this.#special(note, entry, item, counted);
    } catch (error) {
      yield { type: 'problem', at: entry.path, kind: 'unreadable', because: cannotRead(error) };
      yield item;
      yield keptFile(entry, item.id);
    }
  }

  async *#markup(
    note: TriliumNote,
    entry: SourceEntry,
    item: PageItem,
    counted: (more?: Record<string, number>) => Pick<PageItem, 'unsupported'>,
  ): AsyncGenerator<Item> {
    const shown = note.attributes.flatMap(({ value }) => this.#byId.get(value) ?? []);
    const included = Object.fromEntries(shown.map(({ noteId, id, title }) => [noteId, { id, title }]));
    const bytes = await entry.bytes();
    yield* cutOffPage(entry, bytes);
    const read = await this.#runner.run<HtmlDocument>('readNoteMarkup', bytes, entry.path, included);
    const because = `The text ${read.problem}.`;
    if (read.problem) yield { type: 'problem', at: entry.path, kind: 'encoding', because };
    yield { ...item, blocks: read.blocks, anchors: read.anchors, ...counted(read.unsupported) };
    for (const file of read.files) yield madeItem(file, item.id);
  }

  /** What only Trilium shows is kept as a file, below the picture of it where there is one. */
  async *#special(
    note: TriliumNote,
    entry: SourceEntry,
    item: PageItem,
    counted: (more?: Record<string, number>) => Pick<PageItem, 'unsupported'>,
  ): AsyncGenerator<Item> {
    const address = note.attributes.find(({ name }) => name === 'webViewSrc')?.value;
    const pictures = note.attachments.flatMap(({ path, isImage }) => (isImage ? path : []));
    const blocks = [
      ...(address ? [linkParagraph(address, address)] : []),
      ...(note.type === 'image' ? [entry.path, ...pictures] : pictures).map(imageBlock),
      ...(note.type === 'file' ? [linkParagraph(entry.name, sourcePathAddress(entry.path))] : []),
    ];
    yield { ...item, blocks, ...counted() };
    if (isFileNote(note.type)) yield* this.#file(entry.path, item.id);
    else if (!(await isEmptyContent(entry))) yield keptFile(entry, item.id, 'special_note');
    this.used.add(entry.path);
  }
}

/** Whether the name of a file says the title: names are cut and lack some letters, and equal ones have a number before them. */
function isNamedBy(path: string, title: string): boolean {
  const [name, said] = [baseName(path), title.normalize('NFC').trim()];
  const names = [name, name.replace(/^\d+_/, '')];
  return !said || names.some((one) => one === said || stemOf(one) === said);
}

const imageBlock = (path: string): Block => ({
  ...{ id: '', type: 'image', data: { url: sourcePathAddress(path), name: baseName(path) } },
});

/** Beside the page that has its place. */
const keptFile = (entry: SourceEntry, parent: string, unsupported?: string): FileItem => {
  const path = `${entry.path}#file`;
  return { type: 'file', id: path, parent, entry: { ...entry, path }, ...(unsupported && { unsupported }) };
};

const isEmptyContent = async (entry: SourceEntry): Promise<boolean> =>
  entry.size < 20 && /^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(await entry.text());

/** The title stands above the text there. */
function untitled(markdown: string, title: string): string {
  const [, heading = ''] = /^\s*# ([^\n]*)\n?/.exec(markdown) ?? [];
  const isTitle = heading.replace(/\\(?=[!-/:-@[-`{-~])/g, '').trim() === title.trim();
  return isTitle && title.trim() ? markdown.replace(/^\s*# [^\n]*\n?/, '') : markdown;
}

function sourceBlocks({ type, mime }: TriliumNote, text: string): Block[] {
  if (type !== 'mermaid') return codeBlocks(text, codeLanguage(mime));
  if (text.length > SOURCE_MAX) return codeBlocks(text, 'mermaid');
  return [{ id: '', type: 'mermaid', data: { source: text } }];
}
