// Who can see a page and why, in words and lists, as the page and the dialog of sharing show it.
import { type AccessNode, accessTree, atLeast } from '../../core/access/access-control.ts';
import { type Role, roles } from '../../core/http/route.ts';
import { momentText } from '../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, type User } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import type { Page } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { explainAccess, visiblePageTitles } from './access-explanation.ts';
import { type PageOpening, pageOpenings } from './contract.ts';
import { subjectOfPage } from './grants.ts';
import { groupStore } from './groups/group-store.ts';
import { requestsOn } from './requests.ts';
import { rowRuleStore } from './row-rules/rule-store.ts';
import { grantStore, type NamedGrant } from './store.ts';

export interface ShownGrant {
  id: number;
  name: string;
  /** second line: an address, or how many a group has */
  about: string;
  kind: 'user' | 'group' | 'email';
  avatar_url: string;
  role: Role;
  /** roles the actor may give instead; empty where it stands above them */
  choices: Role[];
  isMe: boolean;
}

export interface InheritedGrant extends ShownGrant {
  /** where it was given; null: on a page that the actor may not see */
  from: { id: number; title: string } | null;
}

/** A rule in words: whom rows name, and what that gives them. */
export interface ShownRule {
  id: number;
  property_id: number | null;
  role: Role;
  name: string;
  /** of the database */
  page_id: number;
  /** its title; null: the actor may not see it */
  from: string | null;
}

/** Pages above whose rights this one has, nearest first, up to the one that lets nothing through. */
async function chainOf(ctx: Ctx, rootId: number | null): Promise<AccessNode[]> {
  const tree = ctx.find(accessTree);
  const chain = rootId === null || !tree ? [] : await tree.chain(ctx, rootId);
  const end = chain.findIndex(({ permissionType }) => permissionType !== 'inherit');
  return end < 0 ? chain : chain.slice(0, end + 1);
}

const nameOf = (row: NamedGrant): string => row.group_name ?? (row.user_name || row.user_email) ?? row.email ?? '';

/** Turns rows into what is shown: pictures of people, sizes of groups, and what may be done with each. */
async function shower(ctx: Ctx, rows: NamedGrant[], mine: Role): Promise<(row: NamedGrant) => ShownGrant> {
  const t = ctx.app.messages.in(ctx.locale);
  const [people, sizes] = await Promise.all([
    // Pictures of strangers are not to be seen.
    ctx.use(accounts).known(
      ctx,
      rows.flatMap(({ user_id }) => user_id ?? []),
    ),
    groupStore.sizes(
      ctx,
      rows.flatMap(({ group_id }) => group_id ?? []),
    ),
  ]);
  const pictures = new Map(people.map((one) => [one.id, one.avatar_url]));
  return (row) => ({
    id: row.id,
    name: nameOf(row),
    about:
      row.group_id !== null
        ? t('permissions.group.size', { count: sizes.get(row.group_id) ?? 0 })
        : row.user_id === null
          ? t('permissions.waiting')
          : (row.user_email ?? ''),
    kind: row.group_id !== null ? 'group' : row.user_id === null ? 'email' : 'user',
    avatar_url: pictures.get(row.user_id ?? 0) ?? '',
    role: row.role,
    choices: atLeast(mine, row.role) ? roleChoices(mine, row.user_id === null && row.group_id === null) : [],
    isMe: row.user_id === userOf(ctx).id,
  });
}

/** Nobody gives more than they have, and an address that nobody has proved gets no page to keep. */
export const roleChoices = (mine: Role, isAddress = false): Role[] =>
  roles.filter((role) => atLeast(mine, role) && !(isAddress && role === 'owner'));

/** One sentence on whom the page is open to, whatever was given to single people and groups. */
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

/** Who reads the page without a right on it. */
export const listOpenings = async (ctx: Ctx, pageId: number): Promise<PageOpening[]> =>
  (await Promise.all(ctx.app.contributions(pageOpenings).map((ask) => ask(ctx, pageId)))).flat();

