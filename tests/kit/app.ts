// The running product of our own tests: the kit of extension authors, with the cast and workspaces of security.md.
import { flushCompileCache } from 'node:module';
import { TEST_PASSWORD, type TestCast } from '../../testing/cast.ts';
import type { TestDatabase } from '../../testing/databases.ts';
import {
  type TestApp as KitApp,
  type TestAppOptions as KitOptions,
  startTestApp,
  type TestAnswer,
  type TestCallOptions,
} from '../../testing/test-app.ts';

export const PASSWORD = TEST_PASSWORD;

/** The cast of security.md: who they are in workspace 1 (`ws1`), which ann owns; bob owns only ws2. */
const roles = {
  adm: 'stranger',
  ann: 'owner',
  edi: 'editor',
  com: 'commenter',
  vic: 'viewer',
  bob: 'stranger',
} as const satisfies TestCast<string>;

export type Name = keyof typeof roles;
export const cast = Object.keys(roles) as Name[];

export type Answer = TestAnswer;
export type CallOptions = TestCallOptions;
export type TestAppOptions = Omit<KitOptions<Name>, 'cast' | 'database' | 'engine'>;

export interface TestApp extends KitApp<Name> {
  ws1: number;
  ws2: number;
}

let isKept = false;

/**
 * Leaves what has been compiled of the product to the processes that a test starts: it is else written when a process
 * ends, which this one does after its last file, and those that tests kill never do.
 */
function keepCompiled(): void {
  if (!isKept) flushCompileCache();
  isKept = true;
}

/** Boots the product on a test database with the cast in it; answers are checked against their documented schemas. */
export async function startApp(database: TestDatabase, options: TestAppOptions = {}): Promise<TestApp> {
  const t = await startTestApp<Name>({ ...options, database, cast: roles });
  keepCompiled();
  return { ...t, ws1: t.workspaceId, ws2: t.homeOf('bob') };
}
