// Workspaces on the command line.
import Joi from 'joi';
import { Problem } from '../../core/http/problem.ts';
import { name } from '../../core/http/schema-fields.ts';
import { validateInput } from '../../core/http/validation-errors.ts';
import { type Command, textOption } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { workspaceService } from './service.ts';
import { workspaceStore } from './store.ts';

const system = { type: 'system' as const, reason: 'command line' };

const workspaceName = Joi.object({ name: name().required() });

export const workspaceCommands: Command[] = [
  {
    name: 'workspace list',
    summary: 'List all workspaces',
    async run(app, { output }) {
      const rows = (await workspaceStore.all(app.context(system))).map(
        ({ id, name, slug, owner_id, created_at, archived_at }) => ({
          id,
          name,
          slug,
          owner_id,
          created_at,
          archived_at,
        }),
      );
      output.table(rows);
      output.result({ ok: true, workspaces: rows });
      return 0;
    },
  },
  {
    name: 'workspace create',
    summary: 'Create a workspace for an account',
    arguments: [{ name: 'name', description: 'name of the workspace' }],
    options: [{ flags: '--owner <user>', description: 'id, login or email address (default: the first account)' }],
    async run(app, input) {
      const given = validateInput(workspaceName, { name: input.args[0] as string });
      const ctx = app.context(system);
      const owner = textOption(input, 'owner') ?? '1';
      if (input.options.owner === undefined && !(await ctx.use(accounts).find(ctx, owner)))
        throw new Problem('not_found', 'There is no account yet. Make one with `commonplace user create`.');
      const made = await workspaceService.create(app.context(await ctx.use(accounts).actorNamed(ctx, owner)), given);
      input.output.line(`Created ${made.name} (id ${made.id}).`);
      input.output.result({ ok: true, workspace: made });
      return 0;
    },
  },
];
