// The product with the sample workspace in it, listening, for pictures and audits.
import { rmSync } from 'node:fs';
import type { App } from '../../core/app.ts';
import { createApp } from '../../core/boot.ts';
import { loadSettings } from '../../core/config.ts';
import type { Ctx } from '../../core/context.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { openSession } from '../../plugins/auth/sessions.ts';
import { markdownToBlocks, pages } from '../../plugins/pages/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { scratchFolder } from '../kit/folders.ts';
import { PAGES, PEOPLE, type SamplePage, WORKSPACE } from './content.ts';

export interface Sample {
  url: string;
  /** of the owner's session: name and value */
  cookies: { name: string; value: string }[];
  /** address of a page by its title */
  page(title: string): string;
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

async function furnish(app: App): Promise<{ cookie: string; csrf: string; ids: Map<string, number> }> {
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
  const { id, cookie } = await openSession(ctx, owner.id, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
  return { cookie, csrf: app.csrf.tokenFor(id), ids };
}

export async function openSample(): Promise<Sample> {
  const dataDir = scratchFolder();
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a key for samples that is long enough',
  };
  const app = await createApp(loadSettings(settings));
  const url = await app.start();
  const { cookie, csrf, ids } = await furnish(app);
  return {
    url,
    cookies: [
      { name: 'session', value: cookie },
      { name: 'csrf', value: csrf },
    ],
    page: (title) => `/pages/${ids.get(title)}`,
    async close() {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
