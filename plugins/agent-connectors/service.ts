// Connectors of people: made, changed, tested, and read by whoever they belong to and nobody else.
import { faultText } from '../../core/http/localized-errors.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { throttle } from '../auth/contract.ts';
import type { Connector, ConnectorRequest, ConnectorStatus, ConnectorText } from './contract.ts';
import { extensionKinds, fetchBy, HTTP, probeOf } from './kinds.ts';
import { fetchNative, isNative, NATIVE_KINDS, nativeList } from './native.ts';
import { sealConnectorSecret, urlOrigin } from './secret.ts';
import { type ConnectorRow, connectorStore } from './store.ts';
import { TOOL_NAMES } from './tool-names.ts';

export interface ConnectorInput {
  name: string;
  url: string;
  kind?: string;
  /** null or empty: none */
  secret?: string | null;
  auth_header?: string | null;
  enabled?: boolean;
}

const CONNECTORS_MAX = 50;
const DETAIL_MAX = 500;
/** Outward calls of a person, so that nobody makes a scanner of this service. */
const CALLS = { limit: 120, seconds: 600 };
const RESERVED = new Set<string>([...NATIVE_KINDS, ...TOOL_NAMES].map(uniqueKey));

export const presentConnector = ({ id, name, kind, url, enabled, ...row }: ConnectorRow): Connector => ({
  ...{ id, name, kind, url, enabled: Boolean(enabled) },
  ...{ status: row.status, detail: row.detail, has_secret: row.secret_encrypted !== null, native: false },
});

export async function listConnectors(ctx: Ctx): Promise<Connector[]> {
  const own = await connectorStore.of(ctx, userOf(ctx).id);
  return [...(await nativeList(ctx)), ...own.map(presentConnector)];
}

/** Not by the names that tools and the connectors of everybody have. @throws Problem conflict */
async function requireFreeName(ctx: Ctx, name: string, except?: number): Promise<void> {
  if (RESERVED.has(uniqueKey(name))) throw new Problem('conflict', `The name ${name} is taken by the service itself.`);
  const known = await connectorStore.named(ctx, userOf(ctx).id, uniqueKey(name));
  if (known && known.id !== except) throw new Problem('conflict', `You have a connector called ${name} already.`);
}

/** @throws Problem validation_failed */
function requireKind(ctx: Ctx, kind: string): void {
  const kinds = [HTTP, ...extensionKinds(ctx.app).keys()];
  if (!kinds.includes(kind)) throw invalid(['body', 'kind'], `must be one of ${kinds.join(', ')}`, 'value_error', kind);
}

/** @throws Problem private_url (400), conflict, validation_failed */
export async function createConnector(ctx: Ctx, input: ConnectorInput): Promise<ConnectorRow> {
  const { name, url, kind = HTTP, secret, auth_header = null, enabled = true } = input;
  requireKind(ctx, kind);
  await ctx.app.outbound.checkName(url);
  return ctx.tx(async (tx) => {
    await requireFreeName(tx, name);
    if ((await connectorStore.count(tx, userOf(ctx).id)) >= CONNECTORS_MAX)
      throw new Problem('conflict', `There can be at most ${CONNECTORS_MAX} connectors.`);
    return connectorStore.insert(tx, {
      ...{ user_id: userOf(ctx).id, name, name_key: uniqueKey(name), kind, url, auth_header },
      ...{ secret_encrypted: secret ? sealConnectorSecret(ctx.app, url, secret) : null, enabled: Number(enabled) },
      ...UNPROBED,
    });
  });
}

/** What was found out does not hold for another address or another secret. */
const UNPROBED = { status: 'unknown', detail: '', probed_at: null } as const;

function sealed(ctx: Ctx, before: ConnectorRow, { url = before.url, secret }: Partial<ConnectorInput>) {
  if (secret !== undefined) return { secret_encrypted: secret ? sealConnectorSecret(ctx.app, url, secret) : null };
  // A secret belongs to the origin it was given for.
  return urlOrigin(url) === urlOrigin(before.url) ? {} : { secret_encrypted: null };
}

