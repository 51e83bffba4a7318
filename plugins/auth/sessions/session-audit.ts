// Sign-ins as part of what somebody answers for: when each session began, from where, and by which way.
import type { AuditRecords } from '../../../core/events/audit-feed.ts';
import { type SessionRow, sessions } from '../store.ts';

export const sessionAudit: AuditRecords = {
  source: 'session',
  rows: (ctx) => sessions.all(ctx),
  actor: 'user_id',
  entry: ({ user_id, via, user_agent, ip_address }: SessionRow) => ({
    ...{ actor_id: user_id, action: 'sign_in', subject: via, detail: user_agent, ip_address },
  }),
};
