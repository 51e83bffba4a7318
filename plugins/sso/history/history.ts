// The record of sign-ins at providers: who tried, who came in, and why not.
import type { Request } from '@hapi/hapi';
import { header } from '../../../core/http/request-header.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Claimant } from '../refusal.ts';
import { historyStore, type SignInOutcome } from './store.ts';

/** Where a request came from, as far as the record keeps it. */
export interface RequestOrigin {
  ip_address: string;
  user_agent: string;
  request_id: string;
}

const LONGEST = 400;

export const requestOrigin = (request: Request): RequestOrigin => ({
  ip_address: request.ctx.address,
  user_agent: (header(request, 'user-agent') ?? '').slice(0, LONGEST),
  request_id: request.app.requestId,
});

export async function recordSignIn(
  tx: Ctx,
  origin: RequestOrigin,
  provider: string,
  outcome: SignInOutcome,
  about: Claimant & { reason?: string } = {},
): Promise<void> {
  const { reason = '', subject = '', email = '', user_id = null } = about;
  await historyStore.insert(tx, {
    ...origin,
    ...{ provider, outcome, reason, user_id },
    subject: subject.slice(0, LONGEST),
    email: email.slice(0, LONGEST),
  });
}