/** @throws Problem private_url (400), conflict, validation_failed */
export async function changeConnector(ctx: Ctx, id: number, change: Partial<ConnectorInput>): Promise<ConnectorRow> {
  const { name, url, kind, auth_header, enabled, secret } = change;
  if (kind !== undefined) requireKind(ctx, kind);
  if (url !== undefined) await ctx.app.outbound.checkName(url);
  return ctx.tx(async (tx) => {
    const before = await connectorStore.byId(tx, id);
    if (!before) throw notFound();
    if (name !== undefined) await requireFreeName(tx, name, id);
    const isOther = [url, kind, auth_header, secret].some((one) => one !== undefined);
    return connectorStore.change(tx, id, {
      ...(name !== undefined && { name, name_key: uniqueKey(name) }),
      ...(url !== undefined && { url }),
      ...(kind !== undefined && { kind }),
      ...(auth_header !== undefined && { auth_header }),
      ...(enabled !== undefined && { enabled: Number(enabled) }),
      ...sealed(tx, before, change),
      ...(isOther && UNPROBED),
      updated_at: tx.now(),
    });
  });
}

export const removeConnector = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await connectorStore.remove(tx, id)));

const takeCall = (ctx: Ctx) => ctx.use(throttle).take(ctx, [{ key: `connector:${userOf(ctx).id}`, ...CALLS }]);

/** Kept for whom it belongs to, and so in their language. */
const inWords = ({ app, locale }: Ctx, reason: string): string => faultText(app.messages, locale, reason);

async function probed(ctx: Ctx, row: ConnectorRow): Promise<{ status: ConnectorStatus; detail: string }> {
  try {
    const { status, detail } = await probeOf(ctx, row);
    return { status, detail: String(detail).slice(0, DETAIL_MAX) };
  } catch (error) {
    if (error instanceof Problem) return { status: 'error', detail: inWords(ctx, error.message).slice(0, DETAIL_MAX) };
    ctx.log.error({ err: error, connector: row.id, kind: row.kind }, 'connector failed');
    return { status: 'error', detail: inWords(ctx, 'The extension of this connector failed.') };
  }
}

/** Tests it and keeps what came of it. @throws Problem rate_limited, not_found */
export async function probeConnector(ctx: Ctx, row: ConnectorRow): Promise<ConnectorRow> {
  await takeCall(ctx);
  const found = await probed(ctx, row);
  const kept = await ctx.tx((tx) => connectorStore.change(tx, row.id, { ...found, probed_at: tx.now() }));
  // Deleted meanwhile.
  if (!kept) throw notFound();
  return kept;
}

/** One of the caller's, or one of those that everybody has, by id, name or kind. @throws Problem not_found */
export async function findConnector(
  ctx: Ctx,
  wanted: string | number,
): Promise<ConnectorRow | (typeof NATIVE_KINDS)[number]> {
  const userId = userOf(ctx).id;
  const text = String(wanted).trim();
  const byId = /^[1-9]\d{0,9}$/.test(text) ? await connectorStore.byId(ctx, Number(text)) : undefined;
  const row =
    (byId?.user_id === userId ? byId : undefined) ?? (await connectorStore.named(ctx, userId, uniqueKey(text)));
  if (row) return row;
  const kind = text.toLowerCase();
  if (isNative(kind)) return kind;
  const native = (await nativeList(ctx)).find(({ name }) => uniqueKey(name) === uniqueKey(text))?.kind;
  if (isNative(native)) return native;
  const ofKind = await connectorStore.ofKind(ctx, userId, kind);
  if (!ofKind) throw new Problem('not_found', `No connector is called ${text.slice(0, 100)}.`);
  return ofKind;
}

/** @throws Problem not_found, conflict where it is off */
async function usable(ctx: Ctx, wanted: string | number): ReturnType<typeof findConnector> {
  const found = await findConnector(ctx, wanted);
  if (typeof found !== 'string' && !found.enabled) throw new Problem('conflict', `The connector ${found.name} is off.`);
  return found;
}

export async function connectorNamed(ctx: Ctx, wanted: string | number): Promise<Connector> {
  const found = await usable(ctx, wanted);
  if (typeof found !== 'string') return presentConnector(found);
  return (await nativeList(ctx)).find(({ kind }) => kind === found) as Connector;
}

/** @throws Problem not_found, conflict where it is off, private_url, validation_failed, connector_failed, rate_limited */
export async function fetchConnector(ctx: Ctx, { connector, path, query }: ConnectorRequest): Promise<ConnectorText> {
  const found = await usable(ctx, connector);
  await takeCall(ctx);
  return typeof found === 'string' ? fetchNative(ctx, found, path, query) : fetchBy(ctx, found, path, query);
}
