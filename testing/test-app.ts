// A running product for tests, on either engine, with a cast of people, chosen extensions and nothing outside of it.
import type { ServerInjectResponse } from '@hapi/hapi';
import { createApp } from '../core/boot/boot.ts';
import { loadSettings } from '../core/boot/config.ts';
import { discoverBuiltIn, discoverGiven } from '../core/boot/plugin-discovery.ts';
import { pluginSettings } from '../core/boot/setting-rules.ts';
import type { Engine } from '../core/database/dialect.ts';
import type { App, AppOptions } from '../core/kernel/app.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { PrivateTargets } from '../core/outbound/private-targets.ts';
import { actorOf, type User } from '../plugins/auth/contract.ts';
import { createToken } from '../plugins/auth/tokens.ts';
import {
  type EnrolledCast,
  type EnrolledPerson,
  enrollCast,
  TEST_CAST,
  type TestCast,
  type TestPerson,
} from './cast.ts';
import { migratedDatabase, type TestDatabase } from './databases.ts';
import { AnsweringOutbound } from './outbound.ts';
import { settle } from './settle.ts';

export interface TestAnswer {
  status: number;
  /** of an answer in JSON */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  body: any;
  text: string;
  headers: Record<string, string>;
}

export interface TestCallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls as one person. */
export interface TestClient {
  get(url: string): Promise<TestAnswer>;
  post(url: string, body?: unknown): Promise<TestAnswer>;
  put(url: string, body?: unknown): Promise<TestAnswer>;
  patch(url: string, body?: unknown): Promise<TestAnswer>;
  delete(url: string): Promise<TestAnswer>;
}

export interface TestApp<Name extends string = TestPerson> {
  app: App;
  /** its way out, which asks the network as long as no other answer is given */
  outbound: AnsweringOutbound;
  /** the workspace in which the cast has its roles */
  workspaceId: number;
  /** the workspace that somebody has of their own */
  homeOf(name: Name): number;
  user(name: Name): User;
  ctx(name: Name): Ctx;
  /** headers of a browser session with its CSRF token */
  session(name: Name): Record<string, string>;
  /** headers of a bearer token */
  token(name: Name, scopes?: string): Promise<Record<string, string>>;
  /** calls as the browser session of somebody, or as nobody */
  as(who: Name | 'anon'): TestClient;
  /** calls of the API with a token of somebody */
  api(name: Name, scopes?: string): Promise<TestClient>;
  call(who: Name | 'anon', method: string, url: string, options?: TestCallOptions | unknown): Promise<TestAnswer>;
  /** sends a form of a page as a browser does, with the token of the session */
  form(who: Name | 'anon', url: string, fields?: Record<string, string | number | string[]>): Promise<TestAnswer>;
  inject(method: string, url: string, options?: TestCallOptions): Promise<TestAnswer>;
  /** resolves when every event has been handed to its readers and every job that is due has run, with what came of them */
  settled(): Promise<void>;
  /** closes everything, and removes the database unless it was given */
  stop(): Promise<void>;
}

export interface TestAppOptions<Name extends string = TestPerson> extends AppOptions {
  /** of the database that is made for it; default: sqlite */
  engine?: Engine;
  /** a database that is there already, and stays */
  database?: TestDatabase;
  settings?: Record<string, string>;
  cast?: TestCast<Name>;
}

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

const isOptions = (given: unknown): given is TestCallOptions =>
  typeof given === 'object' && given !== null && ('body' in given || 'headers' in given);

/** Boots the product with the cast in it; answers are checked against their documented schemas. */
export async function startTestApp<Name extends string = TestPerson>(
  given: TestAppOptions<Name> = {},
): Promise<TestApp<Name>> {
  const { engine = 'sqlite', database: known, settings, cast = TEST_CAST, ...options } = given;
  const database = known ?? (await migratedDatabase(engine));
  const cleanup = async () => {
    if (!known) await database.cleanup();
  };
  let app: App | undefined;
  try {
    const found = [...(await discoverBuiltIn()), ...discoverGiven(options.plugins)];
    const all = loadSettings(settingsFor(database, settings), pluginSettings(found));
    const targets = new PrivateTargets(all.OUTBOUND_ALLOW, () => Number(app?.server.info.port));
    const outbound = new AnsweringOutbound(targets);
    app = await createApp(all, { checkAnswers: true, outbound, ...options });
    app.csrf.port = 3000;
    return testApp(app, outbound, await enrollCast(app, cast as TestCast<Name>), cleanup);
  } catch (error) {
    await app?.stop();
    await cleanup();
    throw error;
  }
}

const settingsFor = ({ dataDir, url = '' }: TestDatabase, more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: url,
  PORT: '0',
  LOG_LEVEL: 'silent',
  LINK_PREVIEWS: 'off',
  ACCOUNT_RATE_LIMIT: '0',
  API_V2_RATE_LIMIT_PER_TOKEN: '0',
  SECRET_KEY: 'a key for tests that is long enough',
  ...more,
});

function testApp<Name extends string>(
  app: App,
  outbound: AnsweringOutbound,
  { people, workspaceId }: EnrolledCast<Name>,
  cleanup: () => Promise<void>,
): TestApp<Name> {
  const person = (name: Name) => people.get(name) as EnrolledPerson;
  const headersOf = (who: Name | 'anon') => (who === 'anon' ? {} : person(who).headers);
  const inject: TestApp<Name>['inject'] = async (method, url, { body, headers = {} } = {}) =>
    answer(
      await app.server.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    );
  const ctx = (name: Name) => app.context(actorOf(person(name).user));
  const token: TestApp<Name>['token'] = async (name, scopes = 'read,write') => ({
    authorization: `Bearer ${(await createToken(ctx(name), { scopes })).token}`,
  });
  return {
    ...{ app, outbound, workspaceId, ctx, token, inject },
    homeOf: (name) => person(name).workspaceId,
    user: (name) => person(name).user,
    session: (name) => person(name).headers,
    as: (who) => clientOf(inject, headersOf(who)),
    api: async (name, scopes) => clientOf(inject, await token(name, scopes)),
    call(who, method, url, given) {
      const extra = isOptions(given) ? given : given === undefined ? {} : { body: given };
      return inject(method, url, { ...extra, headers: { ...headersOf(who), ...extra.headers } });
    },
    form(who, url, fields = {}) {
      const { cookie, 'x-csrf-token': csrf = '' } = headersOf(who) as Record<string, string>;
      const sent = new URLSearchParams({ csrf });
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) sent.append(name, String(value));
      return inject('POST', url, {
        body: sent.toString(),
        headers: { ...FORM_HEADERS, ...(cookie ? { cookie } : {}) },
      });
    },
    settled: () => settle(app),
    async stop() {
      await app.stop();
      await cleanup();
    },
  };
}

function clientOf(inject: TestApp['inject'], headers: Record<string, string>): TestClient {
  const calling = (method: string) => (url: string, body?: unknown) => inject(method, url, { body, headers });
  return {
    get: calling('GET'),
    post: calling('POST'),
    put: calling('PUT'),
    patch: calling('PATCH'),
    delete: calling('DELETE'),
  };
}

function answer(response: ServerInjectResponse): TestAnswer {
  const type = String(response.headers['content-type'] ?? '');
  const body = /[/+]json/.test(type) && response.payload ? JSON.parse(response.payload) : undefined;
  return {
    status: response.statusCode,
    body,
    text: response.payload,
    headers: response.headers as Record<string, string>,
  };
}
