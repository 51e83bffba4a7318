// The branch of the tree along which a page is found, and what stands beside it, in one statement.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../../core/access/access-control.ts';
import { scopeValues } from '../../../core/access/scope-bindings.ts';
import { type JointPart, jointQuery, rowsOfText } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { rowsBeside } from '../page-view-points.ts';
import { aroundStep, inTreeOrder, LEVEL_COLUMNS, SHOWN, selectLevel, type TreeStep, withChild } from './tree-levels.ts';

export interface Branch {
  /** from the top to the page */
  trail: TreeStep[];
  /** what was found, also the key of all that is made from it */
  text: string;
  /** rows of the reader that stand beside a page, by the names of the parts that they were asked by */
  beside: Map<string, object[]>;
}

/** The pages above another one, from the top, and the text in which the database said so. */
interface Ancestors {
  steps: TreeStep[];
  text: string;
}

const STEP_COLUMNS = ['id', 'parent_id', 'position', 'collection_id'] as const;
const NONE: Ancestors = { steps: [], text: '' };

/** As they were when somebody last looked, by the page at their end; every branch says anew whether they still are. */
const ancestors = new LruCache<Ancestors, number>(2_000_000, ({ steps, text }) => text.length + steps.length * 50);

function readAncestors(text: string, parentId: number): Ancestors {
  const known = new Map(rowsOfText<TreeStep>(text, STEP_COLUMNS).map((row) => [row.id, row]));
  const steps: TreeStep[] = [];
  for (let up = known.get(parentId); up; up = known.get(up.parent_id ?? 0)) steps.unshift(up);
  return { steps, text };
}

/** The top level, the levels of a page's ancestors, and its own children, for `levelsOf`; and what stands beside it. */
export async function branchOf(ctx: Ctx, workspaceId: number, page: TreeStep): Promise<Branch> {
  const { parent_id } = page;
  const known = (parent_id !== null && ancestors.get(parent_id)) || NONE;
  const first = await readBranch(ctx, workspaceId, [...known.steps, page]);
  if (parent_id === null || first.above === known.text) return first;
  const now = readAncestors(first.above, parent_id);
  ancestors.set(parent_id, now);
  return readBranch(ctx, workspaceId, [...now.steps, page]);
}

/** What is shown along these steps; `above` is what the database says by now of the pages above the last one. */
async function readBranch(ctx: Ctx, workspaceId: number, trail: TreeStep[]): Promise<Branch & { above: string }> {
  const { actor, app } = ctx;
  const asks = actor.type === 'user' ? app.contributions(rowsBeside).map((ask) => ask(ctx, actor.id, workspaceId)) : [];
  const beside = await Promise.all(asks);
  const {
    levels = '',
    above = '',
    ...rest
  } = await jointQuery(ctx.db, ctx.dialect, [
    await levelsPart(ctx, workspaceId, trail),
    ...ancestorsPart(ctx, trail),
    ...beside,
  ]);
  const rows = beside.map(({ name, columns }) => [name, rowsOfText<object>(rest[name] as string, columns)] as const);
  return { trail, text: levels, above, beside: new Map(rows) };
}

async function levelsPart(ctx: Ctx, workspaceId: number, trail: TreeStep[]): Promise<JointPart> {
  const { shape, values, marked } = scopeValues(await ctx.app.access.scope(ctx, workspaceId));
  const steps = trail.flatMap(({ id, position }) => [id, position]);
  return {
    name: 'levels',
    key: shape,
    values: [workspaceId, ...steps, ...values],
    columns: [...LEVEL_COLUMNS, 'child'],
    select(marks) {
      const [home] = marks.splice(0, 1) as [number];
      const places = marks.splice(0, steps.length);
      return selectLevels(ctx, home, places, marked(marks));
    },
  };
}

/** @param places id and position of each step */
function selectLevels(ctx: Ctx, workspaceId: number, places: number[], scope: VisibilityScope): Knex.QueryBuilder {
  const parts: Knex.QueryBuilder[] = [];
  let parent: number | null = null;
  for (let at = 0; at < places.length; at += 2) {
    const [id, position] = places.slice(at, at + 2) as [number, number];
    const above = parent;
    parts.push(...aroundStep(() => selectLevel(ctx, workspaceId, above, scope), position, id));
    parent = id;
  }
  const own = selectLevel(ctx, workspaceId, parent, scope);
  const [first, ...others] = [...parts, inTreeOrder(own).limit(SHOWN + 1)].map((part, at) =>
    ctx.db.select('*').from(part.as(`part${at}`)),
  );
  return withChild(ctx, (first as Knex.QueryBuilder).unionAll(others), scope);
}

/** These columns of all pages above the last step. */
function ancestorsPart(ctx: Ctx, trail: TreeStep[]): JointPart[] {
  const parent = trail.at(-1)?.parent_id ?? null;
  if (parent === null) return [];
  const names = (table: string) => STEP_COLUMNS.map((column) => `${table}${column}`).join(', ');
  const above = (id: number) =>
    ctx.db.raw(
      `SELECT ${names('')} FROM pages WHERE id = ?
       UNION SELECT ${names('pages.')} FROM above JOIN pages ON pages.id = above.parent_id`,
      [id],
    );
  const select = ([id]: number[]) =>
    ctx.db
      .withRecursive('above', [...STEP_COLUMNS], above(id as number))
      .from('above')
      .select('*');
  return [{ name: 'above', key: '', values: [parent], columns: [...STEP_COLUMNS], select }];
}
