// Joplin's exports with everything in them: JEX, which is a tar archive, and its raw folder.
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Block } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import type { Importer, Item, PageItem, Source, SourceEntry } from '../../contract.ts';
import { trashProblem } from '../../items/trash-problem.ts';
import { endingFor, fileNameOf, madeItem, sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle, pathEnding } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { tarEntries } from '../../reading/tar.ts';
import type { HtmlNote } from './html-note.ts';
import { JOPLIN_TYPES, type JoplinItem, readJoplin } from './item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'joplin',
  title: 'Joplin (JEX, RAW)',
  accepts: ['.jex', 'folder', '.zip'],
  async *read(source) {
    const items: JoplinItem[] = [];
    const files = new Map<string, SourceEntry>();
    for await (const entry of entriesOf(source)) {
      const id = /(?:^|\/)resources\/([0-9a-f]{32})(?:\.[^/]*)?$/.exec(entry.path)?.[1];
      const item = id || pathEnding(entry.path) !== '.md' ? undefined : readJoplin(await entry.text());
      if (id) files.set(id, entry);
      else if (item) items.push(item);
      else yield { type: 'problem', at: entry.path, kind: 'unreadable', because: 'It is not a Joplin item.' };
    }
    const runner = new WorkerRunner(new URL('./html-note.ts', import.meta.url));
    try {
      yield* new Joplin(source.name, items, files, runner).items();
    } finally {
      runner.close();
    }
  },
};

export default importer;

async function* entriesOf(source: Source): AsyncGenerator<SourceEntry> {
  for await (const entry of source.entries()) {
    if (pathEnding(entry.path) === '.jex') yield* tarEntries(await entry.bytes());
    else yield entry;
  }
}

const { note, folder, resource, tag, noteTag, revision } = JOPLIN_TYPES;
/** as `markup_language` says it */
const HTML = '2';

const isInTrash = ({ about }: JoplinItem): boolean => Number(about.deleted_time) > 0;

class Joplin {
  readonly #name: string;
  readonly #runner: WorkerRunner;
  readonly #items: JoplinItem[];
  readonly #files: Map<string, SourceEntry>;
  /** id → where links find it */
  readonly #paths = new Map<string, string>();
  readonly #tags = new Map<string, string[]>();

  /** how many states of a note there were before, as differences to each other */
  readonly #revisions = new Map<string, number>();

