// The connectors that everybody has: two forges, and the web. They are described without asking the network.
import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { readConnectorText } from './connector-text.ts';
import { type Connector, type ConnectorText, nativeConnectors } from './contract.ts';
import { requireFetchHost } from './fetch-hosts.ts';
import { failedBy } from './http-call.ts';

export const NATIVE_KINDS = ['forge', 'forge2', 'web'] as const;
export type NativeKind = (typeof NATIVE_KINDS)[number];

export const isNative = (kind: unknown): kind is NativeKind => NATIVE_KINDS.includes(kind as NativeKind);

const REDIRECTS_MAX = 5;

const say = (ctx: Ctx, key: string): string => ctx.app.messages.text(ctx.locale, `agent-connectors.${key}`);

const native = (ctx: Ctx, kind: NativeKind, more: Partial<Connector> = {}): Connector => ({
  ...{ id: null, name: say(ctx, `name.${kind}`), kind, url: '', enabled: true, status: 'unknown', detail: '' },
  ...{ has_secret: false, native: true, ...more },
});

const adderOf = (ctx: Ctx, kind: NativeKind) =>
  ctx.app.contributions(nativeConnectors).find((one) => one.kind === kind);

export async function nativeList(ctx: Ctx): Promise<Connector[]> {
  const forges = (['forge', 'forge2'] as const).map(async (kind) =>
    native(ctx, kind, (await adderOf(ctx, kind)?.describe(ctx)) ?? { detail: say(ctx, 'detail.no_forge') }),
  );
  return [...(await Promise.all(forges)), native(ctx, 'web', { status: 'ok' })];
}

/** Where the caller connects one that is built in; null where it works, or where that is not for them to do. */
export const connectingOf = async (ctx: Ctx, { kind, status }: Connector) =>
  (status !== 'ok' && isNative(kind) && (await adderOf(ctx, kind)?.connecting?.(ctx))) || null;

/** An address that may be read, before any name is looked up. @throws Problem private_url, forbidden */
export function webAddress(ctx: Ctx, text: string): URL {
  const url = ctx.app.outbound.check(text);
  requireFetchHost(ctx.app, url);
  return url;
}

/** Of the web the path is a whole address. @throws Problem */
export async function fetchNative(ctx: Ctx, kind: NativeKind, path: string, query?: string): Promise<ConnectorText> {
  if (kind !== 'web') {
    const adder = adderOf(ctx, kind);
    if (!adder) throw new Problem('conflict', 'No code hosting service is connected.');
    return adder.fetch(ctx, path, query);
  }
  const url = webAddress(ctx, path);
  if (query) url.search = query.replace(/^\?/, '');
  const inspect = (next: URL) => requireFetchHost(ctx.app, next);
  const answer = await ctx.app.outbound
    .request(url.href, { redirects: REDIRECTS_MAX, cut: true, inspect })
    .catch((error) => {
      throw failedBy(error);
    });
  return readConnectorText(ctx, answer);
}
