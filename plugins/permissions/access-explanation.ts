// Why somebody may do what they may do with a page: the way up that decided it, without what the asker may not see.

import type { AccessDecision, Grant, PermissionType, Subject } from '../../core/access/access-control.ts';
import { notFound } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { subjectOfPage } from './grants.ts';
import { pageSharingPolicies } from './policies.ts';

export interface AccessStep {
  /** null: a page that the asker may not see */
  page_id: number | null;
  title: string | null;
  permission_type: PermissionType;
  /** a rule holds on rows that name the person; `because` says whether it does */
  grants: Pick<Grant, 'role' | 'via'>[];
}

export interface Explanation {
  user_id: number;
  role: Role | null;
  because: AccessDecision['because'];
  /** the page whose rights decided; null: none did, or the asker may not see it */
  decided_by: number | null;
  workspace_role: Role | null;
  /** pages with rights of their own, from this one upwards */
  steps: AccessStep[];
}

/** @throws Problem not_found, forbidden when somebody below an editor asks about others */
export async function explainAccess(ctx: Ctx, pageId: number, userId: number): Promise<Explanation> {
  const isSelf = ctx.actor.type === 'user' && ctx.actor.id === userId;
  if (!isSelf) await ctx.app.access.require(ctx, pageSharingPolicies.listGrants, pageId);
  const person = await ctx.use(accounts).byId(ctx, userId);
  if (!person?.is_active) throw notFound();
  return explainTo(ctx, await subjectOfPage(ctx, pageId), actorOf(person));
}

async function explainTo(ctx: Ctx, subject: Subject, actor: ReturnType<typeof actorOf>): Promise<Explanation> {
  const { role, because, nodeId, workspaceRole, chain } = await ctx.app.access.explain(ctx, actor, subject);
  const titles = await visiblePageTitles(
    ctx,
    chain.map(({ node }) => node.id),
  );
  const steps = chain.map(({ node, grants }) => ({
    page_id: titles.has(node.id) ? node.id : null,
    title: titles.get(node.id) ?? null,
    permission_type: node.permissionType,
    grants: grants.map(({ role: given, via }) => ({ role: given, via })),
  }));
  const decided_by = nodeId !== null && titles.has(nodeId) ? nodeId : null;
  return { user_id: actor.id, role, because, decided_by, workspace_role: workspaceRole, steps };
}

/** Titles of those of these pages that the actor may see. */
export async function visiblePageTitles(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const service = ctx.use(pages);
  const seen = await service.versions(ctx, ids);
  const rows = await service.byIds(ctx, [...seen.keys()]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
