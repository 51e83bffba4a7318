// The kinds of notifications that plugins have added.
import type { Ctx } from '../../core/kernel/context.ts';
import { type NotificationKind, notificationKinds } from './contract.ts';

export const notificationKindsOf = (ctx: Ctx): NotificationKind[] => ctx.app.contributions(notificationKinds);

/** @throws Error for a type that no plugin has added */
export function notificationKind(ctx: Ctx, type: string): NotificationKind {
  const kind = notificationKindsOf(ctx).find((one) => one.type === type);
  if (!kind) throw new Error(`unknown kind of notification ${type}`);
  return kind;
}
