// Groups, explanations and the record on the command line.

import { readId } from '../../core/cli/id-argument.ts';
import { printRecord, sinceOf, sinceOption } from '../../core/http/log-export.ts';
import { notFound } from '../../core/http/problem.ts';
import { validateInput } from '../../core/http/validation-errors.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Command, type CommandInput, textOption, UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { explainAccess } from './access-explanation.ts';
import { ACTIONS, type AuditFilter, wholeAudit } from './audit.ts';
import { type GroupRow, groupStore } from './groups/group-store.ts';
import { addToGroup, createGroup, dropFromGroup, groupBody, removeGroup } from './groups/groups.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });

async function workspaceOf(ctx: Ctx, input: CommandInput): Promise<number> {
  const given = textOption(input, 'workspace');
  const service = ctx.use(workspaces);
  const found = given === undefined ? await service.first(ctx) : await service.named(ctx, given);
  if (!found) throw notFound();
  return found.id;
}

async function groupOf(ctx: Ctx, given: string | undefined): Promise<GroupRow> {
  const found = await groupStore.byId(ctx, readId(given, 'group', 'a group'));
  if (!found) throw notFound();
  return found;
}

const inWorkspace = {
  flags: '--workspace <workspace>',
  description: 'id, slug or name (default: the one with the lowest id)',
};
const groupArgument = { name: 'group', description: 'number of the group' };
const userArgument = { name: 'user', description: 'id, login or email address' };

const groupCommands: Command[] = [
  {
    name: 'group list',
    summary: 'List the groups of a workspace',
    options: [inWorkspace],
    async run(app, input) {
      const ctx = system(app);
      const rows = await groupStore.listed(ctx, [await workspaceOf(ctx, input)]);
      const sizes = await groupStore.sizes(
        ctx,
        rows.map(({ id }) => id),
      );
      const groups = rows.map(({ id, name, description }) => ({ id, name, members: sizes.get(id) ?? 0, description }));
      input.output.table(groups);
      input.output.result({ ok: true, groups });
      return 0;
    },
  },
  {
    name: 'group create',
    summary: 'Make a group in a workspace',
    arguments: [{ name: 'name', description: 'name of the group' }],
    options: [inWorkspace, { flags: '--description <text>', description: 'what it is for' }],
    async run(app, input) {
      const ctx = system(app);
      const fields = validateInput(groupBody, {
        name: input.args[0] as string,
        description: textOption(input, 'description'),
      });
      const group = await createGroup(ctx, await workspaceOf(ctx, input), fields);
      input.output.line(`Created ${group.name} (id ${group.id}).`);
      input.output.result({ ok: true, group });
      return 0;
    },
  },
  {
    name: 'group delete',
    summary: 'Delete a group and all that was opened to it',
    arguments: [groupArgument],
    async run(app, { args, output }) {
      const ctx = system(app);
      const group = await groupOf(ctx, args[0]);
      await removeGroup(ctx, group);
      output.line(`Deleted ${group.name}.`);
      output.result({ ok: true });
      return 0;
    },
  },
  {
    name: 'group add',
    summary: 'Add a member of the workspace to a group',
    arguments: [groupArgument, userArgument],
    async run(app, { args, output }) {
      const ctx = system(app);
      const member = await addToGroup(
        ctx,
        await groupOf(ctx, args[0]),
        (await ctx.use(accounts).named(ctx, args[1] as string)).id,
      );
      output.line(`Added ${member.email}.`);
      output.result({ ok: true, member });
      return 0;
    },
  },
  {
    name: 'group drop',
    summary: 'Take somebody out of a group',
    arguments: [groupArgument, userArgument],
    async run(app, { args, output }) {
      const ctx = system(app);
      const { id, email } = await ctx.use(accounts).named(ctx, args[1] as string);
      await dropFromGroup(ctx, await groupOf(ctx, args[0]), id);
      output.line(`Took ${email} out.`);
      output.result({ ok: true });
      return 0;
    },
  },
];

export const permissionCommands: Command[] = [
  ...groupCommands,
  {
    name: 'permission explain',
    summary: 'Say what somebody may do with a page, and why',
    arguments: [userArgument, { name: 'page', description: 'number of the page' }],
    examples: ['permission explain ann@example.org 12'],
    async run(app, { args, output }) {
      const ctx = system(app);
      const { id, email, is_active } = await ctx.use(accounts).named(ctx, args[0] as string);
      if (!is_active) throw new UsageProblem(`${email} is deactivated and may do nothing`);
      const found = await explainAccess(ctx, readId(args[1], 'page', 'a page'), id);
      output.line(`${email}: ${found.role ?? 'no access'} (${found.because.replaceAll('_', ' ')})`);
      output.table(
        found.steps.map(({ page_id, title, permission_type, grants }) => ({
          page: page_id,
          title,
          type: permission_type,
          grants: grants.map(({ role, via }) => `${role} by ${via}`).join(', '),
        })),
      );
      output.result({ ok: true, ...found });
      return 0;
    },
  },
  {
    name: 'audit export',
    summary: 'Write all changes of rights as CSV, the oldest first',
    options: [
      { flags: '--workspace <id>', description: 'of this workspace only' },
      { flags: '--action <name>', description: 'of this kind only', choices: [...ACTIONS] },
      sinceOption,
    ],
    async run(app, input) {
      const given = textOption(input, 'workspace');
      const filter: AuditFilter = {
        workspaceId: given === undefined ? undefined : await workspaceOf(system(app), input),
        action: textOption(input, 'action'),
        since: sinceOf(input),
      };
      return printRecord(wholeAudit(system(app), filter), input.output);
    },
  },
];
