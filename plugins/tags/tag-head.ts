// The head of the page of one tag: its name in its colour, and what changes it.
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { paletteTone, TAG_COLORS } from './palette-color.ts';
import { presentTag } from './service.ts';
import { tagStore } from './store.ts';

export async function tagHead(ctx: Ctx, tagId: number): Promise<object> {
  const row = await tagStore.byId(ctx, tagId);
  if (!row) throw notFound();
  const tag = await presentTag(ctx, row);
  return { tag: { ...tag, tone: paletteTone(tag.color) }, palette: TAG_COLORS, toneOf: paletteTone };
}
