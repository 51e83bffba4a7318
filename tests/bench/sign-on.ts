// Signing in by a provider, bringing roles in line, and the list of projects: beside what each cannot do without.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import { emptyDatabase } from '../../testing/databases.ts';
import { startForgeProduct } from '../forges/product.ts';
import { startApp } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';
import { startProduct } from '../sso/product.ts';
import { encode, goodResponse, keys, NOW, PROVIDER } from '../sso/saml/identity-provider.ts';
import { WebClient } from '../sso/web-client.ts';
import { median, report } from './figures.ts';

/** Strangers ask sixty times a minute, and each sign-in asks twice. */
const SIGN_INS = 25;
const PEOPLE = 10_000;
const REPOSITORIES = 500;
const GOAL = 'sign-on';

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The first ones load what signing in needs. */
const settled = (times: number[]): number => median(times.slice(5));

/** A refusal is quicker than a sign-in. */
function requireArrival({ status, headers }: Response): void {
  if (status > 303 || !headers.getSetCookie().some((cookie) => /session=/.test(cookie)))
    throw new Error(`no session, but ${status}`);
}

async function oidc(): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const t = await startProduct(database);
  await t.configure();
  t.idp.people.set('nora', { email: 'nora@corp.test', email_verified: true, name: 'Nora', preferred_username: 'nora' });
  t.idp.who = 'nora';
  const times: number[] = [];
  const exchanges: number[] = [];
  for (let at = 0; at < SIGN_INS; at += 1) {
    const client = new WebClient();
    const { url } = await client.go(`${t.url}/auth/oidc/login`, {}, /\/auth\/oidc\/callback/);
    times.push(await timed(async () => requireArrival(await client.ask(url))));
    // What the provider of the tests takes for an answer, in the same process.
    exchanges.push(await timed(() => fetch(`${t.idp.issuer}/.well-known/openid-configuration`)));
  }
  report(GOAL, 'answer to a callback of OIDC, beside 20 ms', settled(times) - settled(exchanges), 20, 'ms', {
    most: 1,
  });
  await t.stop();
  await database.cleanup();
}

async function saml(): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const t = await listen(database, { now: () => NOW });
  t.app.csrf.port = Number(new URL(t.url).port);
  const idp = {
    ...{ entity_id: PROVIDER, sso_url: 'https://idp.test/sso', slo_url: 'https://idp.test/slo' },
    certificates: [keys.provider.certificate],
  };
  const body = { enabled: true, provisioning: { mode: 'all' }, saml: { enabled: true, name: 'Campus', idp } };
  await t.call('adm', 'PUT', '/api/v2/sso/config', { body });
  const workerData = { certificate: keys.provider.certificate, callbackUrl: `${t.url}/auth/saml/callback` };
  const library = new Worker(new URL('../sso/saml/saml-library.ts', import.meta.url), { workerData });
  const validate = (answer: string): Promise<unknown> => {
    const done = once(library, 'message');
    library.postMessage(answer);
    return done;
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  const bare: number[] = [];
  for (let at = 0; at < SIGN_INS; at += 1) {
    const client = new WebClient();
    const { url } = await client.go(`${t.url}/auth/saml/login`, {}, /idp\.test/);
    const request = decoded(url);
    const place = `${t.url}/auth/saml/callback`;
    const said = {
      audience: `${t.url}/auth/saml/metadata`,
      recipient: place,
      destination: place,
      name: 'id-nora',
      request,
    };
    const attributes = { mail: ['nora@corp.test'], displayName: ['Nora'], uid: ['nora'] };
    const SAMLResponse = encode(goodResponse({ ...said, attributes }, {}, `_assertion-${at}`));
    if (at === 5) delay.enable();
    // As browsers say that the form of another site comes.
    const headers = { 'sec-fetch-site': 'cross-site' };
    const sent = { method: 'POST', headers, body: new URLSearchParams({ SAMLResponse, RelayState: '' }) };
    times.push(await timed(async () => requireArrival(await client.ask(place, sent))));
    delay.disable();
    bare.push(await timed(() => validate(SAMLResponse)));
    if (at >= 5) delay.enable();
  }
  report(
    GOAL,
    'answer to a callback of SAML, beside the library alone in a thread',
    settled(times),
    settled(bare),
    'ms',
    {
      most: 1.5,
    },
  );
  report(GOAL, 'longest wait of others beside 20 ms', delay.percentile(99) / 1e6, 20, 'ms', { most: 1 });
  await library.terminate();
  await t.stop();
  await database.cleanup();
}

