// A running product for tests, on either engine, with a cast of people whose rights are known.
import type { ServerInjectResponse } from '@hapi/hapi';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import { discoverBuiltIn } from '../../core/boot/plugin-discovery.ts';
import { pluginSettings } from '../../core/boot/serve.ts';
import type { Role } from '../../core/http/route.ts';
import type { App, AppOptions } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { PrivateTargets } from '../../core/outbound/private-targets.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import type { User } from '../../plugins/auth/contract.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { openSession } from '../../plugins/auth/sessions/sessions.ts';
import { createToken } from '../../plugins/auth/tokens.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { memberStore } from '../../plugins/workspaces/store.ts';
import type { TestDatabase } from './databases.ts';
import { AnsweringOutbound } from './outbound.ts';

/** Everybody's password in tests; its hash is made once and at the least cost, because hashing is slow on purpose. */
export const PASSWORD = 'a quiet afternoon';
const HASH = 'scrypt$2$1$1$hEg7HnRbe2OxHzIqQC77gw$hPe4ePyJbRvjPSexeHLeQhwTFDQjk5JHzVimrNrrJYQ';

/** The cast of security.md: who they are in workspace 1 (`ws1`), which ann owns; bob owns only ws2. */
export const cast = ['adm', 'ann', 'edi', 'com', 'vic', 'bob'] as const;
export type Name = (typeof cast)[number];
const rolesInOne: Partial<Record<Name, Role>> = { edi: 'editor', com: 'commenter', vic: 'viewer' };

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  body: any;
  text: string;
  headers: Record<string, string>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

export interface TestApp {
  app: App;
  /** its way out, which asks the network as long as no other answer is given */
  outbound: AnsweringOutbound;
  ws1: number;
  ws2: number;
  user(name: Name): User;
  ctx(name: Name): Ctx;
  /** headers of a browser session with its CSRF token */
  session(name: Name): Record<string, string>;
  /** headers of a bearer token */
  token(name: Name, scopes?: string): Promise<Record<string, string>>;
  /** calls as a browser session, or as nobody */
  call(who: Name | 'anon', method: string, url: string, options?: CallOptions | unknown): Promise<Answer>;
  /** sends a form of a page as a browser does, with the token of the session */
  form(who: Name | 'anon', url: string, fields?: Record<string, string | number>): Promise<Answer>;
  inject(method: string, url: string, options?: CallOptions): Promise<Answer>;
  stop(): Promise<void>;
}

export interface TestAppOptions extends AppOptions {
  settings?: Record<string, string>;
}

const isOptions = (given: unknown): given is CallOptions =>
  typeof given === 'object' && given !== null && ('body' in given || 'headers' in given);

/** Boots the product on a test database with the cast in it; answers are checked against their documented schemas. */
export async function startApp(database: TestDatabase, options: TestAppOptions = {}): Promise<TestApp> {
  const given = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.url ?? '',
    PORT: '0',
    LOG_LEVEL: 'silent',
    LINK_PREVIEWS: 'off',
    ACCOUNT_RATE_LIMIT: '0',
    API_V2_RATE_LIMIT_PER_TOKEN: '0',
    SECRET_KEY: 'a key for tests that is long enough',
    ...options.settings,
  };
  const settings = loadSettings(given, pluginSettings(await discoverBuiltIn()));
  const targets = new PrivateTargets(settings.OUTBOUND_ALLOW, () => Number(app.server.info.port));
  const outbound = new AnsweringOutbound(targets);
  const app: App = await createApp(settings, { checkAnswers: true, outbound, ...options });
  app.csrf.port = 3000;
  const people = await enroll(app);
  const inject = async (method: string, url: string, { body, headers = {} }: CallOptions = {}): Promise<Answer> =>
    answer(
      await app.server.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    );
  return {
    app,
    outbound,
    ws1: people.ws1,
    ws2: people.ws2,
    user: (name) => people.users.get(name) as User,
    ctx: (name) => app.context(actorOf(people.users.get(name) as User)),
    session: (name) => people.sessions.get(name) as Record<string, string>,
    async token(name, scopes = 'read,write') {
      const { token } = await createToken(app.context(actorOf(people.users.get(name) as User)), { scopes });
      return { authorization: `Bearer ${token}` };
    },
    call: (who, method, url, given) => {
      const extra = isOptions(given) ? given : given === undefined ? {} : { body: given };
      const own = who === 'anon' ? {} : people.sessions.get(who);
      return inject(method, url, { ...extra, headers: { ...own, ...extra.headers } });
    },
    form(who, url, fields = {}) {
      const { cookie, 'x-csrf-token': csrf = '' } = (who !== 'anon' && people.sessions.get(who)) || {};
      return inject('POST', url, {
        body: new URLSearchParams({ ...(fields as Record<string, string>), csrf }).toString(),
        headers: { ...FORM_HEADERS, ...(cookie ? { cookie } : {}) },
      });
    },
    inject,
    stop: () => app.stop(),
  };
}

function answer(response: ServerInjectResponse): Answer {
  const type = String(response.headers['content-type'] ?? '');
  const body = /[/+]json/.test(type) && response.payload ? JSON.parse(response.payload) : undefined;
  return {
    status: response.statusCode,
    body,
    text: response.payload,
    headers: response.headers as Record<string, string>,
  };
}

async function enroll(app: App) {
  const system = app.context({ type: 'system', reason: 'tests' });
  const users = new Map<Name, User>();
  const sessions = new Map<Name, Record<string, string>>();
  for (const name of cast) {
    const person = {
      login: name,
      email: `${name}@example.org`,
      full_name: `${name[0]?.toUpperCase()}${name.slice(1)} Example`,
    };
    const user = await insertAccount(system, { ...person, password_hash: HASH });
    users.set(name, user);
    const session = await openSession(app.context(actorOf(user)), user.id, 'test');
    sessions.set(name, { cookie: `session=${session.cookie}`, 'x-csrf-token': app.csrf.tokenFor(session.id) });
  }
  const home = async (name: Name): Promise<number> => {
    const [first] = await app.use(workspaces).mine(app.context(actorOf(users.get(name) as User)));
    return first?.id as number;
  };
  const ws1 = await home('ann');
  await system.tx(async (tx) => {
    for (const [name, role] of Object.entries(rolesInOne))
      await memberStore.add(tx, ws1, (users.get(name as Name) as User).id, role);
  });
  return { users, sessions, ws1, ws2: await home('bob') };
}
