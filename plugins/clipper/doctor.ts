// What doctor asks of the clipper: pages that it was to read have been read, or say why not.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { clipStore } from './clips/clip-store.ts';

const LATE_MS = 24 * 60 * 60_000;

async function run(ctx: Ctx): Promise<Verdict> {
  const late = await clipStore.unread(ctx, new Date(Date.parse(ctx.now()) - LATE_MS).toISOString());
  if (late.length)
    return { ok: false, detail: `a clip has waited for its text for more than a day: ${late[0]}`, count: late.length };
  return { ok: true, detail: 'no clip waits for its text for more than a day' };
}

export const clipCheck: DoctorCheck = { name: 'clips', run };
