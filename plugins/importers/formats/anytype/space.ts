// The objects of an export of Anytype, found by what others call them: titles, files, properties and their values.
import type { SourceEntry } from '../../contract.ts';
import { baseName, folderOf } from '../../reading/entry-path.ts';
import type { JsonFields } from '../json/generic.ts';
import { bareId } from './anyblock.ts';
import { type AnytypeContext, type AnytypeObject, entryOf, fieldsIn, listOf, storableText } from './object.ts';

/** What a property holds, by the number that says it in snapshots. */
const FORMATS: Record<number, string> = {
  0: 'text',
  1: 'text',
  2: 'number',
  3: 'select',
  4: 'date',
  5: 'files',
  6: 'checkbox',
  7: 'url',
  8: 'email',
  9: 'phone',
  10: 'emoji',
  11: 'multi_select',
  100: 'objects',
};

export interface AnytypeProperty {
  key: string;
  name: string;
  format: string;
  /** what a person says of it */
  description?: string;
}

/** Names of the properties that every space has, where the export does not say them. */
const KNOWN: Record<string, [string, string]> = {
  description: ['Description', 'text'],
  done: ['Done', 'checkbox'],
  tag: ['Tag', 'multi_select'],
  source: ['Source', 'url'],
  isFavorite: ['Favorite', 'checkbox'],
  status: ['Status', 'select'],
  dueDate: ['Due date', 'date'],
  assignee: ['Assignee', 'objects'],
};

export class AnytypeSpace {
  readonly objects = new Map<string, AnytypeObject>();
  readonly #properties = new Map<string, AnytypeProperty>();
  readonly #options = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #byName = new Map<string, string | undefined>();
  /** titles of notes, which have no name */
  readonly #titles = new Map<string, string>();

  /** @param entries all files by their paths */
  constructor(objects: AnytypeObject[], entries: ReadonlyMap<string, SourceEntry>) {
    for (const path of entries.keys())
      if (/(^|\/)files\//.test(path)) {
        const name = baseName(path);
        this.#byName.set(name, this.#byName.has(name) ? undefined : path);
      }
    for (const object of objects) {
      if (this.objects.has(object.id)) continue;
      this.objects.set(object.id, object);
      if (object.kind === 'property') this.#addProperty(object.fields);
      if (object.kind === 'option') this.#options.set(object.id, storableText(object.fields.name));
      if (object.kind === 'file') this.#addFile(object, entries);
    }
  }

  #addProperty({ relationKey, name, relationFormat, uniqueKey, description }: JsonFields): void {
    const key = storableText(relationKey) || storableText(uniqueKey).replace(/^rel-/, '');
    const format = FORMATS[Number(relationFormat ?? 0)] ?? 'text';
    if (key) this.#properties.set(key, { key, name: storableText(name) || key, format, ...described(description) });
  }

  #addFile({ id, path, fields }: AnytypeObject, entries: ReadonlyMap<string, SourceEntry>): void {
    const named = `${storableText(fields.name)}${storableText(fields.fileExt) && `.${storableText(fields.fileExt)}`}`;
    const above = folderOf(folderOf(path));
    const folders = [folderOf(path), above].map((folder) => (folder ? `${folder}/` : ''));
    const names = [storableText(fields.source), `files/${named}`, `files/${storableText(fields.name)}`];
    const found = folders.flatMap((folder) => names.map((name) => folder + name)).find((one) => entries.has(one));
    if (found) this.#files.set(id, found);
  }

  /** What a bundle lists beside its objects. */
  addBundle(index: JsonFields, properties: JsonFields, folder: string): void {
    for (const [id, path] of Object.entries(fieldsIn(fieldsIn(index.manifest).files)))
      if (storableText(path)) this.#files.set(id, folder + storableText(path));
    for (const one of listOf(properties.properties)) {
      const key = storableText(one.internal_key) || storableText(one.property);
      const format = storableText(one.format) || 'text';
      const name = storableText(one.name) || storableText(one.property) || key;
      if (key) this.#properties.set(key, { key, name, format, ...described(one.description) });
    }
  }

  get properties(): AnytypeProperty[] {
    return [...this.#properties.values()];
  }

  property(key: string): AnytypeProperty {
    const [name, format] = entryOf(KNOWN, key) ?? [key, ''];
    return this.#properties.get(key) ?? { key, name, format };
  }

  /** By its id, where a set names it so. */
  keyOfProperty(id: string): string | undefined {
    const object = this.objects.get(id);
    if (object?.kind === 'property') return storableText(object.fields.relationKey);
    return this.#properties.has(id) ? id : undefined;
  }

  /** Of an object in the export; of one that has no name what its text begins with. */
  title(id: string): string | undefined {
    const object = this.objects.get(id);
    if (!object) return undefined;
    const known =
      this.#titles.get(id) ?? (storableText(object.fields.name).trim() || storableText(object.fields.snippet).trim());
    const title = (known.split('\n', 1)[0] as string).slice(0, 200).toWellFormed() || 'Untitled';
    this.#titles.set(id, title);
    return title;
  }

  file = (id: string): string | undefined => this.#files.get(id);
  fileNamed = (name: string): string | undefined => this.#byName.get(name);

  context(isDatabase: boolean, losses: Record<string, number>): AnytypeContext {
    return {
      ...{ file: this.file, fileNamed: this.fileNamed, isDatabase },
      // Only pages can be led to.
      title: (id) => (this.objects.get(id)?.kind === 'page' || this.#files.has(id) ? this.title(id) : undefined),
      count: (kind) => {
        losses[kind] = (losses[kind] ?? 0) + 1;
      },
    };
  }

  /** The name of an option, or what stands for it. */
  option = (id: string): string => {
    // Some exports hold options as pages.
    const isPage = this.objects.get(id)?.fields.relationKey !== undefined;
    return this.#options.get(id) ?? (isPage ? this.title(id) : undefined) ?? id;
  };

  /** A value as words, numbers or yes and no; undefined for nothing. `link` writes an object that it names. */
  value(key: string, value: unknown, link: (id: string) => string): unknown {
    if (value === null || value === undefined || value === '') return undefined;
    if (Array.isArray(value) && !value.length) return undefined;
    const { format } = this.property(key);
    const all = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '');
    if (format === 'date') return all.map(dayOf).join(', ');
    if (format === 'select' || format === 'multi_select') {
      const names = all.map((one) => this.option(String(one)));
      return names.length > 1 || format === 'multi_select' ? names : names[0];
    }
    const isId = (one: unknown) => typeof one === 'string' && (this.objects.has(bareId(one)) || this.#files.has(one));
    if (format === 'objects' || format === 'files' || all.some(isId)) return all.map((one) => link(String(one)));
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    return typeof value === 'string' ? storableText(value) : Array.isArray(value) ? all.map(wordsOf) : wordsOf(value);
  }
}

const described = (text: unknown): { description?: string } => {
  const description = storableText(text).trim();
  return description ? { description } : {};
};

const wordsOf = (value: unknown): string => (typeof value === 'string' ? storableText(value) : JSON.stringify(value));

const LAST_SECOND = 253_402_300_799;

/** A day, with the time where it is not midnight: seconds since 1970, or as it is written. */
export function dayOf(value: unknown): string {
  if (typeof value !== 'number' || !(Math.abs(value) <= LAST_SECOND)) return wordsOf(value).replace(/T00:00:00Z$/, '');
  const time = new Date(value * 1000).toISOString();
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time.replace('.000Z', 'Z');
}
