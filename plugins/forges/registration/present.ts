// Forges as JSON: to everybody what they may connect with, to administrators how they are set up.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type ConnectionRow, connectionStore } from '../connection/store.ts';
import { canConnect, FORGE_CALLBACK, provisioningOf } from './registration.ts';
import { type ForgeRow, forgeStore } from './store.ts';

export type ConnectionStatus = ConnectionRow['status'] | 'none';

const isAdmin = ({ actor }: Ctx): boolean => actor.type === 'system' || (actor.type === 'user' && actor.isAdmin);

export function presentForge(ctx: Ctx, forge: ForgeRow, status: ConnectionStatus) {
  const { id, key, type, name, base_url, client_id, created_at, updated_at } = forge;
  const open = { id, key, type, name, base_url, login: Boolean(forge.login), can_connect: canConnect(forge), status };
  if (!isAdmin(ctx)) return open;
  return {
    ...open,
    client_id,
    has_client_secret: forge.client_secret_encrypted !== null,
    private_repositories: Boolean(forge.private_repositories),
    provisioning: provisioningOf(forge),
    callback_url: `${ctx.app.baseUrl}${FORGE_CALLBACK}`,
    created_at,
    updated_at,
  };
}

/** All, each with the state of the caller's own connection. */
export async function forgesShown(ctx: Ctx) {
  const [forges, own] = await Promise.all([
    forgeStore.all(ctx),
    ctx.actor.type === 'user' ? connectionStore.of(ctx, ctx.actor.id) : [],
  ]);
  return forges.map((forge) =>
    presentForge(ctx, forge, own.find(({ forge_id }) => forge_id === forge.id)?.status ?? 'none'),
  );
}
