// What of each table an archive holds, and the numbers that rows have in it instead of their ids.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { ArchiveList } from '../../../core/kernel/table.ts';
import { accounts } from '../../auth/contract.ts';
import { databases } from '../../databases/contract.ts';
import { files } from '../../files/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { Bundle } from '../export-source.ts';
import type { IdMapping } from './id-mapping.ts';
import { ShownRecords } from './redacted-records.ts';
import type { ArchiveRow } from './rows.ts';
import { archivedTable, archivedTables, type NamedTable } from './tables.ts';

const ADDRESS = /^\/api\/files\/\d+\/([0-9a-f-]{36}\.[a-z0-9]{1,8})(?=$|[/?#])/;

export class RowSelection implements IdMapping {
  readonly ctx: Ctx;
  /** everything of its workspaces, as their owners and the machine see it */
  readonly whole: boolean;
  readonly #lists = new Map<string, number[]>();
  /** by table: id → number, in the order of the numbers */
  readonly #numbers = new Map<string, Map<number, number>>();
  readonly #types = new Map<number, string>();
  /** files that may be in it, by the name of their blob */
  readonly #files = new Map<string, number>();
  readonly #people = new Set<number>();
  /** pages that come back published */
  readonly published = new Set<number>();

  private constructor(ctx: Ctx, whole: boolean, lists: Record<ArchiveList, number[]>) {
    this.ctx = ctx;
    this.whole = whole;
    for (const [name, ids] of Object.entries(lists)) this.#lists.set(name, ids);
    for (const { name, last } of archivedTables(ctx.app)) if (last) this.#numbers.set(name, new Map());
  }

  static async of(bundle: Bundle): Promise<RowSelection> {
    const { ctx, target, groups } = bundle;
    const homes = groups.map(({ workspaceId }) => workspaceId).sort((a, b) => a - b);
    const isPart = target.kind === 'page' || target.kind === 'subtree';
    const whole = !isPart && (await ownsAll(ctx, homes));
    const me = actorId(ctx);
    const reach = new RowSelection(ctx, whole, {
      workspaces: homes,
      homes: isPart ? [] : homes,
      pages: [...bundle.nodes.keys()].sort((a, b) => a - b),
      people: whole ? await membersOf(ctx, homes) : me === null ? [] : [me],
    });
    await reach.#knowPeople();
    for (const table of archivedTables(ctx.app))
      if (!table.key && !table.last) {
        await reach.#number(table);
        if (table.name === 'collections') reach.#shown = await ShownRecords.of(ctx, reach.#list('collections'));
      }
    await reach.#knowFiles();
    const publications = archivedTable(ctx.app, 'publications');
    for await (const { page_id } of reach.select(publications)) reach.published.add(page_id as number);
    return reach;
  }

  /** Who may be named at all. */
  async #knowPeople(): Promise<void> {
    const { ctx } = this;
    const everybody: number[] = await ctx.db('users').orderBy('id').pluck('id');
    const known = this.whole ? everybody : (await ctx.use(accounts).known(ctx, everybody)).map(({ id }) => id);
    for (const id of known) this.#people.add(id);
  }

  /** Files may be named that rows of the archive name. */
  async #knowFiles(): Promise<void> {
    for (const table of archivedTables(this.ctx.app)) {
      const naming = Object.entries(table.refs ?? {}).flatMap(([column, of]) => (of === 'files' ? [column] : []));
      if (!naming.length) continue;
      for await (const row of this.select(table))
        for (const column of naming) if (row[column] !== null) this.#fileIds.add(row[column] as number);
    }
    for (const some of portions([...this.#fileIds]))
      for (const { id, filename } of await this.ctx.use(files).byIds(this.ctx, some)) this.#files.set(filename, id);
  }

  readonly #fileIds = new Set<number>();
  /** undefined: as they are */
  #shown: ShownRecords | undefined;

  #list(name: string): number[] {
    return this.#lists.get(name) ?? [...(this.#numbers.get(name)?.keys() ?? [])];
  }

  async #number(table: NamedTable): Promise<void> {
    const numbers = new Map<number, number>();
    this.#numbers.set(table.name, numbers);
    const isProperty = table.name === 'collection_properties';
    for await (const row of this.select(table)) {
      if (isProperty && !(await this.#mayName(row))) continue;
      numbers.set(row.id as number, numbers.size + 1);
      if (isProperty) this.#types.set(row.id as number, String(row.type));
    }
  }

  readonly #properties = new Map<number, Set<number>>();

  /** A property that is hidden from the actor does not exist for them. */
  async #mayName(row: ArchiveRow): Promise<boolean> {
    if (this.whole) return true;
    const home = row.collection_id as number;
    const known =
      this.#properties.get(home) ??
      new Set((await this.ctx.use(databases).properties(this.ctx, home)).map(({ id }) => id));
    this.#properties.set(home, known);
    return known.has(row.id as number);
  }

  /** Rows of a table that belong to the archive, those of one owner after those of another. */
  async *select(table: NamedTable): AsyncGenerator<ArchiveRow> {
    if (table.whole && !this.whole) return;
    const [column, of] = table.by;
    const order = [...new Set([column, ...(table.key ?? ['id'])])];
    for (const some of portions(this.#list(of))) {
      const query = this.ctx.db(table.name).whereIn(column, some).orderBy(order);
      if (table.unless) query.whereNull(table.unless);
      if (table.personal && !this.whole) this.#narrow(query, table.personal);
      for (const row of (await query) as ArchiveRow[]) {
        const shown = this.#isWithin(table, row) && (this.#shown ? this.#shown.of(table, row) : row);
        if (shown) yield shown;
      }
    }
  }

  #narrow(query: Knex.QueryBuilder, column: string): void {
    query.where((any) => any.whereNull(column).orWhere(column, actorId(this.ctx) ?? 0));
  }

  #isWithin({ within }: NamedTable, row: ArchiveRow): boolean {
    if (!within) return true;
    const owner = row[within];
    return owner === null ? this.whole : this.of('pages', owner as number) !== undefined;
  }

  of(table: string, id: number): number | undefined {
    const numbers = this.#numbers.get(table);
    const known = numbers?.get(id);
    if (known !== undefined || !numbers) return known;
    const mayName = table === 'files' ? this.#fileIds.has(id) : table === 'users' && this.#people.has(id);
    if (!mayName) return undefined;
    numbers.set(id, numbers.size + 1);
    return numbers.size;
  }

  fileAddress(address: string): string | undefined {
    const match = ADDRESS.exec(address);
    const id = match && this.#files.get(match[1] as string);
    const number = id ? this.of('files', id) : undefined;
    return number && match ? `archive:/files/${number}${address.slice(match[0].length)}` : undefined;
  }

  propertyType(id: number): string | undefined {
    return this.#types.get(id);
  }
}

async function ownsAll(ctx: Ctx, workspaceIds: number[]): Promise<boolean> {
  if (ctx.actor.type === 'system') return true;
  const asked = workspaceIds.map((id) => ({ need: { resource: 'workspace', role: 'owner' as const }, id }));
  return ctx.app.access.requireAll(ctx, asked).then(
    () => true,
    () => false,
  );
}

async function membersOf(ctx: Ctx, workspaceIds: number[]): Promise<number[]> {
  const found = new Set<number>();
  for (const id of workspaceIds)
    for (const { user_id } of await ctx.use(workspaces).members(ctx, id)) found.add(user_id);
  return [...found].sort((a, b) => a - b);
}
