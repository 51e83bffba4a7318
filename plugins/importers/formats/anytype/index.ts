// Anytype: an export as JSON, of snapshots or of AnyBlock documents, with the files that lie beside.
import type { Block } from '../../../blocks/block.ts';
import type { Importer, Item, PageItem, RowItem, Source, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { linkParagraph } from '../../items/plain-text.ts';
import { trashProblem } from '../../items/trash-problem.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { bareId } from './anyblock.ts';
import { descriptionsLeftOut } from './descriptions.ts';
import { readExport } from './export.ts';
import { type AnytypeObject, idsListed } from './object.ts';
import { pageBlocks } from './page-blocks.ts';
import type { AnytypeSpace } from './space.ts';
import { type AnytypeTable, anytypeDatabase, anytypeTables, relatedTable } from './tables.ts';
import { aboutObject, propertiesOf } from './values.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'anytype',
  title: 'Anytype (JSON export)',
  accepts: ['.zip', 'folder', '.json'],
  async *read(source) {
    const entries = new Map<string, SourceEntry>();
    for await (const entry of source.entries()) entries.set(entry.path, entry);
    const { space, documents, damaged } = await readExport(entries);
    for (const { entry, error } of damaged) yield* unreadable(entry, error);
    const others = [...entries.values()].filter((entry) => !documents.has(entry.path));
    if (space.objects.size) yield* new AnytypeReading(space).items(source);
    else if (!damaged.length) yield* noExport(source, others);
    yield* fileItems(others.filter((entry) => !isProgram(entry.path) && !damaged.some((one) => one.entry === entry)));
  },
};

export default importer;

/** What only the program reads. */
const isProgram = (path: string): boolean => /\.pb$|(^|\/)(profile|manifest\.json|config\.json)$/.test(path);

function* noExport(source: Source, others: SourceEntry[]): Generator<Item> {
  const because = others.some(({ path }) => /\.pb$/.test(path))
    ? 'It is an export of Anytype as Protobuf, which only Anytype reads. Export the space as Any-Block in the format JSON, or as Markdown.'
    : 'It is not a JSON export of Anytype: there are no objects in it.';
  yield { type: 'problem', at: source.name, kind: 'unreadable', because };
}

class AnytypeReading {
  readonly #space: AnytypeSpace;

  constructor(space: AnytypeSpace) {
    this.#space = space;
  }

