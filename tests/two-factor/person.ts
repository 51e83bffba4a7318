// What tests do again and again: set up codes, sign in up to the second step, read the mails that told of it.
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { type Answer, type Name, PASSWORD, type TestApp } from '../kit/app.ts';

export const codeAt = (secret: string, now: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.parse(now) / 1000) });

export const email = (name: Name): string => `${name}@example.org`;

/** Sets up codes for one of the cast. */
export async function enrol(t: TestApp, name: Name): Promise<{ secret: string; backup: string[] }> {
  const setup = await t.call(name, 'POST', '/auth/2fa/setup');
  assert.equal(setup.status, 200, setup.text);
  const { secret } = setup.body as { secret: string };
  const code = codeAt(secret, t.app.now());
  const done = await t.call(name, 'POST', '/auth/2fa/activate', { code });
  assert.equal(done.status, 200, done.text);
  return { secret, backup: done.body.backup_codes };
}

export const login = (t: TestApp, name: Name, headers: Record<string, string> = {}): Promise<Answer> =>
  t.inject('POST', '/auth/local-login', { body: { email: email(name), password: PASSWORD }, headers });

/** The token that a right password gives where it is not enough. */
export async function pendingOf(t: TestApp, name: Name): Promise<string> {
  const { status, body, text } = await login(t, name);
  assert.equal(status, 200, text);
  assert.equal(body.two_factor_required, true);
  return body.pending_token;
}

export const verify = (t: TestApp, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  t.inject('POST', '/auth/local-verify', { body, headers });

/** Cookies of an answer by name. */
export const jarOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    [(answer.headers['set-cookie'] ?? []) as unknown as string[]]
      .flat()
      .map((line) => line.split(';')[0]?.split(/=(.*)/s) as [string, string]),
  );

/** Headers of the session that an answer opened. */
export function sessionOf(answer: Answer): Record<string, string> {
  const { session, csrf } = jarOf(answer);
  assert.ok(session, 'no session was opened');
  return { cookie: `session=${session}`, 'x-csrf-token': csrf ?? '' };
}

/** Subjects of the mails to one of the cast, newest first. */
export async function mailsTo(t: TestApp, name: Name): Promise<string[]> {
  const { items } = await t.app.mail.list(t.ctx('adm'), 100, 0);
  return items.filter(({ to_address }) => to_address === email(name)).map(({ subject }) => subject);
}
