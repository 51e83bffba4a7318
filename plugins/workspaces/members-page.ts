// Who belongs to a workspace, as a page: everybody reads it, owners get the forms.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { loaded } from '../../core/access.ts';
import { userOf } from '../../core/context.ts';
import { momentText } from '../../core/moment.ts';
import { Problem } from '../../core/problem.ts';
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

export interface MembersView {
  values?: { email?: string; role?: string };
  faults?: Record<string, string>;
  message?: string;
}

async function page(request: Request, h: ResponseToolkit, view: MembersView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const { id, name } = loaded<WorkspaceRow>(request, 'ws_id');
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
    values: view.values ?? {},
    faults: view.faults ?? {},
    message: view.message ?? '',
    done: done[String(request.query.done ?? '')] ?? '',
  });
}

/** The page again with the reason: beside the field where there is one, above the list otherwise. */
async function refused(
  request: Request,
  h: ResponseToolkit,
  error: unknown,
  values: MembersView['values'] = {},
): Promise<ResponseObject> {
  if (!(error instanceof Problem) || error.status === 404) throw error;
  const faults = Object.fromEntries((error.extra.validation ?? []).map(({ loc, msg }) => [String(loc.at(-1)), msg]));
  const message = Object.keys(faults).length ? '' : error.message;
  return (await page(request, h, { values, faults, message })).code(error.status);
}

export const membersPage = { page, refused };
