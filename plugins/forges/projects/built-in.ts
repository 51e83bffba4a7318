// Projects that are workspaces, made by their name: somebody owns one of a name, as the list of projects tells them apart.
import { Problem } from '../../../core/http/problem.ts';
import { fold } from '../../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type Project, presentBuiltin } from './present.ts';

/** @throws Problem conflict for who owns a project of this name */
export function createBuiltin(ctx: Ctx, name: string): Promise<Project> {
  const { id, login } = userOf(ctx);
  const wanted = fold(name.trim());
  return ctx.tx(async (tx) => {
    const own = (await tx.use(workspaces).mine(tx)).filter(({ owner_id }) => owner_id === id);
    if (own.some((one) => one.slug === wanted || fold(one.name) === wanted))
      throw new Problem('conflict', `You already own a project named ${name}.`);
    return presentBuiltin(await tx.use(workspaces).create(tx, { name }), login);
  });
}
