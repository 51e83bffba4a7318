// SQL of the tokens by which directories prove themselves.
import type { Ctx } from '../../../core/kernel/context.ts';

export interface ScimTokenRow {
  id: number;
  name: string;
  token_prefix: string;
  created_at: string;
  created_by: number | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

const columns = ['id', 'name', 'token_prefix', 'created_at', 'created_by', 'last_used_at', 'revoked_at'];

export const scimTokenStore = {
  async insert(
    tx: Ctx,
    row: Pick<ScimTokenRow, 'name' | 'token_prefix' | 'created_by'> & { token_hash: string },
  ): Promise<ScimTokenRow> {
    const [made] = await tx
      .db('scim_tokens')
      .insert({ ...row, created_at: tx.now() })
      .returning(columns);
    return made as ScimTokenRow;
  },
  all: (ctx: Ctx): Promise<ScimTokenRow[]> => ctx.db('scim_tokens').orderBy('id').select(columns),
  byHash: (ctx: Ctx, hash: string): Promise<ScimTokenRow | undefined> =>
    ctx.db('scim_tokens').where({ token_hash: hash }).first(columns),
  byId: (ctx: Ctx, id: number): Promise<ScimTokenRow | undefined> => ctx.db('scim_tokens').where({ id }).first(columns),
  /** how many of them are good */
  async count(ctx: Ctx): Promise<number> {
    const [row] = await ctx.db('scim_tokens').whereNull('revoked_at').count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  revoke: (tx: Ctx, id: number) =>
    tx.db('scim_tokens').where({ id }).whereNull('revoked_at').update({ revoked_at: tx.now() }),
  used: (tx: Ctx, id: number) => tx.db('scim_tokens').where({ id }).update({ last_used_at: tx.now() }),
};
