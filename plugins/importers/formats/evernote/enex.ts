// Evernote's export as pages and files: notes with tasks, tags, dates, attachments and links by title.
import { createHash } from 'node:crypto';
import type { Block, Inline, Mark } from '../../../blocks/block.ts';
import type { PageItem, ProblemItem } from '../../contract.ts';
import { keepData } from '../../conversion/html/document.ts';
import type { Flow } from '../../conversion/html/flow.ts';
import { pictureLook } from '../../conversion/html/media.ts';
import { type Reader, treeToBlocks } from '../../conversion/html/read.ts';
import { stylesOf } from '../../conversion/html/style.ts';
import {
  all,
  child,
  elementChildren,
  isElement,
  type MarkupElement,
  markupNodeLine,
  markupNodeText,
  readTree,
} from '../../conversion/html/tree.ts';
import { textParagraph } from '../../items/plain-text.ts';
import { endingFor, fileNameOf, type MadeFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';

export interface Notebook {
  pages: PageItem[];
  files: { file: MadeFile; page: string }[];
  problems: Omit<ProblemItem, 'type'>[];
}

/** `path` is the file's, `name` its notebook's. @throws Error when it is none, MarkupFault when it declares entities */
export function readEnex(text: string, path: string, name: string): Notebook {
  const root = readTree(text, { xml: true });
  const book: Notebook = { pages: [], files: [], problems: [] };
  const notes = all(root, 'note');
  if (!all(root, 'en-export')[0]) throw new Error('it is not an export of Evernote');
  const isCut = !/<\/en-export>\s*$/.test(text.slice(-200));
  if (isCut)
    book.problems.push({ at: path, kind: 'damaged', because: 'It ends too early; what could be read is kept.' });
  const ids = new UniqueIds();
  for (const note of notes) {
    const title = cleanTitle(markupNodeLine(child(note, 'title')));
    const id = ids.of(`${path}#${markupNodeLine(child(note, 'created')) || title}`);
    const isLast = isCut && note === notes.at(-1);
    // What was cut off in the middle of its text is still worth having; a file is not.
    readNote(note, { id, title, path: `${name}/${title}` }, book, isLast);
  }
  return book;
}

interface Note {
  id: string;
  title: string;
  path: string;
}

interface Attachment {
  address: string;
  name: string;
  mime: string;
}

function readNote(note: MarkupElement, { id, title, path }: Note, book: Notebook, isCut: boolean): void {
  const attributes = child(note, 'note-attributes');
  const files = attachmentsOf(note, { id, book, isCut });
  const about = (name: string): string => markupNodeLine(attributes && child(attributes, name));
  const author = about('author');
  const tasks = tasksOf(note, author);
  const used = new Set<string>();
  const inline: MadeFile[] = [];
  const dialect = new Dialect(files, tasks, used);
  const content = readTree(withoutProlog(markupNodeText(child(note, 'content') ?? '')));
  const { blocks, anchors, unsupported } = treeToBlocks(content, {
    element: dialect.element,
    data: (address) => keepData(address, `${id}/inline`, inline),
  });
  for (const file of inline) book.files.push({ file, page: id });
  for (const [group, left] of tasks) if (!used.has(group)) blocks.push(...left);
  for (const [hash, file] of files) if (!used.has(hash)) blocks.push(mediaBlock(file));
  if (unsupported.encrypted_text)
    book.problems.push({ at: path, kind: 'encrypted', because: 'A part of it is encrypted and kept as it is.' });
  const recognized = elementChildren(note, 'resource').filter((one) => markupNodeLine(child(one, 'recognition')));
  if (recognized.length) unsupported.picture_text = recognized.length;
  const tags = elementChildren(note, 'tag').map(markupNodeLine).filter(Boolean);
  book.pages.push({
    type: 'page',
    id,
    path,
    title,
    blocks,
    anchors,
    wiki: true,
    unsupported,
    ...dates(note),
    ...(tags.length && { tags }),
    ...(author && { author }),
    properties: { ...propertiesOf(about), ...aboutFiles(note) },
  });
}

/** Text of a note has a head of its own, with declarations that say nothing. */
const withoutProlog = (text: string): string => text.replace(/<\?xml[^>]*>|<!DOCTYPE[^>]*>/gi, '');

const PROPERTIES: Record<string, string> = {
  source_url: 'source-url',
  source: 'source',
  application: 'source-application',
  place: 'place-name',
  latitude: 'latitude',
  longitude: 'longitude',
  altitude: 'altitude',
  reminder: 'reminder-time',
  reminder_done: 'reminder-done-time',
};

function propertiesOf(about: (name: string) => string): Record<string, unknown> {
  const named = Object.entries(PROPERTIES).map(([name, tag]): [string, unknown] => {
    const value = about(tag);
    return [name, dateOf(value) ?? (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value)];
  });
  return Object.fromEntries(named.filter(([, value]) => value !== ''));
}

/** Where files of a note were found on the web, and where and with which cameras they were made. */
function aboutFiles(note: MarkupElement): Record<string, string[]> {
  const said = elementChildren(note, 'resource').map((resource) => {
    const attributes = child(resource, 'resource-attributes');
    const of = (names: string[]): string[] =>
      names.flatMap((name) => markupNodeLine(attributes && child(attributes, name)) || []);
    // Of what was clipped they are addresses within the program.
    const sources = of(['source-url']).filter((address) => /^https?:/i.test(address));
    const places = of(['latitude', 'longitude', 'altitude']).join(', ');
    return {
      file_sources: sources[0],
      file_places: places,
      file_cameras: of(['camera-make', 'camera-model']).join(' '),
    };
  });
  const named = (['file_sources', 'file_places', 'file_cameras'] as const).map((name): [string, string[]] => [
    name,
    [...new Set(said.flatMap((one) => one[name] || []))],
  ]);
  return Object.fromEntries(named.filter(([, all]) => all.length));
}

/** `20220520T222012Z` as ISO 8601. */
function dateOf(text: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z` : undefined;
}

function dates(note: MarkupElement): { created?: string; updated?: string } {
  const created = dateOf(markupNodeLine(child(note, 'created')));
  const updated = dateOf(markupNodeLine(child(note, 'updated'))) ?? created;
  return { ...(created && { created }), ...(updated && { updated }) };
}

/** By the hash that the text of the note names them by. */
function attachmentsOf(
  note: MarkupElement,
  { id, book, isCut }: { id: string; book: Notebook; isCut: boolean },
): Map<string, Attachment> {
  const found = new Map<string, Attachment>();
  const resources = elementChildren(note, 'resource');
  for (const [index, resource] of resources.entries()) {
    const data = child(resource, 'data');
    const mime = markupNodeLine(child(resource, 'mime'));
    const about = child(resource, 'resource-attributes');
    const name = fileNameOf(
      markupNodeLine(about && child(about, 'file-name')),
      `attachment-${index + 1}${endingFor(mime)}`,
    );
    const bytes = Buffer.from(markupNodeText(data ?? ''), 'base64');
    if (isCut && index === resources.length - 1) {
      book.problems.push({ at: `${id}/${name}`, kind: 'damaged', because: 'The file was cut off and is left out.' });
      continue;
    }
    const path = `${id}/${index + 1}/${name}`.replaceAll('#', '/');
    book.files.push({ file: { path, bytes }, page: id });
    found.set(createHash('md5').update(bytes).digest('hex'), { address: sourcePathAddress(path), name, mime });
  }
  return found;
}

/** Tasks that stand beside the text, by the group that the text names. */
function tasksOf(note: MarkupElement, author: string): Map<string, Block[]> {
  const groups = new Map<string, Block[]>();
  const tasks = elementChildren(note, 'task').map((task) => ({
    group: markupNodeLine(child(task, 'taskGroupNoteLevelID')),
    weight: markupNodeLine(child(task, 'sortWeight')),
    block: taskBlock(task, author),
  }));
  for (const { group, block } of tasks.sort((a, b) => (a.weight < b.weight ? -1 : 1)))
    groups.set(group, [...(groups.get(group) ?? []), block]);
  return groups;
}

function taskBlock(task: MarkupElement, author: string): Block {
  const due = dateOf(markupNodeLine(child(task, 'dueDate')))?.slice(0, 10);
  const flag = markupNodeLine(child(task, 'taskFlag')) === 'true' ? '⚑ ' : '';
  const content: Inline[] = [
    { type: 'text', text: `${flag}${markupNodeLine(child(task, 'title')) || '…'}${due ? ' ' : ''}` },
  ];
  if (due) content.push({ type: 'dateLink', date: due });
  const children = taskRemarks(task, author).map(textParagraph);
  return {
    id: '',
    type: 'todo',
    data: { checked: markupNodeLine(child(task, 'taskStatus')) === 'completed' },
    content,
    ...(children.length && { children }),
  };
}

/** Parts of a task that are shown in it, or say only when and by which program it was written. */
const TASK_PARTS = new Set([
  ...['title', 'taskStatus', 'taskFlag', 'created', 'updated', 'statusUpdated', 'inNote', 'sortWeight', 'noteLevelID'],
  ...['taskGroupNoteLevelID', 'dueDateUIOption', 'timeZone', 'description', 'dueDate'],
]);

/** All else that a task says: its description, at which time it is due, whom it was given to, how it repeats. */
function taskRemarks(task: MarkupElement, author: string): string[] {
  const due = dateOf(markupNodeLine(child(task, 'dueDate'))) ?? '';
  const creator = markupNodeLine(child(task, 'creator'));
  const isTimed = markupNodeLine(child(task, 'dueDateUIOption')) === 'date_time';
  const others = elementChildren(task).flatMap((part) => {
    const text = part.tag === 'reminder' ? markupNodeLine(child(part, 'reminderDate')) : markupNodeLine(part);
    // Who wrote the note mostly wrote its tasks, too.
    const isAuthor = part.tag === 'creator' ? text === author : part.tag === 'lastEditor' && text === creator;
    return TASK_PARTS.has(part.tag) || isAuthor || !text ? [] : `${part.tag}: ${dateOf(text) ?? text}`;
  });
  return [markupNodeLine(child(task, 'description')), isTimed && due ? `due: ${due}` : '', ...others].filter(Boolean);
}

function mediaBlock({ address, name, mime }: Attachment): Block {
  const [family = ''] = mime.split('/');
  const type = mime === 'application/pdf' ? 'pdf' : ['image', 'audio', 'video'].includes(family) ? family : 'file';
  return { id: '', type, data: { url: address, name } };
}

/** What Evernote adds to HTML. */
class Dialect {
  readonly #files: Map<string, Attachment>;
  readonly #tasks: Map<string, Block[]>;
  readonly #used: Set<string>;

  constructor(files: Map<string, Attachment>, tasks: Map<string, Block[]>, used: Set<string>) {
    this.#files = files;
    this.#tasks = tasks;
    this.#used = used;
  }

  readonly element = (element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): boolean => {
    const { tag, attrs } = element;
    if (tag === 'en-todo') flow.box(attrs.checked === 'true');
    else if (tag === 'en-media') this.#media(attrs, reader, flow);
    else if (tag === 'en-crypt') this.#encrypted(element, reader, flow);
    else if (tag === 'a') return this.#link(element, reader, flow, marks);
    else return attrs.style?.includes('en-') ? this.#styled(element, reader, flow) : false;
    // The parser takes what follows an empty element of theirs as its content.
    if (tag !== 'en-crypt') reader.walk(element.children, flow, marks);
    return true;
  };

  #media(attrs: MarkupElement['attrs'], { page }: Reader, flow: Flow): void {
    const hash = (attrs.hash ?? '').toLowerCase();
    const file = this.#files.get(hash);
    this.#used.add(hash);
    const [look, block] = [pictureLook(attrs), file && mediaBlock(file)];
    if (block) flow.beside({ ...block, data: { ...block.data, ...(block.type === 'image' && look) } });
    else page.loss('missing_attachment');
    if (look.alt && block?.type !== 'image') flow.push(textParagraph(`[${look.alt}]`));
  }

  #encrypted({ attrs, children }: MarkupElement, { page }: Reader, flow: Flow): void {
    page.loss('encrypted_text');
    const text = children.map(markupNodeText).join('');
    flow.push(page.block('unknown', { original: { type: 'en-crypt', ...attrs, text } }));
  }

  /** Links to notes name them by an id that the export does not hold; their text is the title. */
  #link(element: MarkupElement, reader: Reader, flow: Flow, marks: readonly Mark[]): boolean {
    const { href = '' } = element.attrs;
    const isNote = /^evernote:|^https:\/\/www\.evernote\.com\/shard\/[^/]+\/(?:nl|sh)\//.test(href);
    const title = isNote ? markupNodeLine(element) : '';
    if (!title) return false;
    const link = { type: 'link', attrs: { href: encodeURIComponent(title) } };
    reader.walk(element.children, flow, [...marks, link]);
    return true;
  }

  #styled(element: MarkupElement, { page }: Reader, flow: Flow): boolean {
    const style = stylesOf(element.attrs.style);
    const group = style['--en-task-group'] === 'true' ? style['--en-id'] : undefined;
    if (group && this.#tasks.has(group)) {
      this.#used.add(group);
      flow.push(...(this.#tasks.get(group) ?? []));
      return true;
    }
    if (style['-en-codeblock'] === 'true' || style['--en-codeblock'] === 'true') {
      const language = style['--en-syntaxlanguage'] ?? '';
      flow.push(
        page.block('code', { text: linesOf(element).replace(/^\n+|\s+$/g, ''), language: language.slice(0, 64) }),
      );
      return true;
    }
    if (style['--en-checked'] !== undefined) flow.box(style['--en-checked'] === 'true');
    return false;
  }
}

/** Text with a line for each division. */
function linesOf(element: MarkupElement): string {
  return element.children.reduce((text: string, node) => {
    if (!isElement(node)) return text + node;
    if (node.tag === 'br') return `${text}\n`;
    const inside = linesOf(node);
    if (node.tag !== 'div' && node.tag !== 'p') return text + inside;
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${inside.endsWith('\n') ? inside : `${inside}\n`}`;
  }, '');
}
