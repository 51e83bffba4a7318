// What tests of imports share: small vaults on disk, and a job run to its end in this process.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '../../core/kernel/context.ts';
import type { ColumnMapping, ImportReport } from '../../plugins/importers/contract.ts';
import { jobReport } from '../../plugins/importers/present.ts';
import { beginLocal, work } from '../../plugins/importers/service.ts';
import { type JobRow, jobStore } from '../../plugins/importers/store.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import type { TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

/** Real exports that are no part of the product; their tests are skipped where the folder is absent. */
export const shared = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
export const withoutShared = existsSync(shared) ? false : `the real exports are not at ${shared}`;

export type Tree = Record<string, string | Buffer>;

/** Writes files below a folder that is made; returns the folder. */
export function vaultOf(tree: Tree, name = 'Vault', base = scratchFolder()): string {
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export interface ImportOptions {
  source?: string;
  who?: Name;
  parentId?: number | null;
  dryRun?: boolean;
  filename?: string;
  signal?: AbortSignal;
  mapping?: ColumnMapping;
  prune?: boolean;
}

/** Starts the product before the tests around and stops it after them; returns a folder that is there as long. */
export function startedFor(
  open: () => Promise<TestDatabase>,
  take: (t: TestApp, database: TestDatabase) => void,
  options: Parameters<typeof startApp>[1] = {},
): string {
  const base = scratchFolder();
  let t: TestApp;
  before(async () => {
    const database = await open();
    t = await startApp(database, options);
    take(t, database);
  });
  after(async () => {
    await t.stop();
    rmSync(base, { recursive: true, force: true });
  });
  return base;
}

/** From now on imports go into a workspace of their own. */
export async function inFreshWorkspace(t: TestApp, name = 'W'): Promise<void> {
  t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name })).id;
}

export const system = (t: TestApp): Ctx => t.app.context({ type: 'system', reason: 'tests' });

/** Imports a path and answers how it ended. */
export async function importPath(
  t: TestApp,
  path: string,
  { source = 'notes-vault', who = 'ann', parentId = null, dryRun = false, ...rest }: ImportOptions = {},
): Promise<{ job: JobRow; report: ImportReport }> {
  const filename = rest.filename ?? (path.split('/').at(-1) as string);
  const mapping = rest.mapping ?? {};
  const input = { source, workspaceId: t.ws1, parentId, filename, dryRun, options: {}, mapping };
  const job = await beginLocal(t.ctx(who), input, path);
  await work(system(t), job.id, rest.signal ?? new AbortController().signal, undefined, {
    prune: rest.prune ?? false,
  });
  const ended = (await jobStore.byId(system(t), job.id)) as JobRow;
  return { job: ended, report: jobReport(ended) };
}

export interface StoredPage {
  id: number;
  title: string;
  kind: string;
  parent_id: number | null;
  sync_version: number;
  position: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  blocks: any[];
  created_at: string;
  updated_at: string;
}

/** All live pages of workspace 1, by id. */
export async function pagesOf(t: TestApp): Promise<StoredPage[]> {
  const rows = await system(t).db('pages').where({ workspace_id: t.ws1 }).whereNull('deleted_at').orderBy('id');
  return rows.map((row) => ({ ...row, blocks: row.content ? (JSON.parse(row.content).blocks ?? []) : [] }));
}

export const titled = (all: StoredPage[], title: string): StoredPage => {
  const found = all.find((page) => page.title === title);
  if (!found) throw new Error(`no page is called ${title}; there are ${all.map((page) => page.title).join(', ')}`);
  return found;
};

/** How many rows a table has. */
export async function count(t: TestApp, table: string, where: object = {}): Promise<number> {
  const [row] = await system(t).db(table).where(where).count({ total: '*' });
  return Number(row?.total);
}
