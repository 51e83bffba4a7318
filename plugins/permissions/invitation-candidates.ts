// Who may be meant by what somebody types into the field of an invitation: people, groups and addresses from outside.
import type { Role } from '../../core/http/route.ts';
import { email } from '../../core/http/schema-fields.ts';
import { fold, uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, type User } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { roleOfMaker, rolesOfPeople } from './grants.ts';
import { groupStore } from './groups/group-store.ts';
import { mayInvite } from './guests.ts';
import { isNamedOn } from './shares.ts';
import { grantStore, type NamedGrant } from './store.ts';

export interface InvitationCandidate {
  kind: 'user' | 'group' | 'email';
  /** what is sent to invite them */
  typed: string;
  name: string;
  /** second line: an address, or how many a group has */
  about: string;
  avatar_url: string;
  /** by which they have a role on the page itself already, 0 for whoever made it; null: they have none of their own */
  grant_id: number | null;
  /** that a person has on the page, by whatever; null: none, and of groups and addresses */
  role: Role | null;
}

export interface Suggestions {
  people: (User & { typed: string })[];
  groups: { id: number; name: string }[];
}

const SHOWN_MAX = 8;
const address = email();

/** Members, with what names them surely, and groups of the workspace that the actor is a member of; guests know nobody. */
export async function suggestionsFor(ctx: Ctx, page: Page): Promise<Suggestions> {
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

/** An address that nobody here has, where the actor may bring somebody new. */
async function guestOf(ctx: Ctx, page: Page, typed: string): Promise<InvitationCandidate[]> {
  if (address.validate(typed).error) return [];
  if (!(await mayInvite(ctx, page.id)) && !(await isNamedOn(ctx, page.id, typed))) return [];
  const about = ctx.app.messages.text(ctx.locale, 'permissions.guest');
  return [{ kind: 'email', typed, name: typed, about, avatar_url: '', grant_id: null, role: null }];
}

type OwnRole = Pick<NamedGrant, 'user_id' | 'group_id' | 'role'> & { id: number };

/** Who has a role on the page itself, in the lists that sharing shows. */
async function ownRolesOn(ctx: Ctx, page: Page): Promise<OwnRole[]> {
  const rows: OwnRole[] = await grantStore.listed(ctx, [page.id]);
  const maker = page.created_by;
  if (maker === null || rows.some(({ user_id }) => user_id === maker)) return rows;
  const isOwner = (await roleOfMaker(ctx, page, maker)) === 'owner';
  return isOwner ? [...rows, { id: 0, user_id: maker, group_id: null, role: 'owner' }] : rows;
}

/** Those whose name has a word that begins with `q`, or whose address or login does, whom the actor knows. */
export async function findCandidates(ctx: Ctx, page: Page, q: string): Promise<InvitationCandidate[]> {
  const wanted = fold(q.trim());
  const fits = (...words: string[]) => words.some((one) => ` ${fold(one)}`.includes(` ${wanted}`));
  const { people, groups } = await suggestionsFor(ctx, page);
  const own = await ownRolesOn(ctx, page);
  const hasRole = ({ id }: { id: number }) => own.some(({ user_id }) => user_id === id);
  const others = people.filter(({ id }) => id !== userOf(ctx).id);
  const fittingPeople = others
    .filter(({ full_name, login, typed }) => fits(full_name, login, typed))
    .sort((one, other) => Number(hasRole(one)) - Number(hasRole(other)))
    .slice(0, SHOWN_MAX);
  const fittingGroups = groups.filter(({ name }) => fits(name)).slice(0, SHOWN_MAX);
  const sizes = await groupStore.sizes(
    ctx,
    fittingGroups.map(({ id }) => id),
  );
  const isHere = people.some(({ typed }) => uniqueKey(typed) === uniqueKey(q));
  const roles = await rolesOfPeople(ctx, page.id, fittingPeople);
  const t = ctx.app.messages.in(ctx.locale);
  /** The second line, with the role where there is one. */
  const standing = (about: string, given: OwnRole | undefined, role: Role | null = null) => {
    const shown = given?.role ?? role;
    return { about: shown ? `${about} · ${t(`permissions.role.${shown}`)}` : about, grant_id: given?.id ?? null, role };
  };
  return (
    [
      ...fittingPeople.map(
        ({ id, full_name, login, typed, avatar_url }, at): InvitationCandidate => ({
          ...{ kind: 'user', typed, avatar_url },
          ...standing(
            typed,
            own.find(({ user_id }) => user_id === id),
            roles[at],
          ),
          name: full_name || login,
        }),
      ),
      ...fittingGroups.map(
        ({ id, name }): InvitationCandidate => ({
          ...{ kind: 'group', typed: name, name, avatar_url: '' },
          ...standing(
            t('permissions.group.size', { count: sizes.get(id) ?? 0 }),
            own.find(({ group_id }) => group_id === id),
          ),
        }),
      ),
    ]
      // Whoever is to be invited comes first.
      .sort((one, other) => Number(one.grant_id !== null) - Number(other.grant_id !== null))
      .slice(0, SHOWN_MAX)
      .concat(isHere ? [] : await guestOf(ctx, page, q.trim()))
  );
}
