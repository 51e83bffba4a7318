// What all changes of the directory share: one after the other, each recorded with where it came from.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type RequestOrigin, recordSignIn } from '../history/history.ts';

const LOCK = 7_210_029;

/** Who changes, and where the request came from. */
export interface DirectoryRequest {
  ctx: Ctx;
  origin: RequestOrigin;
  ifMatch?: string;
}

export type DirectoryAct =
  | 'scim_created'
  | 'scim_linked'
  | 'scim_changed'
  | 'scim_activated'
  | 'scim_deactivated'
  | 'scim_removed'
  | 'scim_group_created'
  | 'scim_group_changed'
  | 'scim_group_removed';

/** Runs it in one transaction, with no other change of the directory beside it. */
export const changing = <T>({ ctx }: DirectoryRequest, work: (tx: Ctx) => Promise<T>): Promise<T> =>
  ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, LOCK);
    return work(tx);
  });

export const recordChange = (
  tx: Ctx,
  { origin }: DirectoryRequest,
  reason: DirectoryAct,
  about: { subject: string; email?: string; user_id?: number },
): Promise<void> => recordSignIn(tx, origin, 'scim', 'success', { ...about, reason });

export const unknownResource = (): Problem => new Problem('not_found', 'There is no such resource.');
