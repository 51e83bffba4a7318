// Who can see a page and why, in words and lists, as the page and the dialog of sharing show it.
import { type AccessNode, atLeast } from '../../core/access/access-control.ts';
import { readsOutbox, waitingLink } from '../../core/events/mail.ts';
import { type Role, roles } from '../../core/http/route.ts';
import { momentText } from '../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { databases, takesPeople } from '../databases/contract.ts';
import type { Page } from '../pages/contract.ts';
import { explainAccess, visiblePageTitles } from './access-explanation.ts';
import { type PageOpening, pageOpenings } from './contract.ts';
import { generalAccess } from './general-access.ts';
import { roleOfMaker, subjectOfPage } from './grants.ts';
import { groupStore } from './groups/group-store.ts';
import { requestsOn } from './requests.ts';
import { rowRuleStore } from './row-rules/rule-store.ts';
import { granteeName, grantStore, type NamedGrant } from './store.ts';

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
  /** that was mailed to an address and did not get out, for those who may read it */
  link?: string;
  /** where it was given; null: on a page that the actor may not see; absent: here */
  from?: { id: number; title: string } | null;
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
    name: granteeName(row),
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

/** Who reads the page without a right on it. */
export const listOpenings = async (ctx: Ctx, pageId: number): Promise<PageOpening[]> =>
  (await Promise.all(ctx.app.contributions(pageOpenings).map((ask) => ask(ctx, pageId)))).flat();

/** Whoever made the page and decides on it, where no role on it names them. */
async function makerOf(ctx: Ctx, page: Page, rows: NamedGrant[]): Promise<ShownGrant[]> {
  const isNamed = rows.some(({ page_id, user_id }) => page_id === page.id && user_id === page.created_by);
  if (page.created_by === null || isNamed) return [];
  const [maker] = await ctx.use(accounts).known(ctx, [page.created_by]);
  if (!maker || (await roleOfMaker(ctx, page, maker.id)) !== 'owner') return [];
  const about = ctx.app.messages.text(ctx.locale, 'permissions.maker', { email: maker.email });
  const { id, avatar_url } = maker;
  const name = maker.full_name || maker.login;
  return [{ id: 0, name, about, kind: 'user', avatar_url, role: 'owner', choices: [], isMe: id === userOf(ctx).id }];
}

/** What counts of several roles that name one: those of the page itself, else of the nearest one above. */
function nearest(rows: NamedGrant[], pageId: number, chain: AccessNode[]): NamedGrant[] {
  const order = [pageId, ...chain.map(({ id }) => id)];
  const sorted = rows.toSorted((one, other) => order.indexOf(one.page_id) - order.indexOf(other.page_id));
  const keyOf = ({ id, user_id, group_id }: NamedGrant) =>
    user_id !== null ? `user ${user_id}` : group_id !== null ? `group ${group_id}` : `grant ${id}`;
  return [...Map.groupBy(sorted, keyOf).values()].flatMap(([first]) => first ?? []);
}

/** Everybody who is named: owners first, then the others of the page, then those of pages above. */
async function peopleOn(ctx: Ctx, page: Page, mine: Role, chain: AccessNode[], titles: Map<number, string>) {
  // What waits for an address above is on that page, and nobody has rights by it yet.
  const listed = await grantStore.listed(ctx, [...new Set([page.id, ...chain.map(({ id }) => id)])]);
  const rows = listed.filter(({ page_id, email }) => page_id === page.id || email === null);
  const show = await shower(ctx, rows, mine);
  const maker = await makerOf(ctx, page, rows);
  const from = (id: number) => (titles.has(id) ? { id, title: titles.get(id) ?? '' } : null);
  const named = nearest(rows, page.id, chain)
    .filter(({ page_id, user_id }) => page_id === page.id || !maker.length || user_id !== page.created_by)
    .map((row) => (row.page_id === page.id ? show(row) : { ...show(row), choices: [], from: from(row.page_id) }));
  const isFirst = ({ role, from: above }: ShownGrant) => role === 'owner' && above === undefined;
  return [...maker, ...named.filter(isFirst), ...named.filter((one) => !isFirst(one))];
}

/** Beside those who have not opened their link yet: that link, where its mail did not get out and the actor may read it. */
async function withLinks(ctx: Ctx, people: ShownGrant[]): Promise<ShownGrant[]> {
  const waiting = people.filter(({ kind, choices }) => kind === 'email' && choices.length);
  if (!waiting.length || !readsOutbox(ctx)) return people;
  const hashes = await grantStore.hashes(
    ctx,
    waiting.map(({ id }) => id),
  );
  const linkOf = async (one: ShownGrant) =>
    waiting.includes(one) ? await waitingLink(ctx, one.name, 'shared', hashes.get(one.id) ?? '') : '';
  return Promise.all(people.map(async (one) => ({ ...one, link: await linkOf(one) })));
}

/** All that the page and the dialog show; lists are for those who may share. */
export async function sharingOf(ctx: Ctx, page: Page, decides: boolean) {
  const subject = await subjectOfPage(ctx, page.id);
  const role = (await ctx.app.access.roleOn(ctx, subject)) as Role;
  const { chain, ...general } = await generalAccess(ctx, page, subject.rootId);
  const shares = atLeast(role, 'editor');
  const [why, openings, titles] = await Promise.all([
    reasonText(ctx, page.id, { id: userOf(ctx).id }),
    listOpenings(ctx, page.id),
    visiblePageTitles(
      ctx,
      chain.map(({ id }) => id),
    ),
  ]);
  return {
    ...general,
    openings,
    why,
    may: { share: shares, decide: decides },
    mine: decides ? 'owner' : role,
    people: shares ? await withLinks(ctx, await peopleOn(ctx, page, role, chain, titles)) : [],
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
  return properties.filter(takesPeople).map(({ id, name }) => ({ id, name }));
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
