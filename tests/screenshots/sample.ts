// The product with the sample workspace in it, listening, for pictures and audits.
import { rmSync } from 'node:fs';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { openSession } from '../../plugins/auth/sessions/sessions.ts';
import { markdownToBlocks } from '../../plugins/blocks/markdown/lazy.ts';
import { VIEW_KINDS, type ViewKind } from '../../plugins/databases/contract.ts';
import { createCollection } from '../../plugins/databases/databases.ts';
import { createRows } from '../../plugins/databases/rows/rows.ts';
import { createView, visibleViews } from '../../plugins/databases/views/views.ts';
import { visibleSchemaById } from '../../plugins/databases/visibility/visible-schema.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { PAGES, PEOPLE, PROJECTS, type SamplePage, WORKSPACE } from './content.ts';

export interface Sample {
  url: string;
  /** of the owner's session: name and value */
  cookies: { name: string; value: string }[];
  /** address of a page by its title */
  page(title: string): string;
  /** address of a view of the projects by its kind */
  view(kind: string): string;
  close(): Promise<void>;
}

/** Adds pages in order, with all below them. */
async function fill(
  ctx: Ctx,
  workspaceId: number,
  samples: SamplePage[],
  parentId: number | null,
  ids: Map<string, number>,
) {
  for (const { title, icon, markdown, children = [] } of samples) {
    const blocks = markdownToBlocks(markdown);
    const { id } = await ctx.use(pages).create(ctx, { workspaceId, parentId, title, icon, blocks });
    ids.set(title, id);
    await fill(ctx, workspaceId, children, id, ids);
  }
}

const VIEW_NAMES: Record<ViewKind, string> = {
  ...{ table: 'All', board: 'By status', calendar: 'Calendar', gallery: 'Cards', list: 'List' },
  ...{ timeline: 'Timeline', form: 'Suggest a project', chart: 'How many' },
};

/** A database of projects around today; addresses of its views by their kinds. */
async function keepProjects(ctx: Ctx, workspaceId: number): Promise<Map<string, string>> {
  const made = await createCollection(ctx, { workspaceId, parentId: null, ...PROJECTS, template: 'project-tracker' });
  const { id, page_id } = made.collection;
  const { properties } = await visibleSchemaById(ctx, id);
  const day = (from: number) => new Date(Date.parse(ctx.now()) + from * 86_400_000).toISOString().slice(0, 10);
  const named = (name: string) => properties.find((one) => one.name === name);
  const option = (name: string, chosen: string) => named(name)?.config.options?.find((one) => one.name === chosen)?.id;
  const rows = PROJECTS.rows.map(({ title, status, priority, progress, from, to }) => ({
    title,
    values: {
      [named('Status')?.id ?? 0]: option('Status', status),
      [named('Priority')?.id ?? 0]: option('Priority', priority),
      [named('Progress')?.id ?? 0]: progress,
      [named('Dates')?.id ?? 0]: { start: day(from), end: day(to), timezone: null },
    },
  }));
  await createRows(ctx, id, rows);
  const schema = await visibleSchemaById(ctx, id);
  const known = new Set((await visibleViews(ctx, id)).map(({ kind }) => kind));
  const config = { group_by: named('Status')?.id ?? null };
  for (const kind of VIEW_KINDS)
    if (!known.has(kind))
      await createView(ctx, schema, { name: VIEW_NAMES[kind], kind, ...(kind === 'chart' && { config }) });
  const views = await visibleViews(ctx, id);
  return new Map(views.map((view) => [view.kind, `/pages/${page_id}?view=${view.id}`]));
}

interface Furnished {
  cookie: string;
  csrf: string;
  ids: Map<string, number>;
  views: Map<string, string>;
}

async function furnish(app: App): Promise<Furnished> {
  const system = app.context({ type: 'system', reason: 'sample' });
  const accounts = [];
  for (const person of PEOPLE) accounts.push(await insertAccount(system, { ...person, password_hash: 'none' }));
  const [owner] = accounts;
  if (!owner) throw new Error('the sample has nobody');
  const ctx = app.context(actorOf(owner));
  const [home] = await ctx.use(workspaces).mine(ctx);
  if (!home) throw new Error('the sample has no workspace');
  await app.database.writer('workspaces').where({ id: home.id }).update(WORKSPACE);
  const ids = new Map<string, number>();
  await fill(ctx, home.id, PAGES, null, ids);
  const views = await keepProjects(ctx, home.id);
  const { id, cookie } = await openSession(ctx, owner.id, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
  return { cookie, csrf: app.csrf.tokenFor(id), ids, views };
}

/** A day on which every picture is taken, so that the same is shown each time. */
export const SAMPLE_MOMENT = '2026-11-18T10:00:00.000Z';

/** @param now what time it is in the sample; default: what it is */
export async function openSample(now?: string): Promise<Sample> {
  const dataDir = scratchFolder();
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a key for samples that is long enough',
  };
  const app = await createApp(loadSettings(settings), now ? { now: () => now } : {});
  const url = await app.start();
  const { cookie, csrf, ids, views } = await furnish(app);
  return {
    url,
    cookies: [
      { name: 'session', value: cookie },
      { name: 'csrf', value: csrf },
    ],
    page: (title) => `/pages/${ids.get(title)}`,
    view: (kind) => views.get(kind) ?? '/',
    async close() {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
