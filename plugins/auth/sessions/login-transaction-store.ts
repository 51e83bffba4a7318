// SQL of sign-ins at providers that are on their way.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { LoginPurpose } from '../contract.ts';

export interface TransactionRow {
  id_hash: string;
  browser_hash: string;
  provider: string;
  purpose: LoginPurpose;
  nonce: string;
  verifier_encrypted: string;
  request_id: string;
  next: string;
  session_id: string | null;
  data_encrypted: string;
  created_at: string;
  expires_at: string;
}

export const transactions = {
  insert: (ctx: Ctx, row: TransactionRow) => ctx.db('login_transactions').insert(row),
  /** of all processes, whose statement deletes it has it */
  async take(ctx: Ctx, named: Partial<TransactionRow>): Promise<TransactionRow | undefined> {
    const row = await transactions.one(ctx, named);
    const isMine = row && (await ctx.db('login_transactions').where({ id_hash: row.id_hash }).delete()) > 0;
    return isMine ? row : undefined;
  },
  one: (ctx: Ctx, named: Partial<TransactionRow>): Promise<TransactionRow | undefined> =>
    ctx.db('login_transactions').where(named).first(),
  live: async (ctx: Ctx, named: Partial<TransactionRow>): Promise<boolean> =>
    Boolean(await ctx.db('login_transactions').where(named).where('expires_at', '>', ctx.now()).first('id_hash')),
  purge: (ctx: Ctx) => ctx.db('login_transactions').where('expires_at', '<', ctx.now()).delete(),
};
