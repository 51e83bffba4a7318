// Who belongs to a workspace, as a page: everybody reads it, owners get the forms.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { userOf } from '../../core/context.ts';
import type { Refusal } from '../../core/form.ts';
import { momentText } from '../../core/moment.ts';
import { roles } from '../../core/route.ts';
import { listInvitations } from './members.ts';
import { memberStore, type WorkspaceRow } from './store.ts';

/** What the page says after a form of this name went well. */
const done: Record<string, string> = {
  invited: 'The invitation is on its way.',
  joined: 'This person had an account already and is a member now.',
  changed: 'The role is changed.',
  removed: 'The member is removed.',
  withdrawn: 'The invitation is withdrawn.',
};

/** The row comes from access and not from the route's own check: a refused form never got that far. */
export async function membersPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const need = { resource: 'workspace', role: 'viewer' } as const;
  const { row } = await ctx.app.access.require(ctx, need, Number(request.params.ws_id));
  const { id, name } = row as WorkspaceRow;
  const me = userOf(ctx);
  const [members, invitations, own] = await Promise.all([
    memberStore.list(ctx, id),
    listInvitations(ctx, id),
    memberStore.role(ctx, me.id, id),
  ]);
  return h.view('workspaces/members', {
    title: `Members of ${name}`,
    breadcrumb: [{ title: 'Workspaces', href: '/workspaces' }, { title: name }],
    workspace: { id, name },
    isOwner: own === 'owner' || me.isAdmin,
    myId: me.id,
    roles,
    members: members.map((one) => ({ ...one, since: momentText(ctx, one.joined_at) })),
    invitations: invitations.map((one) => ({ ...one, sent: momentText(ctx, one.created_at) })),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: refusal ? '' : (done[String(request.query.done ?? '')] ?? ''),
  });
}