  constructor(name: string, items: JoplinItem[], files: Map<string, SourceEntry>, runner: WorkerRunner) {
    this.#name = name;
    this.#runner = runner;
    this.#items = items;
    this.#files = files;
    for (const { title, about } of this.#of(resource)) {
      const ending = about.file_extension ? `.${about.file_extension}` : endingFor(about.mime);
      this.#paths.set(about.id as string, `${about.id}/${fileNameOf(about.filename || title, `file${ending}`)}`);
    }
    for (const item of this.#of(note))
      if (!isInTrash(item)) this.#paths.set(item.about.id as string, item.about.id as string);
    const names = new Map(this.#of(tag).map(({ title, about }) => [about.id, title]));
    for (const { about } of this.#of(revision))
      this.#revisions.set(about.item_id ?? '', (this.#revisions.get(about.item_id ?? '') ?? 0) + 1);
    for (const { about } of this.#of(noteTag)) {
      const name = names.get(about.tag_id);
      if (name) this.#tags.set(about.note_id ?? '', [...(this.#tags.get(about.note_id ?? '') ?? []), name]);
    }
  }

  async *items(): AsyncGenerator<Item> {
    for (const { title, about } of this.#of(folder))
      yield {
        ...{ type: 'page', kind: 'folder', id: about.id as string, title: cleanTitle(title), ...this.#parent(about) },
        ...iconOf(about.icon),
      };
    const [live, gone] = [false, true].map((is) => this.#of(note).filter((one) => isInTrash(one) === is));
    for (const item of live ?? []) yield* this.#note(item);
    yield* trashProblem(
      this.#name,
      (gone ?? []).map(({ title }) => title),
    );
    for (const { about } of this.#of(resource)) {
      const path = this.#paths.get(about.id as string) as string;
      const entry = this.#files.get(about.id as string);
      const because = 'The file is not in the export.';
      const read = about.ocr_text ? { unsupported: 'picture_text' } : {};
      const name = path.slice(path.indexOf('/') + 1);
      if (entry) yield { type: 'file', id: path, entry: { ...entry, path, name }, ...read };
      else yield { type: 'problem', at: path, kind: 'missing_file', because };
    }
  }

  #of(type: string): JoplinItem[] {
    return this.#items.filter(({ about }) => about.type_ === type);
  }

  #parent({ parent_id: parent }: JoplinItem['about']): { parent?: string } {
    return parent ? { parent } : {};
  }

  /** Notes that were clipped from the web are kept as HTML. */
  async *#note({ title, body, about }: JoplinItem): AsyncGenerator<Item> {
    const page = this.#page(title, about);
    // A note may be a task as a whole.
    const task = about.is_todo === '1' ? { title: page.title, checked: Number(about.todo_completed) > 0 } : undefined;
    if (about.markup_language === HTML)
      try {
        const read = await this.#runner.run<HtmlNote>('readHtmlNote', this.#addressed(body), page.id);
        const { files, blocks, ...rest } = read;
        yield {
          ...page,
          ...rest,
          unsupported: { ...rest.unsupported, ...page.unsupported },
          blocks: [...(task ? [taskBlock(task)] : []), ...blocks],
        };
        for (const file of files) yield madeItem(file, page.id);
        return;
      } catch (error) {
        yield {
          type: 'problem',
          at: page.title,
          kind: 'unreadable',
          because: `${cannotRead(error)} Its text is kept.`,
        };
      }
    yield { ...page, markdown: (task ? `- [${task.checked ? 'x' : ' '}] ${task.title}\n\n` : '') + this.#linked(body) };
  }

  #page(title: string, about: JoplinItem['about']): PageItem {
    const tags = this.#tags.get(about.id as string);
    const older = this.#revisions.get(about.id as string);
    const properties = Object.fromEntries(
      [
        ['source_url', about.source_url],
        ['latitude', Number(about.latitude) || ''],
        ['longitude', Number(about.longitude) || ''],
        ['due', Number(about.todo_due) ? new Date(Number(about.todo_due)).toISOString() : ''],
      ].filter(([, value]) => value),
    ) as Record<string, unknown>;
    return {
      type: 'page',
      id: about.id as string,
      title: cleanTitle(title),
      ...this.#parent(about),
      ...(tags && { tags }),
      ...(about.author && { author: about.author }),
      ...(Object.keys(properties).length && { properties }),
      ...(older && { unsupported: { history: older } }),
      created: about.user_created_time || about.created_time || '',
      updated: about.user_updated_time || about.updated_time || '',
    };
  }

  /** `:/id` names a note or a file, in Markdown and in HTML, as which pictures that are to have a size are written. */
  #linked(body: string): string {
    const parts = body.split(/(^```[\s\S]*?^```|`[^`\n]*`)/m);
    return parts.map((part, at) => (at % 2 ? part : this.#running(part))).join('');
  }

  #running(text: string): string {
    return text
      .replace(/<img\b[^<>]*>/gi, (whole) => {
        const [said = '', , id = ''] = /\bsrc\s*=\s*(["']?):\/([0-9a-f]{32})\1/i.exec(whole) ?? [];
        return id ? whole.replace(said, () => `src="${this.#address(id)}"`) : whole;
      })
      .replace(/(\]\()<?:\/([0-9a-f]{32})(#[^)\s">]*)?>?/g, (_, before, id, anchor = '') => {
        return `${before}${this.#address(id)}${anchor}`;
      });
  }

  /** HTML with the addresses of what it names. */
  #addressed(markup: string): string {
    return markup.replace(
      /(\b(?:src|href)\s*=\s*["']?):\/([0-9a-f]{32})/gi,
      (_, before, id) => before + this.#address(id),
    );
  }

  /** What is not in the export keeps its id, by which the report names it. */
  #address(id: string): string {
    const path = this.#paths.get(id);
    return path ? sourcePathAddress(path).replaceAll("'", '%27') : `/${id}`;
  }
}

/** A sign, as JSON; pictures stay where they are. */
function iconOf(icon = ''): { icon?: string } {
  const emoji = /"emoji"\s*:\s*"([^"\\]{1,16})"/.exec(icon)?.[1];
  return emoji ? { icon: emoji } : {};
}

const taskBlock = ({ title, checked }: { title: string; checked: boolean }): Block => ({
  ...{ id: '', type: 'todo', data: { checked } },
  content: [textNode(title)],
});
