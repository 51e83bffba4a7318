// What the pages of groups show: all groups of a workspace with some faces of each, and one with all its people.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, personChoices } from '../../auth/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type GroupRow, groupStore } from './group-store.ts';
import { listGroups } from './groups.ts';

/** Of the people of a group, how many show their face in the list. */
const FACES = 5;

/** What was done, as the address says it after a form went well. */
const DONE = ['created', 'renamed', 'deleted', 'added', 'dropped'];

const workspaceOf = (request: Request) => loaded<{ id: number; name: string }>(request, 'ws_id');

/** Of the workspace whose role was checked. @throws Problem not_found */
export async function requestedGroup(request: Request, groupId: number): Promise<GroupRow> {
  const group = await groupStore.byId(request.ctx, groupId);
  if (group?.workspace_id !== workspaceOf(request).id) throw notFound();
  return group;
}

/** What both pages have in common. */
async function frameOf(request: Request, refusal?: Refusal) {
  const { id, name } = workspaceOf(request);
  const t = request.ctx.app.messages.in(request.ctx.locale);
  const what = String(request.query.done ?? '');
  return {
    workspace: { id, name },
    base: `/workspaces/${id}/groups`,
    isOwner: atLeast(await roleHere(request, 'ws_id'), 'owner'),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && DONE.includes(what) ? t(`permissions.groups.done.${what}`) : '',
  };
}

const shownPeople = async (ctx: Ctx, ids: number[]) =>
  personChoices(await ctx.use(accounts).byIds(ctx, ids), ctx.locale);

const membersOf = async (ctx: Ctx, workspaceId: number): Promise<number[]> =>
  (await ctx.use(workspaces).members(ctx, workspaceId)).map(({ user_id }) => user_id);

export async function groupsPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { id, name } = workspaceOf(request);
  const t = ctx.app.messages.in(ctx.locale);
  const frame = await frameOf(request, refusal);
  const rows = await listGroups(ctx, id);
  const inside = await Promise.all(rows.map((row) => groupStore.members(ctx, row.id)));
  const shown = inside.map((members) => members.slice(0, FACES).map(({ user_id }) => user_id));
  const known = await ctx.use(accounts).byIds(ctx, [...new Set(shown.flat())]);
  const faces = new Map(known.map((one) => [one.id, one.avatar_url]));
  return h.view('permissions/groups', {
    ...frame,
    title: t('permissions.groups.title'),
    breadcrumb: [
      { title: t('workspaces.title'), href: '/workspaces' },
      { title: name },
      { title: t('permissions.nav.groups') },
    ],
    groups: rows.map((row, at) => ({
      ...row,
      size: inside[at]?.length ?? 0,
      faces: shown[at]?.flatMap((one) => faces.get(one) ?? []) ?? [],
    })),
    people: frame.isOwner ? await shownPeople(ctx, await membersOf(ctx, id)) : [],
  });
}

export async function groupPage(
  request: Request,
  h: ResponseToolkit,
  group: GroupRow,
  refusal?: Refusal,
): Promise<ResponseObject> {
  const { ctx } = request;
  const { id, name } = workspaceOf(request);
  const t = ctx.app.messages.in(ctx.locale);
  const frame = await frameOf(request, refusal);
  const inside = (await groupStore.members(ctx, group.id)).map(({ user_id }) => user_id);
  const others = frame.isOwner ? (await membersOf(ctx, id)).filter((one) => !inside.includes(one)) : [];
  return h.view('permissions/group', {
    ...frame,
    title: group.name,
    breadcrumb: [
      { title: t('workspaces.title'), href: '/workspaces' },
      { title: name },
      { title: t('permissions.nav.groups'), href: frame.base },
      { title: group.name },
    ],
    group,
    members: await shownPeople(ctx, inside),
    others: await shownPeople(ctx, others),
  });
}