/** All that the page and the dialog show; lists are for those who may share. */
export async function sharingOf(ctx: Ctx, page: Page, decides: boolean) {
  const subject = await subjectOfPage(ctx, page.id);
  const role = (await ctx.app.access.roleOn(ctx, subject)) as Role;
  const chain = await chainOf(ctx, subject.rootId);
  const shares = atLeast(role, 'editor');
  const mine = decides ? 'owner' : role;
  // What waits for an address is on the page, and nobody has rights by it yet.
  const named = new Set([page.id, ...chain.map(({ id }) => id)]);
  const [audience, why, rows, titles] = await Promise.all([
    audienceOf(ctx, page, chain.at(-1)),
    reasonText(ctx, page.id, { id: userOf(ctx).id }),
    shares ? grantStore.listed(ctx, [...named]) : [],
    visiblePageTitles(
      ctx,
      chain.map(({ id }) => id),
    ),
  ]);
  const show = await shower(ctx, rows, role);
  const from = (id: number) => (titles.has(id) ? { id, title: titles.get(id) ?? '' } : null);
  const inherited = rows.filter(({ page_id, email }) => page_id !== page.id && email === null);
  return {
    audience,
    openings: await listOpenings(ctx, page.id),
    why,
    may: { share: shares, decide: decides },
    mine,
    own: rows.filter(({ page_id }) => page_id === page.id).map(show),
    inherited: inherited.map((row): InheritedGrant => ({ ...show(row), choices: [], from: from(row.page_id) })),
    rules: shares ? await rulesOn(ctx, chain, titles) : [],
    requests: shares ? await askingFor(ctx, page.id) : [],
  };
}

/** Whom rows of the databases on the way up name, and what that gives them. */
async function rulesOn(ctx: Ctx, chain: AccessNode[], titles: Map<number, string>): Promise<ShownRule[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const rules = await rowRuleStore.listed(
    ctx,
    chain.map(({ id }) => id),
  );
  const seen = await Promise.all(
    [...new Set(rules.map((one) => one.collection_id))].map((id) => ctx.use(databases).properties(ctx, id)),
  );
  const names = new Map(seen.flat().map(({ id, name }) => [id, name]));
  return rules.map(({ id, property_id, page_id, role }) => ({
    id,
    property_id,
    role,
    name:
      property_id === null
        ? t('permissions.rules.makers')
        : t('permissions.rules.named', { property: names.get(property_id) ?? '…' }),
    page_id,
    from: titles.has(page_id) ? (titles.get(page_id) ?? '') : null,
  }));
}

/** What a rule of a database may go by, for whoever decides on it. */
export async function ruleChoices(ctx: Ctx, page: Page): Promise<{ id: number; name: string }[]> {
  const place = page.kind === 'collection' ? await ctx.use(databases).ofPage(ctx, page.id) : undefined;
  const properties = place ? await ctx.use(databases).properties(ctx, place.id) : [];
  return properties.filter(({ type }) => type === 'person').map(({ id, name }) => ({ id, name }));
}

async function askingFor(ctx: Ctx, pageId: number) {
  const open = await requestsOn(ctx, pageId);
  const ids = open.map(({ user }) => user.id);
  const known = new Map((await ctx.use(accounts).known(ctx, ids)).map((one) => [one.id, one.avatar_url]));
  return open.map(({ id, user, created_at }) => ({
    id,
    name: user.full_name || user.login,
    email: user.email,
    avatar_url: known.get(user.id) ?? '',
    at: momentText(ctx, created_at),
  }));
}

/** Why somebody may do what they may do with a page, as a sentence. */
export async function reasonText(
  ctx: Ctx,
  pageId: number,
  { id, name }: { id: number; name?: string },
): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const found = await explainAccess(ctx, pageId, id);
  const at = found.steps.find(({ page_id }) => page_id !== null && page_id === found.decided_by);
  const page = !at
    ? t('permissions.why.here')
    : at.page_id === pageId
      ? t('permissions.why.this')
      : t('permissions.why.at', { page: at.title || t('permissions.untitled') });
  const role = t(`permissions.role.${found.role ?? 'none'}`);
  const because = t(`permissions.because.${found.because}`, { page });
  return name === undefined
    ? t('permissions.why.own', { role, because })
    : t('permissions.why.other', { name, role, because });
}

/** Members, with what names them surely, and groups of the workspace that the actor is a member of; guests know nobody. */
export async function suggestionsFor(
  ctx: Ctx,
  page: Page,
): Promise<{ people: (User & { typed: string })[]; groups: { id: number; name: string }[] }> {
  const isMember = (await ctx.use(workspaces).mine(ctx)).some(({ id }) => id === page.workspace_id);
  if (!isMember && !userOf(ctx).isAdmin) return { people: [], groups: [] };
  const [members, groups] = await Promise.all([
    ctx.use(workspaces).members(ctx, page.workspace_id),
    groupStore.listed(ctx, [page.workspace_id]),
  ]);
  const people = await ctx.use(accounts).byIds(
    ctx,
    members.map(({ user_id }) => user_id),
  );
  const active = people.filter(({ is_active }) => is_active);
  const proved = await ctx.use(accounts).proved(
    ctx,
    active.map(({ id }) => id),
  );
  return { people: active.map((one) => ({ ...one, typed: proved.has(one.id) ? one.email : one.login })), groups };
}
