// A device of the clipper for tests: paired as an extension pairs itself.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Name, TestApp } from '../kit/app.ts';

export const BASE = '/api/v2/web-clipper';
/** As Chromium sends it from an extension. */
export const EXTENSION = { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'none' };

/** A secret of an extension, and the hash of it that it shows first. */
export function pairing(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function startPairing(
  t: TestApp,
  device_id = 'device-one',
): Promise<{ user_code: string; poll_token: string; expires_in: number; verifier: string }> {
  const { verifier, challenge } = pairing();
  const { status, body, text } = await t.inject('POST', `${BASE}/auth/start`, {
    body: { device_id, device_name: 'Firefox on Linux', challenge },
    headers: EXTENSION,
  });
  assert.equal(status, 200, text);
  return { ...body, verifier };
}

/** The credential of a new device of somebody. */
export async function pairDevice(t: TestApp, who: Name, device_id?: string): Promise<string> {
  const { user_code, poll_token, verifier } = await startPairing(t, device_id);
  const allowed = await t.form(who, '/extensions/connect', { code: user_code, decision: 'allow' });
  assert.equal(allowed.status, 303, allowed.text);
  const { body } = await t.inject('POST', `${BASE}/auth/poll`, { body: { poll_token, verifier }, headers: EXTENSION });
  assert.equal(body.status, 'paired');
  return body.token;
}

/** Calls of a device as its extension makes them. */
export const calling =
  (t: TestApp, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    t.inject(method, `${BASE}${path}`, {
      headers: { ...EXTENSION, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
