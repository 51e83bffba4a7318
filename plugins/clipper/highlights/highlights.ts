// What a person highlights on pages of the web: kept on the server, so that every browser shows it again.
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { Highlight } from '../clips/clip-input.ts';
import { addressKey, sourceAddress } from '../clips/source-address.ts';
import { type HighlightRow, highlightStore } from './highlight-store.ts';

const OF_ADDRESS = 200;
const OF_PERSON = 20_000;

export const presentHighlight = ({ id, source_url, exact, prefix, suffix, note, created_at }: HighlightRow) => ({
  ...{ id, source_url, exact, prefix, suffix, note, created_at },
});

/** Of the caller, wherever they are, newest first. */
export const latestHighlights = (ctx: Ctx, most: number): Promise<HighlightRow[]> =>
  highlightStore.latest(ctx, userOf(ctx).id, most);

/** Those of the caller on a page. @throws Problem validation_failed */
export async function highlightsOf(ctx: Ctx, url: string) {
  const key = addressKey(sourceAddress(url, 'url'));
  return (await highlightStore.of(ctx, userOf(ctx).id, key)).map(presentHighlight);
}

/** The same words at the same place are one highlight. @throws Problem validation_failed, conflict when there are too many */
export async function addHighlight(ctx: Ctx, url: string, { exact, prefix = '', suffix = '', note = '' }: Highlight) {
  const source_url = sourceAddress(url, 'url');
  const url_key = addressKey(source_url);
  const { id: user_id } = userOf(ctx);
  const row = await ctx.tx(async (tx) => {
    const there = await highlightStore.of(tx, user_id, url_key);
    const same = there.find((one) => one.exact === exact && one.prefix === prefix && one.suffix === suffix);
    if (same) return same;
    const isFull = there.length >= OF_ADDRESS;
    if (isFull) throw new Problem('conflict', `A page has at most ${OF_ADDRESS} highlights.`);
    if ((await highlightStore.count(tx, { user_id })) >= OF_PERSON)
      throw new Problem('conflict', `A person keeps at most ${OF_PERSON} highlights.`);
    return highlightStore.insert(tx, { ...{ user_id, source_url, url_key }, ...{ exact, prefix, suffix, note } });
  });
  return presentHighlight(row);
}

/** All of the caller on a page. @throws Problem validation_failed */
export async function removeHighlightsOf(ctx: Ctx, url: string): Promise<void> {
  const key = addressKey(sourceAddress(url, 'url'));
  await ctx.tx(async (tx) => void (await highlightStore.removeOf(tx, userOf(tx).id, key)));
}

export const removeHighlight = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await highlightStore.remove(tx, id)));
