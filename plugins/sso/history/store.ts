// SQL of the record of sign-ins at providers.

import type { AuditRecords } from '../../../core/events/audit-feed.ts';
import { type WholeRecord, wholeRecord } from '../../../core/http/log-export.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

export type SignInOutcome = 'attempt' | 'success' | 'rejected';

export interface HistoryRow {
  id: number;
  created_at: string;
  provider: string;
  outcome: SignInOutcome;
  reason: string;
  user_id: number | null;
  subject: string;
  email: string;
  ip_address: string;
  user_agent: string;
  request_id: string;
}

export const HISTORY_COLUMNS = [
  ...(['id', 'created_at', 'provider', 'outcome', 'reason', 'user_id', 'subject', 'email'] as const),
  ...(['ip_address', 'user_agent', 'request_id'] as const),
];

export const signOnAudit: AuditRecords = {
  source: 'sign-on',
  // What the directory does to somebody is nothing that they did.
  rows: ({ db }) =>
    db(
      db('sso_history')
        .select('*', db.raw("case when provider = 'scim' then null else user_id end as actor_id"))
        .as('acts'),
    ),
  actor: 'actor_id',
  entry: ({ user_id, outcome, provider, reason, subject, email, ip_address }: HistoryRow) =>
    provider === 'scim'
      ? { actor_id: null, action: reason.replace('_', '.'), subject: email || subject, detail: '', ip_address }
      : {
          ...{ actor_id: user_id, action: `sign_in.${outcome}`, subject: provider, ip_address },
          detail: [email, reason].filter(Boolean).join(': '),
        },
};

export const historyStore = {
  insert: (tx: Ctx, row: Omit<HistoryRow, 'id' | 'created_at'>) =>
    tx.db('sso_history').insert({ ...row, created_at: tx.now() }),
  async page(ctx: Ctx, limit: number, offset: number, outcome?: SignInOutcome) {
    const build = () => {
      const query = ctx.db('sso_history');
      return outcome ? query.where({ outcome }) : query;
    };
    const items: HistoryRow[] = await build()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .select([...HISTORY_COLUMNS]);
    const [count] = await build().count({ total: '*' });
    return { items, total: Number(count?.total ?? 0) };
  },
  whole: (ctx: Ctx): WholeRecord<HistoryRow> => wholeRecord<HistoryRow>(() => ctx.db('sso_history'), HISTORY_COLUMNS),
  purge: (tx: Ctx, before: string) => tx.db('sso_history').where('created_at', '<', before).delete(),
};
