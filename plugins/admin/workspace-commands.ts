// What workspaces take, their room, and deleted ones back again, on the command line.
import { readId } from '../../core/cli/id-argument.ts';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { workspaces } from '../workspaces/contract.ts';
import { listWorkspaces, quotaField, withSizes } from './workspace-list.ts';

const system = { type: 'system' as const, reason: 'command line' };
const MANY = 100_000;
const workspaceArgument = { name: 'workspace', description: 'id of the workspace' };

const idOf = (given: string | undefined): number => readId(given, 'workspace', 'a workspace');

function quotaOf(given: string): number | null {
  if (given === 'default') return null;
  const { value, error } = quotaField()
    .required()
    .validate(/^\d+$/.test(given) ? Number(given) : given);
  if (error)
    throw new UsageProblem('quota: must be a number of MiB, 0 for no limit, or default for that of the service');
  return value;
}

export const workspaceAdminCommands: Command[] = [
  {
    name: 'workspace usage',
    summary: 'List all workspaces, also deleted ones, with members, pages, bytes and quota',
    async run(app, { output }) {
      const { items } = await listWorkspaces(app.context(system), { limit: MANY, offset: 0 });
      output.table(
        items.map(({ id, name, owner, members, pages, bytes, quota_mb, deleted_at }) => ({
          ...{ id, name, owner, members, pages, bytes },
          ...{ quota_mb: quota_mb ?? 'default', deleted_at: deleted_at ?? '' },
        })),
      );
      output.result({ ok: true, workspaces: items });
      return 0;
    },
  },
  {
    name: 'workspace quota',
    summary: 'Set the room of the files of a workspace',
    arguments: [workspaceArgument, { name: 'quota', description: 'MiB, 0 for no limit, or default' }],
    examples: ['workspace quota 3 2048', 'workspace quota 3 default'],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const changed = await ctx.use(workspaces).setQuota(ctx, idOf(args[0]), quotaOf(args[1] as string));
      const [workspace] = await withSizes(ctx, [changed]);
      output.line(
        `${changed.name}: ${changed.quota_mb === null ? 'the quota of the service' : `${changed.quota_mb} MiB`}`,
      );
      output.result({ ok: true, workspace });
      return 0;
    },
  },
  {
    name: 'workspace restore',
    summary: 'Bring a deleted workspace back, with all its pages',
    arguments: [workspaceArgument],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const [workspace] = await withSizes(ctx, [await ctx.use(workspaces).restore(ctx, idOf(args[0]))]);
      output.line(`${workspace?.name} is there again.`);
      output.result({ ok: true, workspace });
      return 0;
    },
  },
];
