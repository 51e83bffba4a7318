// Workspaces on the command line.
import Joi from 'joi';
import { Problem } from '../../core/http/problem.ts';
import { name } from '../../core/http/schema-fields.ts';
import { checked } from '../../core/http/validation-errors.ts';
import type { Command } from '../../core/kernel/plugin.ts';
import { accounts, actorOf } from '../auth/contract.ts';
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
    options: [{ flags: '--owner <user>', description: 'id, login or e-mail address (default: the first account)' }],
    async run(app, { args, options, output }) {
      const given = checked(workspaceName, { name: args[0] as string });
      const ctx = app.context(system);
      const wanted = typeof options.owner === 'string' ? options.owner : undefined;
      const owner = await ctx.use(accounts).find(ctx, wanted ?? '1');
      if (!owner)
        throw new Problem(
          'not_found',
          wanted === undefined
            ? 'There is no account yet. Make one with `commonplace user create`.'
            : `There is no account ${wanted}.`,
        );
      const made = await workspaceService.create(app.context(actorOf(owner)), given);
      output.line(`Created ${made.name} (id ${made.id}).`);
      output.result({ ok: true, workspace: made });
      return 0;
    },
  },
];
