// Addresses that anybody may call do so sixty times a minute, before anything is written or asked.
import type { Request } from '@hapi/hapi';

const RATE = { limit: 60, seconds: 60 };

/** @throws Problem rate_limited */
export const countSignIn = ({ ctx }: Request): void =>
  void ctx.app.limits.hit(`sso:${ctx.address}`, RATE, Date.parse(ctx.now()));
