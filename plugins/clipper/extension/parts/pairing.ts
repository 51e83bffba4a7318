// Connecting: the extension asks for a code, opens the page on which a person allows it, and fetches its credential with
// a secret that nobody else has seen.
import { type Account, browserName, ensureDeviceId, forget, type Pairing, readStored, writeStored } from './account.ts';
import { browser } from './browser-api.ts';
import { call, type ServiceAnswer } from './service.ts';

const POLL_MS = 2000;
/** Browsers put a background to sleep; this wakes it, should the person take their time. */
export const PAIRING_ALARM = 'pairing';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

type Begun = Pick<Pairing, 'user_code' | 'poll_token'> & { expires_in: number };

export async function requestPairing(server: string): Promise<ServiceAnswer<Pairing>> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const device = {
    device_id: await ensureDeviceId(),
    device_name: browserName(),
    challenge: await challengeOf(verifier),
  };
  const begun = await call<Begun>({ server }, 'POST', '/auth/start', device);
  if (!begun.ok) return begun;
  const { user_code, poll_token, expires_in } = begun.body;
  const pairing = { server, user_code, poll_token, verifier, ends: Date.now() + expires_in * 1000 };
  await writeStored({ pairing, fault: '' });
  await browser().tabs.create({ url: `${server}/extensions/connect?code=${user_code}` });
  void browser().alarms.create(PAIRING_ALARM, { delayInMinutes: 0.5, periodInMinutes: 0.5 });
  return { ok: true, body: pairing };
}

type Polled = { status: 'waiting' | 'denied' | 'paired'; token?: string };

/** Ends the pairing when it is decided or over. True: there is nothing to wait for any more. */
export async function poll(): Promise<boolean> {
  const pairing = await readStored('pairing');
  if (!pairing) return true;
  const { server, poll_token, verifier } = pairing;
  const answer = await call<Polled>({ server }, 'POST', '/auth/poll', { poll_token, verifier });
  const isOver = Date.now() > pairing.ends;
  if (answer.ok ? answer.body.status === 'waiting' && !isOver : /^(offline|fault)$/.test(answer.kind) && !isOver)
    return false;
  if (answer.ok && answer.body.token) await connected(server, answer.body.token);
  else await writeStored({ fault: answer.ok && answer.body.status === 'denied' ? 'denied' : 'over' });
  await forget('pairing');
  await browser().alarms.clear(PAIRING_ALARM);
  return true;
}

async function connected(server: string, token: string): Promise<void> {
  const status = await call<{ user: { id: number; full_name: string; login: string } }>(
    { server, token },
    'GET',
    '/status',
  );
  const user = status.ok ? status.body.user : undefined;
  const account: Account = {
    server,
    token,
    name: user?.full_name || user?.login || '',
    owner: user && `${server} ${user.id}`,
  };
  await writeStored({ account, fault: '' });
}

/** As long as the browser keeps the background awake. */
export async function pollToTheEnd(): Promise<void> {
  while (!(await poll())) await new Promise((done) => setTimeout(done, POLL_MS));
}
