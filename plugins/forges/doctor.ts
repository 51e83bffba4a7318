// What doctor asks of forges: their secrets can be read, and repositories are kept in step.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { connectionStore } from './connection/store.ts';
import { projectStore } from './projects/store.ts';
import { openSecret } from './registration/registration.ts';
import { forgeStore } from './registration/store.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const [forges, connections, projects] = await Promise.all([
    forgeStore.all(ctx),
    connectionStore.all(ctx),
    projectStore.all(ctx),
  ]);
  const sealed = [
    ...forges.flatMap(({ client_secret_encrypted }) => client_secret_encrypted ?? []),
    ...connections.map(({ access_token_encrypted }) => access_token_encrypted),
    ...projects.map(({ push_secret_encrypted }) => push_secret_encrypted),
  ];
  const unreadable = sealed.filter((one) => {
    try {
      return !openSecret(ctx, one);
    } catch {
      return true;
    }
  });
  if (unreadable.length)
    return {
      ok: false,
      detail: 'secrets were written with another SECRET_KEY: register the code hosting services and connect them anew',
      count: unreadable.length,
    };
  const failing = projects.filter(({ error }) => error !== '');
  if (failing[0]) {
    const { owner, name, error } = failing[0];
    return { ok: false, detail: `${owner}/${name} is not kept in step: ${error}`, count: failing.length };
  }
  return { ok: true, detail: `${forges.length} forges, ${projects.length} linked repositories`, count: forges.length };
}

export const forgeCheck: DoctorCheck = { name: 'forges', run };
