// Whom a page is open to in general, whatever was given on it to single people and groups.
import { type AccessNode, accessTree } from '../../core/access/access-control.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { visiblePageTitles } from './access-explanation.ts';

export interface GeneralAccess {
  /** pages whose rights this one has, nearest first, up to the one that lets nothing through */
  chain: AccessNode[];
  /** one sentence on whom the page is open to */
  audience: string;
  /** who sees a page that is not narrowed itself */
  everyone: string;
  /** who comes in by the workspace: some faces, and names with how many others; for its members */
  everybody: { faces: string[]; names: string; href: string } | null;
}

/** Of those who come in by the workspace, how many show their face. */
const FACES = 5;
/** And how many are named. */
const NAMED = 3;

async function audienceOf(ctx: Ctx, page: Page, end: AccessNode | undefined): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  if (!end || end.permissionType === 'inherit') {
    const size = (await ctx.use(workspaces).sizes(ctx, [page.workspace_id])).get(page.workspace_id) ?? 0;
    return t('permissions.audience.workspace', { count: size });
  }
  if (end.id === page.id) return t(`permissions.audience.${end.permissionType}`);
  const title = (await visiblePageTitles(ctx, [end.id])).get(end.id);
  if (title === undefined) return t('permissions.audience.above_hidden');
  return t('permissions.audience.above', { page: title || t('permissions.untitled') });
}

/** By the name of the workspace, for those who belong to it; below a page that is narrowed by that page. */
async function everyoneOf(ctx: Ctx, page: Page, above: AccessNode[]): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  if (above.some(({ permissionType }) => permissionType !== 'inherit')) return t('permissions.type.inherit');
  const home = (await ctx.use(workspaces).mine(ctx)).find(({ id }) => id === page.workspace_id);
  return home ? t('permissions.type.everyone', { workspace: home.name }) : t('permissions.type.everyone_there');
}

/** The reader knows them all, being one of them; nobody is listed where the page is narrowed. */
async function everybodyOf(ctx: Ctx, page: Page, end: AccessNode | undefined): Promise<GeneralAccess['everybody']> {
  if (end && end.permissionType !== 'inherit') return null;
  const members = (await ctx.use(workspaces).members(ctx, page.workspace_id)).map(({ user_id }) => user_id);
  if (!members.includes(userOf(ctx).id)) return null;
  const people = (await ctx.use(accounts).known(ctx, members)).filter(({ is_active }) => is_active);
  const named = people.slice(0, NAMED).map(({ full_name, login }) => full_name || login);
  const count = people.length - named.length;
  const others = count ? [ctx.app.messages.text(ctx.locale, 'permissions.audience.more', { count })] : [];
  return {
    faces: people.slice(0, FACES).map(({ avatar_url }) => avatar_url),
    names: new Intl.ListFormat(ctx.locale).format([...named, ...others]),
    href: `/workspaces/${page.workspace_id}/members`,
  };
}

export async function generalAccess(ctx: Ctx, page: Page, rootId: number | null): Promise<GeneralAccess> {
  const tree = ctx.find(accessTree);
  const all = rootId === null || !tree ? [] : await tree.chain(ctx, rootId);
  const end = all.findIndex(({ permissionType }) => permissionType !== 'inherit');
  const chain = end < 0 ? all : all.slice(0, end + 1);
  const [audience, everyone, everybody] = await Promise.all([
    audienceOf(ctx, page, chain.at(-1)),
    everyoneOf(
      ctx,
      page,
      all.filter(({ id }) => id !== page.id),
    ),
    everybodyOf(ctx, page, chain.at(-1)),
  ]);
  return { chain, audience, everyone, everybody };
}