  *items({ name }: Source): Generator<Item> {
    const objects = [...this.#space.objects.values()];
    const all = objects.filter(({ kind }) => kind === 'page');
    const isGone = ({ fields }: AnytypeObject) => fields.isArchived === true || fields.isDeleted === true;
    const pages = all.filter((page) => !isGone(page));
    const tables = anytypeTables(pages, this.#space);
    const byObject = new Map(tables.map((table) => [table.object, table]));
    const inTables = new Set(tables.flatMap(({ rows }) => rows));
    const held = tables.filter(({ rows }) => rows.length).map((table) => this.#held(table));
    const isHeld = new Set(held.map(({ table }) => table.object));
    for (const page of pages) if (!inTables.has(page) && !isHeld.has(page)) yield this.#page(page, byObject.get(page));
    const databaseOf = new Map(held.flatMap(({ table, id }) => table.rows.map((row) => [row.id, id] as const)));
    for (const one of held) yield* this.#database(one, databaseOf);
    yield* trashProblem(name, all.filter(isGone).map(this.#titleOf));
    yield* leftOut(name, objects, this.#titleOf);
    const shown = held.map(({ table }) => table);
    yield* descriptionsLeftOut(name, this.#space, shown);
  }

  #titleOf = ({ id }: AnytypeObject): string => this.#space.title(id) ?? id;

  #page(object: AnytypeObject, table?: AnytypeTable): PageItem {
    const losses: Record<string, number> = {};
    const blocks = this.#blocks(object, losses, table !== undefined && table.rows.length > 0);
    // What a set shows of others is led to.
    const links = (table?.elsewhere ?? []).map((one) => linkParagraph(this.#titleOf(one), sourcePathAddress(one.id)));
    if (links.length) losses.database_view ??= 1;
    const properties = propertiesOf(object, this.#space, losses);
    return {
      ...{ type: 'page', id: object.id, title: cleanTitle(this.#titleOf(object)) },
      ...aboutObject(object, this.#space),
      ...(Object.keys(properties).length && { properties }),
      blocks: [...blocks, ...links],
      ...(Object.keys(losses).length && { unsupported: losses }),
    };
  }

  #blocks(object: AnytypeObject, losses: Record<string, number>, isDatabase = false): Block[] {
    const context = this.#space.context(isDatabase, losses);
    if (object.fields.coverId && object.fields.coverType !== 0) context.count('cover');
    return pageBlocks(object.blocks(context), context);
  }

  /** A database has neither text nor properties: where there are some, a page holds them and it. */
  #held(table: AnytypeTable): HeldTable {
    const page = this.#page(table.object, table);
    const isAlone = !page.blocks?.length && !page.properties && !page.tags;
    return { table, id: isAlone ? page.id : `${page.id} rows`, ...(!isAlone && { page }) };
  }

  *#database({ table, id, page }: HeldTable, databaseOf: ReadonlyMap<string, string>): Generator<Item> {
    const idsIn = (value: unknown) => idsListed(value ?? []).map(bareId);
    const related = new Map(table.columns.map((key) => [key, relatedTable(key, table, databaseOf, idsIn)]));
    const item = anytypeDatabase(table, this.#space, (key) => related.get(key));
    if (page) yield page;
    yield { ...item, id, title: cleanTitle(item.title), ...(page && { parent: page.id }) };
    for (const row of table.rows) yield this.#row(row, id, table.columns, (key) => related.get(key) !== undefined);
    const because = `Objects that the export leaves out: ${table.missing.length}.`;
    if (table.missing.length) yield { type: 'problem', at: item.title, kind: 'left_out', because };
  }

  #row(object: AnytypeObject, database: string, columns: string[], isRelated: (key: string) => boolean): RowItem {
    const losses: Record<string, number> = {};
    const blocks = this.#blocks(object, losses);
    const words = (named: string) => this.#space.title(bareId(named)) ?? named.slice(bareId(named).length + 1);
    const value = (key: string): unknown => {
      const given = object.fields[key];
      if (isRelated(key))
        return given === undefined || !idsListed(given).length ? undefined : idsListed(given).map(bareId);
      const isFile = this.#space.property(key).format === 'files';
      const known = (named: string) => (isFile ? (this.#space.file(named) ?? named) : words(named) || named);
      const made = this.#space.value(key, given, known);
      return Array.isArray(made) && !isFile && !this.#hasOptions(key) ? made.join(', ') : made;
    };
    const values = columns.flatMap((key) => {
      const made = value(key);
      return made === undefined ? [] : [[key, made]];
    });
    return {
      ...{ type: 'row', id: object.id, database, title: cleanTitle(this.#titleOf(object)) },
      ...aboutObject(object, this.#space),
      ...{ values: Object.fromEntries(values), blocks },
      ...(Object.keys(losses).length && { unsupported: losses }),
    };
  }

  #hasOptions = (key: string): boolean => this.#space.property(key).format === 'multi_select';
}

interface HeldTable {
  table: AnytypeTable;
  /** of its database */
  id: string;
  /** that stands above it */
  page?: PageItem;
}

const NAMES_MAX = 20;

function* leftOut(at: string, objects: AnytypeObject[], titleOf: (object: AnytypeObject) => string): Generator<Item> {
  const kinds = (['template', 'type', 'participant'] as const).flatMap((kind) => {
    const all = objects.filter((one) => one.kind === kind).map(titleOf);
    const some = all.slice(0, NAMES_MAX).map((one) => cleanTitle(one).slice(0, 60));
    return all.length ? `${kind}s (${all.length}): ${some.join(', ')}${all.length > NAMES_MAX ? ', …' : ''}` : [];
  });
  const because = `What is no page was left out: ${kinds.join('; ')}.`;
  if (kinds.length) yield { type: 'problem', at, kind: 'left_out', because };
}
