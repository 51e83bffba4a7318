// Reads the texts of pages that wait: a few pages at a time, each again only when its text is another one.
import { createHash } from 'node:crypto';
import type { Ctx } from '../../core/kernel/context.ts';
import type { EventStream } from '../../core/kernel/domain-event.ts';
import type { JobKind } from '../../core/kernel/job.ts';
import { search } from '../search/contract.ts';
import { EmbeddingFault, embedTexts } from './provider.ts';
import { type EmbeddingSettings, embeddingSettings } from './settings.ts';
import { embeddingStore, type UnreadPage } from './store.ts';
import { type TextPart, textParts } from './text-parts.ts';
import { packVector } from './vectors.ts';

const PAGES_AT_ONCE = 16;
/** Texts in one request. */
const TEXTS_AT_ONCE = 32;
/** Pages that the hourly look asks for at once; it looks again as long as there are more. */
const UNREAD_AT_ONCE = 1000;

export const READ_JOB = 'embeddings.read';
const LOOK_JOB = 'embeddings.look';

interface ReadPage {
  page: UnreadPage;
  text_hash: string;
  parts: TextPart[];
}

const hashOf = (parts: TextPart[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** The vectors of all these texts, in requests of a size that servers take. @throws EmbeddingFault */
async function vectorsOf(ctx: Ctx, settings: EmbeddingSettings, texts: string[], signal: AbortSignal) {
  const vectors: number[][] = [];
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
    vectors.push(...(await embedTexts(ctx.app, settings, texts.slice(at, at + TEXTS_AT_ONCE), signal)));
  return vectors;
}

async function readPages(ctx: Ctx, settings: EmbeddingSettings, pages: ReadPage[], signal: AbortSignal): Promise<void> {
  const texts = pages.flatMap(({ parts }) => parts.map(({ text }) => text));
  const vectors = await vectorsOf(ctx, settings, texts, signal);
  await ctx.tx(async (tx) => {
    for (const { page, text_hash, parts } of pages) {
      const rows = parts.map(({ start }, part) => ({ part, start, vector: packVector(vectors.shift() as number[]) }));
      await embeddingStore.keep(tx, page, { model: settings.model, text_hash, parts: rows });
    }
  });
}

/** A text that the server refuses must not keep the others waiting: the page is found by its words alone. */
async function readEach(ctx: Ctx, settings: EmbeddingSettings, pages: ReadPage[], signal: AbortSignal): Promise<void> {
  for (const one of pages) {
    try {
      await readPages(ctx, settings, [one], signal);
    } catch (error) {
      if (!(error instanceof EmbeddingFault) || !error.isRefused) throw error;
      ctx.log.warn({ page: one.page.page_id }, 'the embedding server refuses the text of a page');
      const { page, text_hash } = one;
      await ctx.tx((tx) => embeddingStore.keep(tx, page, { model: settings.model, text_hash, parts: [] }));
    }
  }
}

/** The next pages that wait. False: none did. @throws EmbeddingFault, and what `signal` aborts with */
async function readNext(ctx: Ctx, settings: EmbeddingSettings, signal: AbortSignal): Promise<boolean> {
  const waiting = await embeddingStore.waiting(ctx, PAGES_AT_ONCE);
  if (!waiting.length) return false;
  const ids = waiting.map(({ page_id }) => page_id);
  const texts = await ctx.use(search).texts(ctx, ids);
  const gone = ids.filter((id) => !texts.has(id));
  const found = waiting.flatMap((page): ReadPage[] => {
    const text = texts.get(page.page_id);
    if (!text) return [];
    const parts = textParts(text.title, text.text);
    return [{ page, parts, text_hash: hashOf(parts) }];
  });
  const isSame = ({ page, text_hash }: ReadPage) => page.text_hash === text_hash && page.model === settings.model;
  await ctx.tx(async (tx) => {
    if (gone.length) await embeddingStore.drop(tx, gone);
    for (const { page, text_hash } of found.filter(isSame))
      await embeddingStore.keep(tx, page, { model: settings.model, text_hash });
  });
  const changed = found.filter((one) => !isSame(one));
  try {
    if (changed.length) await readPages(ctx, settings, changed, signal);
  } catch (error) {
    if (!(error instanceof EmbeddingFault) || !error.isRefused) throw error;
    await readEach(ctx, settings, changed, signal);
  }
  return true;
}

/** Reads all that waits, as the system. @throws EmbeddingFault, and what `signal` aborts with */
export async function readWaiting(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const settings = embeddingSettings(ctx.app);
  if (!settings) return;
  while (await readNext(ctx, settings, signal)) signal.throwIfAborted();
}

const enqueueReading = (tx: Ctx): Promise<void> => tx.enqueue(READ_JOB, {}, { uniqueKey: READ_JOB });

/** Asks for what no event has asked for: pages from before there was a model, or before there was this one. */
export async function lookForUnread(ctx: Ctx): Promise<void> {
  const settings = embeddingSettings(ctx.app);
  if (!settings) return;
  while (await ctx.tx((tx) => embeddingStore.wantUnread(tx, settings.model, UNREAD_AT_ONCE)));
  const [first] = await embeddingStore.waiting(ctx, 1);
  if (first) await ctx.tx(enqueueReading);
}

/** Soon after the start, when another model may have been set. */
export const lookAtStart = (tx: Ctx): Promise<void> => tx.enqueue(LOOK_JOB, {}, { uniqueKey: LOOK_JOB });

export const embeddingJobs: Record<string, JobKind> = {
  [READ_JOB]: { run: (ctx, _payload, signal) => readWaiting(ctx, signal) },
  [LOOK_JOB]: { cron: '@hourly', run: (ctx) => lookForUnread(ctx) },
};

/** Changes of pages, many at once: their texts are read soon after. */
export const pageChanges: EventStream = {
  types: () => ['page.created', 'page.updated', 'page.restored'],
  atOnce: 200,
  async run(ctx, events) {
    if (!embeddingSettings(ctx.app)) return;
    const ids = [...new Set(events.map(({ data }) => Number(data.id)))];
    await ctx.tx(async (tx) => {
      await embeddingStore.want(tx, ids);
      await enqueueReading(tx);
    });
  },
};
