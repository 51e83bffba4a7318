// Which versions of a page are kept: all new ones, fewer of the old ones, and always the last.

import { settingOf } from '../../../core/boot/stored-settings.ts';
import { DAY, daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { collectReferences } from '../../blocks/references.ts';
import { files } from '../../files/contract.ts';
import { filesOfPage } from '../content/page-body.ts';
import { pageStore } from '../store.ts';
import { type VersionRow, versionStore } from './version-store.ts';

/** all of a month, then the last of each day for a year, then the last of each month */
const WHOLE_DAYS = 30;
const DAILY_DAYS = 365;
const PAGES_AT_ONCE = 200;

type Dated = Pick<VersionRow, 'id' | 'note' | 'created_at'>;

/**
 * Ids of the versions that go, of one page; newest first. `policy` is `thinned`, `all`, or days after which they go.
 * The newest one stays, and each one that has a note.
 */
export function expired(versions: Dated[], now: string, policy: string): number[] {
  if (policy === 'all') return [];
  const age = ({ created_at }: Dated): number => (Date.parse(now) - Date.parse(created_at)) / DAY;
  const old = versions.slice(1);
  if (policy !== 'thinned') return old.filter((one) => !one.note && age(one) > Number(policy)).map(({ id }) => id);
  const seen = new Set<string>(versions.slice(0, 1).map((one) => spanOf(one, age(one))));
  return old
    .filter((one) => {
      if (age(one) <= WHOLE_DAYS) return false;
      const span = spanOf(one, age(one));
      const isLast = !seen.has(span);
      seen.add(span);
      return !isLast && !one.note;
    })
    .map(({ id }) => id);
}

/** The day or month of which one version is kept, in UTC. */
const spanOf = ({ created_at }: Dated, age: number): string => created_at.slice(0, age <= DAILY_DAYS ? 10 : 7);

/** Daily: removes versions as VERSION_RETENTION says, and lets go of files that no version shows any more. */
export async function thinVersions(ctx: Ctx): Promise<void> {
  const policy = await settingOf(ctx, 'VERSION_RETENTION');
  if (policy === 'all') return;
  const days = policy === 'thinned' ? WHOLE_DAYS : Number(policy);
  const before = daysAgo(ctx, days);
  for (let last = 0; ; ) {
    const pages = await versionStore.agedPages(ctx, before, last, PAGES_AT_ONCE);
    for (const pageId of pages) {
      const gone = expired(await versionStore.all(ctx, pageId), ctx.now(), policy);
      if (gone.length) await ctx.tx((tx) => removeVersions(tx, pageId, gone));
    }
    if (pages.length < PAGES_AT_ONCE) return;
    last = pages.at(-1) as number;
  }
}

async function removeVersions(tx: Ctx, pageId: number, ids: number[]): Promise<void> {
  const page = await pageStore.hold(tx, pageId);
  if (!page) return;
  await versionStore.remove(tx, ids);
  if (page.kind === 'file') return;
  const named = (await versionStore.blocks(tx, pageId)).flatMap((json) => collectReferences(versionBlocks(json)).files);
  await tx.use(files).setReferences(tx, pageId, [...new Set([...named, ...(await filesOfPage(tx, page))])]);
}

/** Blocks of a stored version. */
export const versionBlocks = (json: string): Block[] => (JSON.parse(json) as { blocks: Block[] }).blocks;
