// What doctor asks of a workspace's own emoji: each is a picture.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import { isRasterImage } from '../../core/files/file-response.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { emojiStore } from './store.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const rows = await emojiStore.kinds(ctx);
  const faults = rows.filter(({ mime }) => !isRasterImage(mime));
  if (faults[0]) return { ok: false, detail: `the emoji ${faults[0].id} is no picture`, count: faults.length };
  return { ok: true, detail: 'every emoji is a picture', count: rows.length };
}

export const emojiCheck: DoctorCheck = { name: 'emoji', run };
