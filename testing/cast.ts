// People whose rights are known: accounts with a session each, and the workspace in which they have their roles.
import type { Role } from '../core/http/route.ts';
import type { App } from '../core/kernel/app.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { insertAccount } from '../plugins/auth/accounts.ts';
import { actorOf, type User } from '../plugins/auth/contract.ts';
import { openSession } from '../plugins/auth/sessions/sessions.ts';
import { workspaces } from '../plugins/workspaces/contract.ts';
import { memberStore } from '../plugins/workspaces/store.ts';

/** Everybody's password in tests; its hash is made once and at the least cost, because hashing is slow on purpose. */
export const TEST_PASSWORD = 'a quiet afternoon';
const HASH = 'scrypt$2$1$1$hEg7HnRbe2OxHzIqQC77gw$hPe4ePyJbRvjPSexeHLeQhwTFDQjk5JHzVimrNrrJYQ';

/** What each is in the workspace of the owner, or that they are none of its people; the first one is an administrator. */
export type TestCast<Name extends string> = Record<Name, Role | 'stranger'>;

export const TEST_CAST = {
  administrator: 'stranger',
  owner: 'owner',
  editor: 'editor',
  commenter: 'commenter',
  viewer: 'viewer',
  stranger: 'stranger',
} as const satisfies TestCast<string>;

/** One of the usual cast. */
export type TestPerson = keyof typeof TEST_CAST;

/** An account with the headers of a browser session and its CSRF token, and the workspace that it owns. */
export interface EnrolledPerson {
  user: User;
  headers: Record<string, string>;
  workspaceId: number;
}

async function enrollPerson(system: Ctx, login: string): Promise<EnrolledPerson> {
  const { app } = system;
  const person = {
    login,
    email: `${login}@example.org`,
    full_name: `${login[0]?.toUpperCase()}${login.slice(1)} Example`,
  };
  const user = await insertAccount(system, { ...person, password_hash: HASH });
  const ctx = app.context(actorOf(user));
  const session = await openSession(ctx, user.id, 'test');
  const [home] = await app.use(workspaces).mine(ctx);
  const headers = { cookie: `session=${session.cookie}`, 'x-csrf-token': app.csrf.tokenFor(session.id) };
  return { user, headers, workspaceId: home?.id as number };
}

/** The people, and the workspace in which they have their roles. */
export interface EnrolledCast<Name extends string> {
  people: Map<Name, EnrolledPerson>;
  workspaceId: number;
}

/** Makes the accounts, in their order, and gives the roles in the workspace of the first owner. */
export async function enrollCast<Name extends string>(app: App, cast: TestCast<Name>): Promise<EnrolledCast<Name>> {
  const system = app.context({ type: 'system', reason: 'tests' });
  const roles = Object.entries(cast) as [Name, Role | 'stranger'][];
  const people = new Map<Name, EnrolledPerson>();
  for (const [name] of roles) people.set(name, await enrollPerson(system, name));
  const owner = roles.find(([, role]) => role === 'owner')?.[0];
  if (!owner) throw new Error('the cast needs an owner');
  const { workspaceId } = people.get(owner) as EnrolledPerson;
  await system.tx(async (tx) => {
    for (const [name, role] of roles)
      if (role !== 'stranger' && name !== owner)
        await memberStore.add(tx, workspaceId, (people.get(name) as EnrolledPerson).user.id, role);
  });
  return { people, workspaceId };
}
