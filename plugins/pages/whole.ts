// One page as every answer shows it that is no list: with its content (contract 5).
import type { Ctx } from '../../core/context.ts';
import type { Page } from './contract.ts';
import { presentWhole } from './present.ts';
import { type PageRow, pageStore } from './store.ts';

/** The page with its content, as the database holds it now. */
export async function wholePage(ctx: Ctx, page: Page): Promise<Page & { content: string }> {
  return presentWhole({ ...(page as PageRow), content: await pageStore.content(ctx, page.id) });
}

/** The page after a change, as the browser's JSON answers: its fields beside `ok`. */
export const changed = async (ctx: Ctx, page: Page) => ({ ok: true as const, ...(await wholePage(ctx, page)) });
