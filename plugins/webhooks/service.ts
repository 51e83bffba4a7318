// Use cases of hooks: make, change, remove, and give another secret.
import { isDeepStrictEqual } from 'node:util';
import { invalid, Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import { databases, type Filter } from '../databases/contract.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { belongsTo } from './hook-owner.ts';
import { encryptSecret, newSigningSecret } from './signature.ts';
import { SILENT, type SigningMethod, type WebhookRow, webhookStore } from './store.ts';
import { checkTarget, sameOrigin } from './target.ts';

export interface WebhookInput {
  name?: string;
  url: string;
  events?: string[];
  collection_id?: number | null;
  filter?: Filter | null;
  payload?: 'thin' | 'full';
  include_imports?: boolean;
  headers?: Record<string, string>;
  signing?: SigningMethod;
  enabled?: boolean;
}

/** A hook, and its secret where that is new and for others to know. */
export interface SecretWebhook {
  row: WebhookRow;
  secret: string | null;
}

const HOOKS_MAX = 50;
const HOUR_MS = 3_600_000;

const secretFor = (ctx: Ctx, signing: SigningMethod) => {
  const secret = newSigningSecret(signing);
  return { secret: signing === 'hmac' ? secret : null, secret_encrypted: encryptSecret(ctx.app, secret) };
};

/** An administrator from outside would be told of nothing. @throws Problem conflict */
async function checkOwner(ctx: Ctx, workspaceId: number | null, userId: number): Promise<void> {
  if (workspaceId === null || (await belongsTo(ctx, workspaceId, userId))) return;
  throw new Problem('conflict', 'A webhook tells what its owner sees as a member: join the workspace first.');
}

/** @throws Problem validation_failed */
async function checkSubject(ctx: Ctx, workspaceId: number | null, input: Partial<WebhookInput>): Promise<void> {
  const { collection_id, filter } = input;
  if (collection_id) {
    const collection = await ctx.use(databases).byId(ctx, collection_id);
    if (workspaceId !== null && collection?.workspace_id !== workspaceId)
      throw invalid(['body', 'collection_id'], 'must be a database of the workspace');
  }
  if (!filter) return;
  if (!collection_id) throw invalid(['body', 'filter'], 'needs collection_id: it is about the rows of one database');
  await ctx.use(databases).checkFilter(ctx, collection_id, filter);
}

/** Those that listen to nothing come and go with rules, and take nobody's place. @throws Problem conflict */
async function checkCount(tx: Ctx, workspaceId: number | null, events: string[] | undefined): Promise<void> {
  if (events && !events.length) return;
  if ((await webhookStore.count(tx, workspaceId)) >= HOOKS_MAX)
    throw new Problem('conflict', `There are ${HOOKS_MAX} webhooks already, which is the most.`);
}

const parsed = (filter: string | null): Filter | null => filter && JSON.parse(filter);

/** How it is kept; what is not given is absent. */
function stored(ctx: Ctx, { headers, events, filter, include_imports, enabled, ...same }: Partial<WebhookInput>) {
  const sealed = headers && Object.keys(headers).length ? encryptSecret(ctx.app, JSON.stringify(headers)) : null;
  return {
    ...same,
    ...(headers && { headers_encrypted: sealed }),
    ...(events && { events: JSON.stringify(events) }),
    ...(filter !== undefined && { filter: filter && JSON.stringify(filter) }),
    ...(include_imports !== undefined && { include_imports: Number(include_imports) }),
    ...(enabled !== undefined && { enabled: Number(enabled) }),
  };
}

/**
 * The caller has checked that the actor may write in the workspace; null: of the whole service.
 * @throws Problem private_url, forbidden, conflict, validation_failed
 */
export async function createWebhook(ctx: Ctx, workspaceId: number | null, input: WebhookInput): Promise<SecretWebhook> {
  if (workspaceId === null && !userOf(ctx).isAdmin)
    throw new Problem('forbidden', 'Only administrators make webhooks of the whole service.');
  await checkOwner(ctx, workspaceId, userOf(ctx).id);
  await checkTarget(ctx, input.url);
  await checkSubject(ctx, workspaceId, input);
  return insertWebhook(ctx, workspaceId, input);
}

/** One whose address and subject are checked: inside a transaction nobody waits for DNS. @throws Problem conflict */
export async function insertWebhook(ctx: Ctx, workspaceId: number | null, input: WebhookInput): Promise<SecretWebhook> {
  const user = userOf(ctx);
  const signing = input.signing ?? 'hmac';
  const { secret, secret_encrypted } = secretFor(ctx, signing);
  const row = await ctx.tx(async (tx) => {
    await checkCount(tx, workspaceId, input.events);
    const name = input.name ?? new URL(input.url).host;
    return webhookStore.insert(tx, {
      ...{ workspace_id: workspaceId, user_id: user.id, secret_encrypted, signing, enabled: 1 },
      ...stored(tx, { events: ['*'], ...input, name }),
    });
  });
  return { row, secret };
}

/** Another receiver gets neither the secret nor the headers that were meant for the one before. */
function forNewOrigin(ctx: Ctx, before: WebhookRow, change: Partial<WebhookInput>) {
  const isMoved = change.url !== undefined && !sameOrigin(change.url, before.url);
  const signing = change.signing ?? before.signing;
  if (!isMoved && signing === before.signing) return { secret: null, change: {} };
  const { secret, secret_encrypted } = secretFor(ctx, signing);
  const none = { previous_secret_encrypted: null, previous_until: null };
  return { secret, change: { secret_encrypted, ...none, ...(isMoved && { headers_encrypted: null }) } };
}

const WELL = { disabled_reason: null, disabled_at: null, health: 'well', failing_since: null, told_at: null } as const;

/** What decides who is told of what. */
const TOLD = ['url', 'payload', 'headers', 'collection_id', 'filter', 'events'] as const;

/** Nobody may have others' rights send what they chose themselves: whoever changes that is the owner from then on. */
async function forNewOwner(ctx: Ctx, before: WebhookRow, change: Partial<WebhookInput>) {
  const actor = actorId(ctx);
  if (actor === null || actor === before.user_id) return {};
  const { url, payload, collection_id } = before;
  const events = JSON.parse(before.events).toSorted();
  const kept = { url, payload, collection_id, filter: parsed(before.filter), events };
  const given = { ...change, events: change.events?.toSorted() };
  // Headers are not kept to be compared: given ones are others.
  const isTold = TOLD.some(
    (key) => given[key] !== undefined && (key === 'headers' || !isDeepStrictEqual(given[key], kept[key])),
  );
  if (!isTold) return {};
  await checkOwner(ctx, before.workspace_id, actor);
  return { user_id: actor };
}

/**
 * Another person than the owner who changes what is sent, or where to, becomes the owner.
 * @throws Problem private_url, validation_failed, conflict
 */
export async function changeWebhook(ctx: Ctx, row: WebhookRow, change: Partial<WebhookInput>): Promise<SecretWebhook> {
  if (change.url !== undefined) await checkTarget(ctx, change.url);
  const { collection_id = row.collection_id, filter = parsed(row.filter) } = change;
  const isSame = isDeepStrictEqual([collection_id, filter], [row.collection_id, parsed(row.filter)]);
  if (!isSame) await checkSubject(ctx, row.workspace_id, { collection_id, filter });
  return ctx.tx(async (tx) => {
    const before = (await webhookStore.hold(tx, [row.id]))[0] as WebhookRow;
    if (before.events === SILENT && change.events) await checkCount(tx, before.workspace_id, change.events);
    const { secret, change: renewed } = forNewOrigin(tx, before, change);
    const isTurned = change.enabled !== undefined && change.enabled !== Boolean(before.enabled);
    const after = await webhookStore.change(tx, row.id, {
      ...renewed,
      ...(await forNewOwner(tx, before, change)),
      ...stored(tx, change),
      ...(isTurned && (change.enabled ? WELL : { disabled_at: tx.now() })),
      updated_at: tx.now(),
    });
    if (isTurned && !change.enabled) await deliveryStore.abandon(tx, row.id);
    return { row: after, secret };
  });
}

export const removeWebhook = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await webhookStore.remove(tx, id)));

/** Messages carry signatures of both secrets for so many hours. */
export async function rotateSecret(ctx: Ctx, id: number, overlapHours: number): Promise<SecretWebhook> {
  return ctx.tx(async (tx) => {
    const before = (await webhookStore.hold(tx, [id]))[0] as WebhookRow;
    const { secret, secret_encrypted } = secretFor(tx, before.signing);
    const until = new Date(Date.parse(tx.now()) + overlapHours * HOUR_MS).toISOString();
    const row = await webhookStore.change(tx, id, {
      secret_encrypted,
      previous_secret_encrypted: overlapHours > 0 ? before.secret_encrypted : null,
      previous_until: overlapHours > 0 ? until : null,
      updated_at: tx.now(),
    });
    return { row, secret };
  });
}
