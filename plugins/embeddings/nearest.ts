// What is near to a question: the vectors of pages are compared with its own, the newest first.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { LruCache } from '../../core/kernel/lru-cache.ts';
import type { NearPage } from '../search/contract.ts';
import { embedTexts } from './provider.ts';
import { type EmbeddingSettings, embeddingSettings } from './settings.ts';
import { embeddingStore } from './store.ts';
import { nearness, packVector, unpackVector } from './vectors.ts';

/** Pages whose parts are compared at all, parts at most, and pages between which others have their turn. */
const [PAGES_MAX, PARTS_MAX, AT_ONCE] = [20_000, 40_000, 500];
const FOUND_MAX = 30;
/** What is less near than this is about something else; and so is what is much farther than the nearest. */
const [NEAR_LEAST, NEAR_SHARE] = [0.2, 0.75];
const QUESTIONS_KEPT = 500;

/** Vectors of questions that were asked before, by model and words. */
const known = new LruCache<Int8Array>(QUESTIONS_KEPT);

/** @throws Problem unavailable */
async function vectorOf(app: App, settings: EmbeddingSettings, q: string): Promise<Int8Array> {
  const key = `${settings.baseUrl} ${settings.model} ${q}`;
  const kept = known.get(key);
  if (kept) return kept;
  try {
    const [vector] = await embedTexts(app, settings, [q]);
    const packed = unpackVector(packVector(vector as number[]));
    known.set(key, packed);
    return packed;
  } catch (cause) {
    throw new Problem('unavailable', 'Search by meaning is not available right now; searching by words is.', { cause });
  }
}

/** The nearest part of each page. */
async function compared(
  ctx: Ctx,
  settings: EmbeddingSettings,
  q: string,
  narrow: (query: Knex.QueryBuilder) => void,
): Promise<Map<number, NearPage>> {
  const asked = await vectorOf(ctx.app, settings, q);
  const found = new Map<number, NearPage>();
  let seen = 0;
  for (const some of portions(await embeddingStore.readBy(ctx, settings.model, narrow, PAGES_MAX), AT_ONCE)) {
    for (const { page_id, start, vector } of await embeddingStore.parts(ctx, some)) {
      const score = nearness(asked, unpackVector(vector));
      if (score > (found.get(page_id)?.score ?? 0)) found.set(page_id, { id: page_id, start, score });
      seen += 1;
    }
    if (seen >= PARTS_MAX) break;
  }
  return found;
}

/** See `MeaningIndex.nearest`. @throws Problem unavailable */
export async function nearestPages(
  ctx: Ctx,
  q: string,
  narrow: (query: Knex.QueryBuilder) => void,
): Promise<NearPage[]> {
  const settings = embeddingSettings(ctx.app);
  if (!settings) throw new Problem('unavailable', 'Search by meaning is not set up here.');
  if (!q.trim()) return [];
  const found = [...(await compared(ctx, settings, q, narrow)).values()];
  found.sort((one, other) => other.score - one.score || other.id - one.id);
  const least = Math.max(NEAR_LEAST, (found[0]?.score ?? 0) * NEAR_SHARE);
  return found.filter(({ score }) => score >= least).slice(0, FOUND_MAX);
}