/** The name of a question, out of the address that leads to the provider. */
function decoded(address: string): string {
  const value = new URL(address).searchParams.get('SAMLRequest') ?? '';
  return /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(value, 'base64')).toString())?.[1] ?? '';
}

async function roles(): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const t = await startApp(database);
  const body = {
    ...{ enabled: false, provisioning: { mode: 'all' } },
    mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'viewer' }],
  };
  await t.call('adm', 'PUT', '/api/v2/sso/config', { body });
  const db = t.app.database.writer;
  const { id: _, ...row } = (await db('users')
    .where({ id: t.user('vic').id })
    .first()) as { id: number };
  const now = t.app.now();
  for (let from = 0; from < PEOPLE; from += 50) {
    const numbers = Array.from({ length: 50 }, (__, at) => from + at);
    const people = numbers.map((at) => ({
      ...row,
      login: `p${at}`,
      login_key: `p${at}`,
      email: `p${at}@corp.test`,
      email_key: `p${at}@corp.test`,
    }));
    const made: { id: number }[] = await db('users').insert(people).returning('id');
    const common = { provider: 'oidc', issuer: 'x', groups_json: '["staff"]', created_at: now, last_login_at: now };
    await db('sso_identities').insert(made.map(({ id }) => ({ ...common, user_id: id, subject: `${id}` })));
  }
  await t.call('adm', 'POST', '/api/v2/sso/sync', {});
  const join = () =>
    db('sso_identities')
      .join('users', 'users.id', 'sso_identities.user_id')
      .join('workspace_members', 'workspace_members.user_id', 'users.id')
      .select('users.id', 'groups_json', 'role', 'workspace_id', 'source');
  const times: number[] = [];
  const bare: number[] = [];
  let changed = 0;
  for (let round = 0; round < 12; round += 1) {
    bare.push(await timed(join));
    times.push(
      await timed(async () => {
        changed += (await t.call('adm', 'POST', '/api/v2/sso/sync', {})).body.changed;
      }),
    );
  }
  if (changed) throw new Error(`${changed} roles were written though nothing had changed`);
  report(GOAL, `roles of ${PEOPLE} people, nothing changed`, settled(times), settled(bare), 'ms', { most: 5 });
  await t.stop();
  await database.cleanup();
}

async function projects(): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const t = await startForgeProduct(database, 'gitea');
  await t.register();
  t.forge.person('ann');
  for (let at = 0; at < REPOSITORIES; at += 1) t.forge.offer('ann', `r${at}`, { 'README.md': 'x' });
  await t.connect('ann', 'ann');
  t.forge.delayMs = 100;
  const list = () => t.call('ann', 'GET', '/api/workspace/projects');
  const first = await timed(list);
  const token = t.forge.grant('ann');
  const pages: number[] = [];
  for (let page = 1; page <= REPOSITORIES / 50; page += 1)
    pages.push(
      await timed(async () => {
        const headers = { authorization: `Bearer ${token}` };
        await (await fetch(`${t.forge.url}/api/v1/user/repos?page=${page}&limit=50`, { headers })).text();
      }),
    );
  const kept: number[] = [];
  for (let round = 0; round < 20; round += 1) kept.push(await timed(list));
  report(GOAL, `${REPOSITORIES} repositories, beside the slowest page of the forge`, first, Math.max(...pages), 'ms', {
    most: 3,
  });
  report(GOAL, 'the list again, beside 10 ms', settled(kept), 10, 'ms', { most: 1 });
  await t.stop();
  await database.cleanup();
}

export async function signOn(): Promise<void> {
  await oidc();
  await saml();
  await roles();
  await projects();
}
