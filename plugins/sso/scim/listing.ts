// Lists of resources: filtered, sorted and in windows (RFC 7644, section 3.4.2).
import type { Ctx } from '../../../core/kernel/context.ts';
import { presentGroupResources } from './group-resource.ts';
import { scimGroupStore } from './group-store.ts';
import type { Resource, ResourceKind } from './protocol/attribute.ts';
import { parseFilter, type ScimFilter } from './protocol/filter-grammar.ts';
import { equalities, matchesFilter, mentions } from './protocol/filter-match.ts';
import { groupKind } from './protocol/group-schema.ts';
import { type AttributeSelection, isShown, projection, sorted } from './protocol/projection.ts';
import { ScimFault } from './protocol/scim-fault.ts';
import { userKind } from './protocol/user-schema.ts';
import { presentUserResources } from './user-resource.ts';
import { scimUserStore } from './user-store.ts';

export const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const MOST_RESULTS = 200;
const PORTION = 200;

export interface ListQuery extends AttributeSelection {
  filter: string | undefined;
  startIndex: number;
  count: number;
  sortBy: string | undefined;
  isDescending: boolean;
}

/** Resources of one kind, as lists read them. */
interface Source {
  kind: ResourceKind;
  count(ctx: Ctx): Promise<number>;
  page(ctx: Ctx, limit: number, offset: number, isWhole: boolean): Promise<Resource[]>;
  /** those that may fit, in portions */
  read(ctx: Ctx, wanted: Map<string, string>, isWhole: boolean): AsyncGenerator<Resource[]>;
}

export const userSource: Source = {
  kind: userKind,
  count: scimUserStore.count,
  page: async (ctx, limit, offset) => presentUserResources(ctx, await scimUserStore.page(ctx, limit, offset)),
  async *read(ctx, wanted) {
    const narrow = { id: wanted.get('id'), user_name: wanted.get('userName'), external_id: wanted.get('externalId') };
    for (let last = 0; ; ) {
      const rows = await scimUserStore.after(ctx, narrow, last, PORTION);
      if (rows.length) yield presentUserResources(ctx, rows);
      if (rows.length < PORTION) return;
      last = rows.at(-1)?.user_id ?? last;
    }
  },
};

export const groupSource: Source = {
  kind: groupKind,
  count: scimGroupStore.count,
  page: async (ctx, limit, offset, isWhole) =>
    presentGroupResources(ctx, await scimGroupStore.page(ctx, limit, offset), isWhole),
  async *read(ctx, wanted, isWhole) {
    const [id, display_name] = [wanted.get('id'), wanted.get('displayName')];
    const narrow = { id, display_name, external_id: wanted.get('externalId') };
    for (let last = ''; ; ) {
      const rows = await scimGroupStore.after(ctx, narrow, last, PORTION);
      if (rows.length) yield presentGroupResources(ctx, rows, isWhole);
      if (rows.length < PORTION) return;
      last = rows.at(-1)?.id ?? last;
    }
  },
};

/** For each kind its filter; a kind that lacks an attribute of it has nothing that fits. */
function filtersFor(sources: Source[], text: string): (ScimFilter | undefined)[] {
  const faults: unknown[] = [];
  const found = sources.map(({ kind }) => {
    try {
      return parseFilter(kind, text);
    } catch (error) {
      faults.push(error);
      return undefined;
    }
  });
  if (faults.length === sources.length) throw faults[0];
  return found;
}

/** A window of what fits, counting all of it. */
class Window {
  readonly items: Resource[] = [];
  total = 0;
  readonly #query: ListQuery;

  constructor(query: ListQuery) {
    this.#query = query;
  }

  add(resource: Resource, show: (resource: Resource) => Resource): void {
    this.total += 1;
    const { startIndex, count } = this.#query;
    if (this.total >= startIndex && this.items.length < count) this.items.push(show(resource));
  }
}

async function* fitting(
  ctx: Ctx,
  source: Source,
  kinds: ResourceKind[],
  filter: ScimFilter | undefined,
  query: ListQuery,
) {
  const asked = query.sortBy?.toLowerCase().includes('members') || (filter && mentions(filter, 'members'));
  const isWhole = asked === true || isShown(source.kind, 'members', query, kinds);
  const wanted = new Map(
    (filter ? equalities(filter) : []).flatMap(({ keys, value }) =>
      keys.length === 1 ? [[keys[0] as string, value]] : [],
    ),
  );
  for await (const some of source.read(ctx, wanted, isWhole))
    for (const resource of some) if (!filter || matchesFilter(filter, resource)) yield resource;
}

async function gather(ctx: Ctx, sources: Source[], query: ListQuery): Promise<Window> {
  const window = new Window(query);
  const filters = query.filter === undefined ? undefined : filtersFor(sources, query.filter);
  const kinds = sources.map(({ kind }) => kind);
  for (const [index, source] of sources.entries()) {
    const show = projection(source.kind, query, kinds);
    const filter = filters?.[index];
    if (filters && !filter) continue;
    const found = fitting(ctx, source, kinds, filter, query);
    if (query.sortBy === undefined) for await (const one of found) window.add(one, show);
    else
      for (const one of sorted(source.kind, await Array.fromAsync(found), query.sortBy, query.isDescending))
        window.add(one, show);
  }
  return window;
}

/** Of one kind without any condition, only what is shown is read. */
async function page(ctx: Ctx, source: Source, query: ListQuery): Promise<Pick<Window, 'items' | 'total'>> {
  const show = projection(source.kind, query);
  const total = await source.count(ctx);
  const isWhole = isShown(source.kind, 'members', query);
  const found = query.count ? await source.page(ctx, query.count, query.startIndex - 1, isWhole) : [];
  return { items: found.map(show), total };
}

/** @throws ScimFault invalidFilter, invalidPath, invalidValue */
export async function listResources(ctx: Ctx, sources: Source[], query: ListQuery): Promise<Resource> {
  const [source] = sources;
  if (query.sortBy !== undefined && sources.length > 1)
    throw new ScimFault('invalidValue', 'sortBy is for people or for groups, not for both at once.');
  const isPlain = query.filter === undefined && query.sortBy === undefined && sources.length === 1;
  const { items, total } = isPlain ? await page(ctx, source as Source, query) : await gather(ctx, sources, query);
  return {
    schemas: [LIST_URN],
    totalResults: total,
    startIndex: query.startIndex,
    itemsPerPage: items.length,
    ...(items.length || query.count ? { Resources: items } : {}),
  };
}
