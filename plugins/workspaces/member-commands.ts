// Who belongs to a workspace, on the command line.
import { Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Command, type CommandInput, textOption, UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { assign, changeRole, invitationLink, invite, removeMember } from './members.ts';
import { workspaceService } from './service.ts';
import { memberStore } from './store.ts';

const system = { type: 'system' as const, reason: 'command line' };
const ROLES: Role[] = ['viewer', 'commenter', 'editor', 'owner'];
const workspaceArgument = { name: 'workspace', description: 'id, slug or name' };
const userArgument = { name: 'user', description: 'id, login or email address' };
const roleOption = { flags: '--role <role>', description: 'viewer, commenter, editor or owner', default: 'editor' };

function roleIn(given: string | undefined): Role {
  if (!ROLES.includes(given as Role)) throw new UsageProblem(`role: must be one of ${ROLES.join(', ')}`);
  return given as Role;
}

async function addMember(ctx: Ctx, input: CommandInput): Promise<number> {
  const { args, output } = input;
  const workspace = await workspaceService.named(ctx, args[0] as string);
  const user = await ctx.use(accounts).named(ctx, args[1] as string);
  const role = roleIn(textOption(input, 'role'));
  if (await memberStore.role(ctx, user.id, workspace.id))
    throw new Problem('conflict', `${user.login} is a member already; "workspace set-role" changes the role.`);
  await assign(ctx, workspace.id, user.id, role, { source: 'manual' });
  output.line(`${user.login} is ${role} of ${workspace.name}.`);
  output.result({ ok: true, workspace_id: workspace.id, user_id: user.id, role });
  return 0;
}

async function inviteAddress(ctx: Ctx, input: CommandInput): Promise<number> {
  const { args, output } = input;
  const workspace = await workspaceService.named(ctx, args[0] as string);
  const made = await invite(ctx, workspace.id, args[1] as string, roleIn(textOption(input, 'role')));
  const link = 'invitation' in made ? await invitationLink(ctx, made.invitation) : '';
  output.line('member' in made ? `${args[1]} is a member now.` : `${args[1]} is invited to ${workspace.name}.`);
  if (link) output.line(`No mail server is set up; give them this link: ${link}`);
  output.result({ ok: true, workspace_id: workspace.id, ...made, ...(link && { link }) });
  return 0;
}

export const memberCommands: Command[] = [
  {
    name: 'workspace members',
    summary: 'List the members of a workspace with their roles',
    arguments: [workspaceArgument],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const workspace = await workspaceService.named(ctx, args[0] as string);
      const members = (await memberStore.list(ctx, workspace.id)).map(({ user_id, email, full_name, role }) => ({
        ...{ user_id, email, full_name, role },
      }));
      output.table(members);
      output.result({ ok: true, workspace_id: workspace.id, members });
      return 0;
    },
  },
  {
    name: 'workspace add-member',
    summary: 'Make an account a member of a workspace',
    arguments: [workspaceArgument, userArgument],
    options: [roleOption],
    examples: ['workspace add-member plans ada@example.org --role viewer'],
    run: (app, input) => addMember(app.context(system), input),
  },
  {
    name: 'workspace invite',
    summary: 'Invite an address into a workspace by mail, or by a link where there is no mail server',
    arguments: [workspaceArgument, { name: 'email', description: 'email address' }],
    options: [roleOption],
    run: (app, input) => inviteAddress(app.context(system), input),
  },
  {
    name: 'workspace set-role',
    summary: 'Change the role of a member; a workspace keeps an owner',
    arguments: [workspaceArgument, userArgument, { name: 'role', description: ROLES.join(', ') }],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const [workspace, user, role] = [
        await workspaceService.named(ctx, args[0] as string),
        await ctx.use(accounts).named(ctx, args[1] as string),
        roleIn(args[2]),
      ];
      await changeRole(ctx, workspace.id, user.id, role);
      output.line(`${user.login} is ${role} of ${workspace.name}.`);
      output.result({ ok: true, workspace_id: workspace.id, user_id: user.id, role });
      return 0;
    },
  },
  {
    name: 'workspace remove-member',
    summary: 'Take a member out of a workspace; a workspace keeps an owner',
    arguments: [workspaceArgument, userArgument],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const [workspace, user] = [
        await workspaceService.named(ctx, args[0] as string),
        await ctx.use(accounts).named(ctx, args[1] as string),
      ];
      await removeMember(ctx, workspace.id, user.id);
      output.line(`${user.login} is no member of ${workspace.name} any more.`);
      output.result({ ok: true, workspace_id: workspace.id, user_id: user.id });
      return 0;
    },
  },
];
