// SQL of the forges that administrators have registered.
import type { Ctx } from '../../../core/kernel/context.ts';

export const KEYS = ['forge', 'forge2'] as const;
export type ForgeKey = (typeof KEYS)[number];

export const TYPES = ['gitea', 'forgejo', 'gitlab', 'github'] as const;
export type ForgeType = (typeof TYPES)[number];

export interface ForgeRow {
  id: number;
  key: ForgeKey;
  type: ForgeType;
  name: string;
  /** without a slash at its end */
  base_url: string;
  client_id: string;
  client_secret_encrypted: string | null;
  login: number;
  private_repositories: number;
  provisioning_json: string;
  created_at: string;
  updated_at: string;
}

export const forgeStore = {
  all: (ctx: Ctx): Promise<ForgeRow[]> => ctx.db('forges').orderBy('key'),
  byId: (ctx: Ctx, id: number): Promise<ForgeRow | undefined> => ctx.db('forges').where({ id }).first(),
  byKey: (ctx: Ctx, key: string): Promise<ForgeRow | undefined> => ctx.db('forges').where({ key }).first(),
  async save(tx: Ctx, row: Omit<ForgeRow, 'id' | 'created_at' | 'updated_at'>): Promise<ForgeRow> {
    const now = tx.now();
    const { key, ...change } = row;
    const [saved] = await tx
      .db('forges')
      .insert({ ...row, created_at: now, updated_at: now })
      .onConflict('key')
      .merge({ ...change, updated_at: now })
      .returning('*');
    return saved as ForgeRow;
  },
  remove: (tx: Ctx, id: number) => tx.db('forges').where({ id }).delete(),
};

/** Messages of forges that were taken, so that none is taken twice. */
export const forgeDeliveryStore = {
  /** whether it had not been taken yet; of all processes one is told so */
  async take(tx: Ctx, forgeId: number, deliveryId: string): Promise<boolean> {
    const insert = tx
      .db('forge_deliveries')
      .insert({ forge_id: forgeId, delivery_id: deliveryId, created_at: tx.now() });
    const taken = await insert.onConflict(['forge_id', 'delivery_id']).ignore().returning('delivery_id');
    return taken.length > 0;
  },
  purge: (tx: Ctx, before: string) => tx.db('forge_deliveries').where('created_at', '<', before).delete(),
};
