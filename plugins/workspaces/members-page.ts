// Who belongs to a workspace, as a page: everybody reads it, owners get the forms.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { loaded } from '../../core/access/access-control.ts';
import { mailWay, readsOutbox } from '../../core/events/mail.ts';
import type { Refusal } from '../../core/http/form-errors.ts';
import { roles } from '../../core/http/route.ts';
import { momentText, shortDayText } from '../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { invitationLink, listInvitations } from './members.ts';
import { memberStore, type WorkspaceRow } from './store.ts';

/** What was done, as the address says it after a form went well. */
const DONE = ['invited', 'joined', 'several', 'changed', 'removed', 'withdrawn', 'transferred'];

async function peopleOf(ctx: Ctx, workspaceId: number) {
  const members = await memberStore.list(ctx, workspaceId);
  const ids = members.map(({ user_id }) => user_id);
  const known = new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one]));
  return members.map((one) => ({
    ...one,
    name: one.full_name || one.email,
    avatar_url: known.get(one.user_id)?.avatar_url ?? '',
    active: known.get(one.user_id)?.is_active ?? true,
    since: shortDayText(ctx, one.joined_at),
  }));
}

/** With links of mails that did not get out, which administrators may read anyway. */
async function invitationsOf(ctx: Ctx, workspaceId: number) {
  const mayRead = readsOutbox(ctx);
  const open = await listInvitations(ctx, workspaceId);
  return Promise.all(
    open.map(async (one) => ({
      ...one,
      sent: momentText(ctx, one.created_at),
      link: mayRead ? await invitationLink(ctx, one) : '',
    })),
  );
}

export async function membersPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { id, name } = loaded<WorkspaceRow>(request, 'ws_id');
  const me = userOf(ctx);
  const t = ctx.app.messages.in(ctx.locale);
  const what = String(request.query.done ?? '');
  const said = what === 'invited' ? `invited.${mailWay(ctx)}` : what;
  const own = await memberStore.role(ctx, me.id, id);
  const isOwner = own === 'owner' || me.isAdmin;
  const [members, invitations] = await Promise.all([peopleOf(ctx, id), isOwner ? invitationsOf(ctx, id) : []]);
  const page = h.view('workspaces/members', {
    title: t('workspaces.members.title'),
    breadcrumb: [
      { title: t('workspaces.title'), href: '/workspaces' },
      { title: name },
      { title: t('workspaces.nav.members') },
    ],
    workspace: { id, name },
    isOwner,
    mayHandOver: own === 'owner',
    myId: me.id,
    roles,
    members,
    invitations,
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    way: mailWay(ctx),
    done: !refusal && DONE.includes(what) ? t(`workspaces.done.${said}`) : '',
  });
  return invitations.some(({ link }) => link) ? page.header('cache-control', 'no-store') : page;
}
