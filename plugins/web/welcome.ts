// The first steps of a new account: name the workspace, choose what to begin with, invite people. Each is remembered.
import type { Request } from '@hapi/hapi';
import { Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { email } from '../../core/http/schema-fields.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { type Workspace, workspaces } from '../workspaces/contract.ts';
import { makeStarterPages } from './starter-pages.ts';
import { progressStore, type WelcomeProgress } from './store.ts';

export const WELCOME_STEPS = ['workspace', 'content', 'people'] as const;
export type WelcomeStep = (typeof WELCOME_STEPS)[number];
const HOME = '/local-workspace';
const INVITED_MAX = 30;

const isOwn = ({ role, archived_at }: Workspace): boolean => role === 'owner' && !archived_at;

/** The workspace that the steps are about: the open one if the actor owns it, else the first one they own. */
export async function ownWorkspace(request: Request): Promise<Workspace | undefined> {
  const { ctx } = request;
  const active = await ctx.use(workspaces).active(ctx, request);
  return active && isOwn(active) ? active : (await ctx.use(workspaces).mine(ctx)).find(isOwn);
}

export async function progressOf(ctx: Ctx): Promise<WelcomeProgress> {
  return (await progressStore.of(ctx, userOf(ctx).id)) ?? { step: 'workspace', next: HOME };
}

/** Who is through and comes back for one step goes on with their work after it. */
async function proceed(ctx: Ctx, done: WelcomeStep, next?: string): Promise<string> {
  const before = await progressOf(ctx);
  const isOver = before.step === 'done';
  const step = isOver ? 'done' : (WELCOME_STEPS[WELCOME_STEPS.indexOf(done) + 1] ?? 'done');
  const progress: WelcomeProgress = { step, next: next ?? before.next };
  await ctx.tx((tx) => progressStore.save(tx, userOf(tx).id, progress));
  if (isOver) return next ?? HOME;
  return step === 'done' ? progress.next : `/welcome?step=${step}`;
}

export interface WorkspaceSetup {
  name: string;
  icon: string;
  timezone: string;
}

/** Each step returns where the person goes then. @throws Problem validation_failed */
export async function nameWorkspace(
  ctx: Ctx,
  own: Workspace,
  { name, icon, timezone }: WorkspaceSetup,
): Promise<string> {
  return ctx.tx(async (tx) => {
    await tx.use(accounts).setTimezone(tx, timezone);
    await tx.use(workspaces).change(tx, own.id, { name, icon });
    return proceed(tx, 'workspace');
  });
}

export async function fillWorkspace(ctx: Ctx, own: Workspace, begin: 'starter' | 'import' | 'empty'): Promise<string> {
  if (begin === 'import') return proceed(ctx, 'content', '/import');
  if (begin === 'empty') return proceed(ctx, 'content', HOME);
  return ctx.tx(async (tx) => {
    const start = (await madeBefore(tx, own)) ?? (await makeStarterPages(tx, own.id));
    return proceed(tx, 'content', `/pages/${start}`);
  });
}

/** The first starter page while it is there: who goes back and takes the step again wants no second set. */
async function madeBefore(ctx: Ctx, own: Workspace): Promise<number | undefined> {
  const id = /^\/pages\/(\d+)$/.exec((await progressOf(ctx)).next)?.[1];
  const page = id === undefined ? undefined : await ctx.use(pages).byId(ctx, Number(id));
  return page && !page.deleted_at && page.workspace_id === own.id ? page.id : undefined;
}

export interface WelcomeInvitations {
  sent: string[];
  /** addresses that are none, or that could not be invited, with the reason */
  refused: { address: string; reason: string }[];
}

const address = email();

/** Addresses apart by spaces, commas or lines. */
export async function invitePeople(ctx: Ctx, own: Workspace, text: string, role: Role): Promise<WelcomeInvitations> {
  const given = [...new Set(text.split(/[\s,;]+/).filter(Boolean))].slice(0, INVITED_MAX);
  const done: WelcomeInvitations = { sent: [], refused: [] };
  for (const one of given) {
    if (address.validate(one).error) {
      done.refused.push({ address: one, reason: 'address' });
      continue;
    }
    try {
      await ctx.use(workspaces).invite(ctx, own.id, one, role);
      done.sent.push(one);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      done.refused.push({ address: one, reason: error.code });
    }
  }
  return done;
}

export const skip = (ctx: Ctx, step: WelcomeStep): Promise<string> => proceed(ctx, step);
