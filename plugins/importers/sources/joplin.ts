// Joplin's exports with everything in them: JEX, which is a tar archive, and its raw folder.
import type { Importer, Item, PageItem, Source, SourceEntry } from '../contract.ts';
import { JOPLIN_TYPES, type JoplinItem, readJoplin } from '../formats/joplin/item.ts';
import { addressOf, endingFor, fileNameOf } from '../reading/embedded-file.ts';
import { cleanTitle, endingOf } from '../reading/entry-path.ts';
import { tarEntries } from '../reading/tar.ts';

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
      const item = id || endingOf(entry.path) !== '.md' ? undefined : readJoplin(await entry.text());
      if (id) files.set(id, entry);
      else if (item) items.push(item);
      else yield { type: 'problem', at: entry.path, kind: 'unreadable', because: 'It is not a Joplin item.' };
    }
    yield* new Joplin(items, files).items();
  },
};

export default importer;

async function* entriesOf(source: Source): AsyncGenerator<SourceEntry> {
  for await (const entry of source.entries()) {
    if (endingOf(entry.path) === '.jex') yield* tarEntries(await entry.bytes());
    else yield entry;
  }
}

const { note, folder, resource, tag, noteTag } = JOPLIN_TYPES;

class Joplin {
  readonly #items: JoplinItem[];
  readonly #files: Map<string, SourceEntry>;
  /** id → where links find it */
  readonly #paths = new Map<string, string>();
  readonly #tags = new Map<string, string[]>();

  constructor(items: JoplinItem[], files: Map<string, SourceEntry>) {
    this.#items = items;
    this.#files = files;
    for (const { title, about } of this.#of(resource)) {
      const ending = about.file_extension ? `.${about.file_extension}` : endingFor(about.mime);
      this.#paths.set(about.id as string, `${about.id}/${fileNameOf(about.filename || title, `file${ending}`)}`);
    }
    for (const { about } of this.#of(note)) this.#paths.set(about.id as string, about.id as string);
    const names = new Map(this.#of(tag).map(({ title, about }) => [about.id, title]));
    for (const { about } of this.#of(noteTag)) {
      const name = names.get(about.tag_id);
      if (name) this.#tags.set(about.note_id ?? '', [...(this.#tags.get(about.note_id ?? '') ?? []), name]);
    }
  }

  *items(): Generator<Item> {
    for (const { title, about } of this.#of(folder))
      yield { type: 'page', kind: 'folder', id: about.id as string, title: cleanTitle(title), ...this.#parent(about) };
    for (const item of this.#of(note)) yield this.#page(item);
    for (const { about } of this.#of(resource)) {
      const path = this.#paths.get(about.id as string) as string;
      const entry = this.#files.get(about.id as string);
      const because = 'The file is not in the export.';
      if (entry) yield { type: 'file', id: path, entry: { ...entry, path, name: path.slice(path.indexOf('/') + 1) } };
      else yield { type: 'problem', at: path, kind: 'missing_file', because };
    }
  }

  #of(type: string): JoplinItem[] {
    return this.#items.filter(({ about }) => about.type_ === type);
  }

  #parent({ parent_id: parent }: JoplinItem['about']): { parent?: string } {
    return parent ? { parent } : {};
  }

  #page({ title, body, about }: JoplinItem): PageItem {
    const tags = this.#tags.get(about.id as string);
    const properties = Object.fromEntries(
      [
        ['source_url', about.source_url],
        ['latitude', Number(about.latitude) || ''],
        ['longitude', Number(about.longitude) || ''],
        ['due', Number(about.todo_due) ? new Date(Number(about.todo_due)).toISOString() : ''],
      ].filter(([, value]) => value),
    ) as Record<string, unknown>;
    // A note may be a task as a whole.
    const task =
      about.is_todo === '1' ? `- [${Number(about.todo_completed) ? 'x' : ' '}] ${cleanTitle(title)}\n\n` : '';
    return {
      type: 'page',
      id: about.id as string,
      title: cleanTitle(title),
      markdown: task + this.#linked(body),
      ...this.#parent(about),
      ...(tags && { tags }),
      ...(about.author && { author: about.author }),
      ...(Object.keys(properties).length && { properties }),
      created: about.user_created_time || about.created_time || '',
      updated: about.user_updated_time || about.updated_time || '',
    };
  }

  /** `:/id` names a note or a file. */
  #linked(body: string): string {
    return body.replace(
      /(\]\(|<(?:img|a)\b[^>]*?(?:src|href)=")<?:\/([0-9a-f]{32})(#[^)\s">]*)?>?/g,
      (_, before, id, anchor = '') => {
        const path = this.#paths.get(id);
        return `${before}${path ? addressOf(path) : `/${id}`}${anchor}`;
      },
    );
  }
}
