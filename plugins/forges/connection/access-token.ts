// The token by which one person reads at a forge: renewed by one at a time, because forges burn the old one.
import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { apiOf } from '../adapters/adapter-list.ts';
import { type ForgeApi, ForgeFault } from '../adapters/forge-api.ts';
import { clientSecretOf, openSecret, sealForgeSecret } from '../registration/registration.ts';
import type { ForgeRow } from '../registration/store.ts';
import { exchangeRefresh, TokenRefusal } from './oauth.ts';
import { type ConnectionRow, connectionStore } from './store.ts';

/** A token that ends sooner is renewed first. */
const MARGIN_MS = 60_000;
/** How long somebody who renews a token may take before another one does. */
const LEASE_MS = 15_000;
const PAUSE_MS = 100;

/** What forges call a token that was taken back, or used already. */
const OVER = new Set(['invalid_grant', 'bad_refresh_token']);

const later = (ctx: Ctx, ms: number): string => new Date(Date.parse(ctx.now()) + ms).toISOString();

const isDue = (ctx: Ctx, { expires_at }: ConnectionRow): boolean =>
  expires_at !== null && expires_at <= later(ctx, MARGIN_MS);

function opened(ctx: Ctx, sealed: string): string {
  try {
    return openSecret(ctx, sealed);
  } catch (error) {
    throw new ForgeFault('revoked', error);
  }
}

const mark = (ctx: Ctx, row: ConnectionRow, status: ConnectionRow['status']): Promise<boolean> =>
  ctx.tx((tx) => connectionStore.replace(tx, row, { status, lease_until: null }));

/** Asks for another token; the caller holds the lease of the row. @throws ForgeFault */
async function renew(ctx: Ctx, forge: ForgeRow, row: ConnectionRow): Promise<string> {
  const secret = clientSecretOf(ctx, forge);
  if (!row.refresh_token_encrypted || !secret) {
    await mark(ctx, row, 'expired');
    throw new ForgeFault('revoked');
  }
  try {
    const tokens = await exchangeRefresh(ctx.app, forge, secret, opened(ctx, row.refresh_token_encrypted));
    await ctx.tx((tx) =>
      connectionStore.replace(tx, row, {
        access_token_encrypted: sealForgeSecret(tx, tokens.access),
        // Some forges keep the old one good and do not send it again.
        ...(tokens.refresh && { refresh_token_encrypted: sealForgeSecret(tx, tokens.refresh) }),
        expires_at: tokens.expiresAt,
        status: 'ok',
        lease_until: null,
      }),
    );
    return tokens.access;
  } catch (error) {
    // Other refusals are faults of how the forge is set up here, and end with those.
    const isOver = error instanceof TokenRefusal && OVER.has(error.message);
    await mark(ctx, row, isOver ? 'revoked' : row.status);
    throw error instanceof TokenRefusal ? new ForgeFault(isOver ? 'revoked' : 'away', error) : error;
  }
}

/** A token that is good for a while. @throws ForgeFault */
async function tokenOf(ctx: Ctx, forge: ForgeRow, userId: number): Promise<{ row: ConnectionRow; token: string }> {
  const until = Date.now() + LEASE_MS;
  for (;;) {
    const row = await connectionStore.one(ctx, userId, forge.id);
    if (!row) throw notConnected(forge);
    if (row.status !== 'ok') throw new ForgeFault('revoked');
    if (!isDue(ctx, row)) return { row, token: opened(ctx, row.access_token_encrypted) };
    const isOurs = await ctx.tx((tx) => connectionStore.lease(tx, row, later(tx, LEASE_MS)));
    if (isOurs) {
      const token = await renew(ctx, forge, row);
      return { row: (await connectionStore.one(ctx, userId, forge.id)) ?? row, token };
    }
    if (Date.now() > until) throw new ForgeFault('away');
    await setTimeout(PAUSE_MS);
  }
}

export const notConnected = ({ name }: ForgeRow): Problem =>
  new Problem('conflict', `You are not connected with ${name}. Connect it in your settings first.`);

/**
 * Reads at a forge with the token of somebody. One that the forge no longer takes is noted, never deleted.
 * @throws ForgeFault, Problem conflict for who is not connected
 */
export async function withForge<T>(
  ctx: Ctx,
  forge: ForgeRow,
  userId: number,
  work: (api: ForgeApi) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { row, token } = await tokenOf(ctx, forge, userId);
  try {
    return await work(apiOf(ctx.app, forge, token, signal));
  } catch (error) {
    if (error instanceof ForgeFault && error.reason === 'revoked') await mark(ctx, row, 'revoked');
    throw error;
  }
}

/** What a fault of a forge is for whoever asked. */
export function problemOf(error: unknown, { name }: ForgeRow): unknown {
  if (!(error instanceof ForgeFault)) return error;
  const { reason } = error;
  if (reason === 'missing') return new Problem('not_found', 'There is nothing of this name that you may see.');
  if (reason === 'revoked')
    return new Problem('conflict', `${name} no longer accepts your connection. Connect it again in your settings.`);
  if (reason === 'refused') return new Problem('forbidden', `${name} does not let you read this.`);
  if (reason === 'too_large') return new Problem('payload_too_large', `What ${name} sends is too large.`);
  return new Problem('unavailable', `${name} does not answer. Pages already here are unaffected.`, { cause: error });
}
