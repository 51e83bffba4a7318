// What doctor asks of second factors: their codes can be checked.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { isReadable } from './enrolment.ts';
import { codeDevices } from './store.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const sealed = await codeDevices.sealed(ctx);
  const unreadable = sealed.filter((row) => !isReadable(ctx, row));
  if (unreadable[0])
    return {
      ok: false,
      detail: `the codes of the account ${unreadable[0].user_id} were set up with another SECRET_KEY: nobody can check them, and user reset-2fa takes them off`,
      count: unreadable.length,
    };
  return { ok: true, detail: 'the codes of all accounts can be checked', count: sealed.length };
}

export const twoFactorCheck: DoctorCheck = { name: 'two-factor', run };
