// Brings an archive in: workspaces of their own, whole or not at all, with numbers become ids again.

import { portions } from '../../../core/database/chunks.ts';
import type { ArchiveImportResult, ArchiveLook, ArchiveOptions } from '../../../core/files/archive-service.ts';
import { SealedReader } from '../../../core/files/manifest-zip.ts';
import { Problem } from '../../../core/http/problem.ts';
import { sortKey, uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { fileUrl } from '../../files/contract.ts';
import { embeddedSource, type Page, rowWords } from '../../pages/contract.ts';
import { search } from '../../search/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { IdMapping } from './id-mapping.ts';
import { type ArchiveRow, translateRow } from './rows.ts';
import { archivedTables, type NamedTable } from './tables.ts';
import { ARCHIVE, ARCHIVE_VERSION } from './write.ts';

/** Rows in one insert: SQLite takes a limited number of values. */
const AT_ONCE = 200;

interface StoredFile {
  filename: string;
  row: ArchiveRow;
}

/** Opens an archive that is whole and of this format, and closes it after the work. */
async function reading<T>(
  app: App,
  path: string,
  progress: ArchiveOptions['progress'],
  work: (reader: SealedReader) => Promise<T>,
): Promise<T> {
  const reader = await SealedReader.open(path);
  try {
    const { format, version } = reader.manifest;
    if (format !== ARCHIVE) throw new Problem('validation_failed', `This is not an archive of pages but a ${format}.`);
    if (version !== ARCHIVE_VERSION)
      throw new Problem(
        'validation_failed',
        `The archive has version ${version}; this program reads ${ARCHIVE_VERSION}.`,
      );
    requireKnown(app, reader.manifest.counts as Record<string, number>);
    const faults = await reader.faults(progress);
    if (faults.length) throw new Problem('validation_failed', `The archive is damaged: ${faults[0]}.`);
    return await work(reader);
  } finally {
    reader.close();
  }
}

/** What a plugin that is not here would have to take care of is not dropped without a word. */
function requireKnown(app: App, counts: Record<string, number> = {}): void {
  const names = new Set(archivedTables(app).map(({ name }) => name));
  const other = Object.keys(counts).find((name) => counts[name] && !names.has(name));
  if (other)
    throw new Problem(
      'validation_failed',
      `The archive has rows of ${other}, which no plugin here knows: install it first.`,
    );
}

export const inspectArchive = (
  app: App,
  path: string,
  { progress }: Pick<ArchiveOptions, 'progress'> = {},
): Promise<ArchiveLook> =>
  reading(app, path, progress, async (reader) => {
    const rows = await Array.fromAsync(reader.rows<ArchiveRow>('workspaces.jsonl'));
    const counts: Record<string, number> = {};
    for (const { name } of archivedTables(app)) {
      counts[name] = 0;
      for await (const _row of reader.rows(`${name}.jsonl`)) counts[name] += 1;
    }
    return { workspaces: rows.map(({ name }) => String(name)), counts };
  });

export const bringArchive = (app: App, path: string, options: ArchiveOptions = {}): Promise<ArchiveImportResult> =>
  reading(app, path, options.progress, async (reader) => {
    const files = await storeFiles(app, reader);
    const ctx = app.context({ type: 'system', reason: 'archive' }).as({ type: 'system', reason: 'archive' }, 'import');
    return ctx.tx(async (tx) => {
      const brought = await new Bringing(tx, reader, files, options).run();
      await options.within?.(tx, brought);
      return brought;
    });
  });

/** Contents before the transaction; those of one that fails are cleaned up like any blob that nothing names. */
async function storeFiles(app: App, reader: SealedReader): Promise<Map<number, StoredFile>> {
  const stored = new Map<number, StoredFile>();
  for await (const row of reader.rows<ArchiveRow & { id: number; extension: string }>('files.jsonl')) {
    const content = await reader.stream(`files/${row.id}`);
    const extension = /^[a-z0-9]{1,8}$/.test(row.extension) ? row.extension : 'bin';
    const { filename } = await app.storage.put(content, extension, Number.MAX_SAFE_INTEGER);
    stored.set(row.id, { filename, row });
  }
  return stored;
}

class Bringing implements IdMapping {
  readonly #ctx: Ctx;
  readonly #reader: SealedReader;
  readonly #files: Map<number, StoredFile>;
  readonly #options: ArchiveOptions;
  /** id before the first one of each table: the row with number 1 gets the next */
  readonly #bases = new Map<string, { before: number; most: number }>();
  /** numbers that became what was here already */
  readonly #known = new Map<string, Map<number, number>>();
  readonly #types = new Map<number, string>();
  readonly #counts: Record<string, number> = {};
  #accounts = 0;

  constructor(ctx: Ctx, reader: SealedReader, files: Map<number, StoredFile>, options: ArchiveOptions) {
    this.#ctx = ctx;
    this.#reader = reader;
    this.#files = files;
    this.#options = options;
  }

  run(): Promise<ArchiveImportResult> {
    const { dialect, db } = this.#ctx;
    return dialect.inAnyOrder(db as never, async () => {
      const tables = archivedTables(this.#ctx.app);
      for (const { name, key } of tables) if (!key) await this.#reserve(name);
      for await (const { id, type } of this.#rows('collection_properties')) this.#types.set(id as number, String(type));
      await this.#people();
      for (const table of tables) if (table.name !== 'users') await this.#bring(table);
      return { workspaces: await this.#settle(), counts: this.#counts, accounts: this.#accounts };
    });
  }

  #rows(table: string): AsyncGenerator<ArchiveRow> {
    return this.#reader.rows<ArchiveRow>(`${table}.jsonl`);
  }

  async #reserve(name: string): Promise<void> {
    let most = 0;
    for await (const { id } of this.#rows(name)) most = Math.max(most, id as number);
    const before = most ? await this.#ctx.dialect.takeIds(this.#ctx.db as never, name, most) : 0;
    this.#bases.set(name, { before, most });
  }

  of(table: string, number: number): number | undefined {
    const known = this.#known.get(table)?.get(number);
    if (known !== undefined) return known;
    if (table === 'users' || (table === 'files' && !this.#files.has(number))) return undefined;
    const base = this.#bases.get(table);
    return base && number >= 1 && number <= base.most ? base.before + number : undefined;
  }

  fileAddress(address: string): string | undefined {
    const match = /^archive:\/files\/(\d{1,10})/.exec(address);
    const file = match && this.#files.get(Number(match[1]));
    if (!match || !file) return undefined;
    const workspace_id = this.of('workspaces', file.row.workspace_id as number) ?? null;
    return `${fileUrl({ workspace_id, filename: file.filename })}${address.slice(match[0].length)}`;
  }

  propertyType(number: number): string | undefined {
    return this.#types.get(number);
  }

  /** People are known again by their address; others get an account that has to set a password first. */
  async #people(): Promise<void> {
    const known = new Map<number, number>();
    this.#known.set('users', known);
    const { before } = this.#bases.get('users') as { before: number };
    const now = this.#ctx.now();
    for await (const { id, ...row } of this.#rows('users')) {
      if (!row.email) continue;
      const email_key = uniqueKey(String(row.email));
      const same = await this.#ctx.db('users').where({ email_key }).first('id', 'email_confirmed_at');
      // An address that was only typed is no proof of who somebody is: what is theirs goes to nobody.
      if (same && !same.email_confirmed_at) continue;
      known.set(id as number, same?.id ?? before + (id as number));
      if (same) continue;
      const login = await this.#freeLogin(String(row.login));
      const keys = { email_key, login, login_key: uniqueKey(login), name_key: sortKey(String(row.full_name)) };
      await this.#ctx.db('users').insert({
        ...row,
        ...keys,
        id: before + (id as number),
        is_admin: 0,
        email_confirmed_at: now,
        updated_at: now,
      });
      this.#accounts += 1;
    }
  }

  async #freeLogin(wanted: string): Promise<string> {
    for (let count = 1; ; count++) {
      const login = count > 1 ? `${wanted}-${count}` : wanted;
      if (
        !(await this.#ctx
          .db('users')
          .where({ login_key: uniqueKey(login) })
          .first('id'))
      )
        return login;
    }
  }

  async #bring(table: NamedTable): Promise<void> {
    let waiting: ArchiveRow[] = [];
    const insert = async (): Promise<void> => {
      for (const some of portions(waiting, AT_ONCE)) await this.#ctx.db(table.name).insert(some);
      waiting = [];
    };
    this.#counts[table.name] = 0;
    for await (const { id, ...row } of this.#rows(table.name)) {
      const made = translateRow(table, row, this, 'in');
      const ready = made && (await this.#ready(table, id as number | undefined, made));
      if (!ready) continue;
      waiting.push(id === undefined ? ready : { id: this.of(table.name, id as number), ...ready });
      this.#counts[table.name] = (this.#counts[table.name] ?? 0) + 1;
      if (waiting.length >= AT_ONCE) await insert();
    }
    await insert();
  }

  /** What has to be alone of its kind here; undefined for what is here already. */
  async #ready(table: NamedTable, number: number | undefined, row: ArchiveRow): Promise<ArchiveRow | undefined> {
    const { db } = this.#ctx;
    const { name } = table;
    if (name === 'workspaces') return { ...row, slug: await this.#freeSlug(String(row.slug)) };
    if (name === 'pages') {
      const isTaken = row.slug !== null && (await db('pages').where({ slug: row.slug }).first('id'));
      return isTaken ? { ...row, slug: null, is_published: 0 } : row;
    }
    if (name === 'files') {
      const { extension: _, ...kept } = row;
      return { ...kept, filename: this.#files.get(number as number)?.filename };
    }
    // Its address was taken here.
    if (name === 'publications')
      return (await db('pages').where({ id: row.page_id, is_published: 1 }).first('id')) && row;
    return (await this.#isHere(table, number as number, row)) ? undefined : row;
  }

  async #isHere({ name, same }: NamedTable, number: number, row: ArchiveRow): Promise<boolean> {
    if (!same) return false;
    const alike = Object.fromEntries(same.map((column) => [column, row[column]]));
    const found = await this.#ctx.db(name).where(alike).first('id');
    if (found) this.#known.set(name, (this.#known.get(name) ?? new Map<number, number>()).set(number, found.id));
    return Boolean(found);
  }

  async #freeSlug(wanted: string): Promise<string> {
    for (let count = 1; ; count++) {
      const slug = count > 1 ? `${wanted}-${count}` : wanted;
      if (!(await this.#ctx.db('workspaces').where({ slug }).first('id'))) return slug;
    }
  }

  /** What is made of the rows: epochs, owners, the index, and the news that it happened. */
  async #settle(): Promise<{ id: number; name: string }[]> {
    const { db } = this.#ctx;
    const { before, most } = this.#bases.get('workspaces') as { before: number; most: number };
    const made: { id: number; name: string; owner_id: number | null }[] = await db('workspaces')
      .whereBetween('id', [before + 1, before + most])
      .orderBy('id')
      .select('id', 'name', 'owner_id');
    for (const { id, owner_id } of made) {
      await this.#ctx.use(workspaces).complete(this.#ctx, id, owner_id === null ? this.#newOwner() : undefined);
      await this.#index(id);
      await this.#ctx.emit({ type: 'import.completed', data: { id }, workspace_id: id });
    }
    return made.map(({ id, name }) => ({ id, name }));
  }

  #newOwner(): number {
    const { ownerId } = this.#options;
    if (ownerId === undefined)
      throw new Problem('conflict', 'The archive knows nobody who owns its pages here: say who is to own them.');
    return ownerId;
  }

  async #index(workspaceId: number): Promise<void> {
    const ctx = this.#ctx;
    const pages: (Page & { content: string; collection_id: number | null })[] = await ctx
      .db('pages')
      .where({ workspace_id: workspaceId })
      .orderBy('id');
    for (const { content, collection_id, ...page } of pages) {
      const isBlocks = page.content_format === 'blocks' && content;
      const blocks = isBlocks ? (JSON.parse(content) as { blocks: Block[] }).blocks : [];
      const found = await Promise.all([
        ctx.find(embeddedSource)?.ofPages(ctx, [page.id]),
        collection_id === null ? undefined : ctx.find(rowWords)?.(ctx, [page.id]),
      ]);
      const belonging = found.flatMap((one) => one?.get(page.id) ?? []);
      await ctx.use(search).add(ctx, [{ page, collectionId: collection_id, blocks, belonging, fresh: true }]);
    }
  }
}
