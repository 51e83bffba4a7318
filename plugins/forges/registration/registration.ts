// Registering forges and taking them away: what a change drops, and who hears of it.
import { invalid } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { connectionStore } from '../connection/store.ts';
import { projectStore } from '../projects/store.ts';
import { type ForgeKey, type ForgeRow, type ForgeType, forgeStore } from './store.ts';

const PURPOSE = 'forges';
export const FORGE_CALLBACK = '/auth/callback';

export interface ForgeProvisioning {
  mode: 'off' | 'invited' | 'domains' | 'all';
  domains: string[];
}

export interface ForgeInput {
  key: ForgeKey;
  type: ForgeType;
  name?: string;
  base_url: string;
  client_id: string;
  client_secret?: string;
  login: boolean;
  private_repositories: boolean;
  provisioning: ForgeProvisioning;
}

/** @throws Error when it was encrypted with another SECRET_KEY */
export const openSecret = ({ app }: Ctx, sealed: string): string => app.secrets.decrypt(sealed, PURPOSE);
export const sealForgeSecret = ({ app }: Ctx, secret: string): string => app.secrets.encrypt(secret, PURPOSE);

/** Its secret, or undefined where there is none that can be read. */
export function clientSecretOf(ctx: Ctx, { client_secret_encrypted: sealed }: ForgeRow): string | undefined {
  try {
    return sealed ? openSecret(ctx, sealed) : undefined;
  } catch {
    return undefined;
  }
}

export const canConnect = (forge: ForgeRow): boolean => Boolean(forge.client_id && forge.client_secret_encrypted);

export const provisioningOf = (forge: ForgeRow): ForgeProvisioning => ({
  ...{ mode: 'invited' as const, domains: [] },
  ...(JSON.parse(forge.provisioning_json) as Partial<ForgeProvisioning>),
});

const isSamePlace = (before: ForgeRow, { base_url, type }: ForgeInput): boolean =>
  before.type === type && new URL(before.base_url).origin === new URL(base_url).origin;

async function tellAdministrators(tx: Ctx, text: string, name: string): Promise<void> {
  const by = tx.actor.type === 'user' ? tx.actor.fullName || tx.actor.login : 'commonplace forge';
  for (const { id } of await tx.use(accounts).admins(tx))
    await tx.use(signIn).tell(tx, id, 'forges.notice.changed.subject', text, { by, name });
}

/**
 * Registers a forge under its key, in place of one that has it. Another origin takes along neither the secret nor what
 * people are connected by: those belong to the place before.
 * @throws Problem validation_failed, private_url
 */
export async function saveForge(ctx: Ctx, input: ForgeInput): Promise<ForgeRow> {
  // Asks DNS: outside of the transaction.
  await ctx.app.outbound.checkName(input.base_url);
  return ctx.tx(async (tx) => {
    const before = await forgeStore.byKey(tx, input.key);
    const stays = before !== undefined && isSamePlace(before, input);
    const { client_secret: secret, provisioning, name, login, private_repositories, ...rest } = input;
    const kept = stays && input.client_id === before.client_id ? before.client_secret_encrypted : null;
    const sealed = secret ? sealForgeSecret(tx, secret) : kept;
    if (login && !(input.client_id && sealed))
      throw invalid(['body', 'login'], 'needs client_id and client_secret of an OAuth application of the forge');
    const saved = await forgeStore.save(tx, {
      ...rest,
      name: name ?? new URL(input.base_url).host,
      client_secret_encrypted: sealed,
      login: login ? 1 : 0,
      private_repositories: private_repositories ? 1 : 0,
      provisioning_json: JSON.stringify(provisioning),
    });
    if (before && !stays) {
      await connectionStore.removeOf(tx, before.id);
      await projectStore.detach(tx, before.id);
    }
    await tellAdministrators(tx, 'forges.notice.changed.text', saved.name);
    tx.log.info({ forge: saved.key, by: actorId(tx) }, 'forge registered');
    return saved;
  });
}

/** Takes a forge away with what people are connected by; pages that came from it stay. */
export const removeForge = (ctx: Ctx, { id, key, name }: ForgeRow): Promise<void> =>
  ctx.tx(async (tx) => {
    await projectStore.detach(tx, id);
    await forgeStore.remove(tx, id);
    await tellAdministrators(tx, 'forges.notice.removed.text', name);
    tx.log.info({ forge: key, by: actorId(tx) }, 'forge removed');
  });
