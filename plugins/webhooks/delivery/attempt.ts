// One attempt: what may be told is asked anew, signed, sent, and the answer is read as far as it matters.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { bodiesOf, messageId, type WebhookMessage } from '../message.ts';
import { decryptSecret, signedHeaders, signersOf } from '../signature.ts';
import type { WebhookRow } from '../store.ts';
import type { DeliveryRow } from './delivery-store.ts';
import { askedWait } from './retry-schedule.ts';

/** Why an attempt failed; `interrupted`: the process stopped, and it was none. */
export type AttemptFault =
  | 'no_access'
  | 'secret_unreadable'
  | 'private_url'
  | 'timeout'
  | 'connection'
  | 'redirect'
  | 'gone'
  | 'status'
  | 'aborted'
  | 'interrupted'
  | 'off';

export interface AttemptOutcome {
  /** null: it arrived */
  fault: AttemptFault | null;
  http_code: number | null;
  answer: string | null;
  duration_ms: number | null;
  sent_headers: Record<string, string>;
  /** seconds that the receiver asks to be left alone */
  asked?: number;
}

const TIMEOUT_MS = 15_000;
const READ_MAX = 64 * 1024;
const KEPT_MAX = 1024;

/** What comes of it where nothing was sent, or nothing came back. */
export const failedAttempt = (fault: AttemptFault): AttemptOutcome => ({
  ...{ fault, http_code: null, answer: null, duration_ms: null, sent_headers: {} },
});

/** The start of an answer as text that both databases take. */
const textOf = (body: Buffer): string =>
  body.subarray(0, KEPT_MAX).toString('utf8').replaceAll('\0', '\ufffd').toWellFormed();

function faultOfStatus(status: number, headers: Record<string, string>): AttemptFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  if (headers['webhook-delivery']?.trim() === 'abort-message') return 'aborted';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function faultOfError(error: unknown, signal: AbortSignal): AttemptFault {
  if (signal.aborted) return 'interrupted';
  if (error instanceof Problem) return 'private_url';
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError' || /TIMEOUT/.test(code ?? '') ? 'timeout' : 'connection';
}

/** What an attempt needs of a delivery. */
export type DeliveryPayload = Pick<DeliveryRow, 'event_id' | 'payload'>;

/** A message ready to be sent. */
export interface Letter {
  body: string;
  signed: Record<string, string>;
  own: Record<string, string>;
}

/** What is to be sent for one hook. */
export interface HookDeliveries<T extends DeliveryPayload = DeliveryPayload> {
  hook: WebhookRow;
  deliveries: T[];
}

function sealed(ctx: Ctx, { hook, deliveries }: HookDeliveries, bodies: (string | null)[]): (Letter | AttemptFault)[] {
  const moment = Math.floor(Date.parse(ctx.now()) / 1000);
  try {
    const signers = signersOf(ctx.app, hook);
    const own = hook.headers_encrypted ? JSON.parse(decryptSecret(ctx.app, hook.headers_encrypted)) : {};
    return deliveries.map(({ event_id }, index) => {
      const body = bodies[index] ?? null;
      if (body === null) return 'no_access';
      return { body, own, signed: signedHeaders(signers, messageId(hook, event_id), moment, body) };
    });
  } catch {
    // Another SECRET_KEY than it was encrypted with: never sent unsigned.
    return bodies.map((body) => (body === null ? 'no_access' : 'secret_unreadable'));
  }
}

/**
 * What is to be sent of each, or why nothing is: what the owner may see is asked once for all of them.
 * @param hooks of one owner in one workspace
 */
export async function lettersOf(ctx: Ctx, hooks: HookDeliveries[]): Promise<(Letter | AttemptFault)[][]> {
  const messagesOf = ({ hook, deliveries }: HookDeliveries) => ({
    hook,
    messages: deliveries.map(({ payload }) => JSON.parse(payload) as WebhookMessage),
  });
  const bodies = await bodiesOf(ctx, hooks.map(messagesOf));
  return hooks.map((one, index) => sealed(ctx, one, bodies[index] ?? []));
}

/** Never throws for what a receiver does. */
export async function attempt(
  { app, now }: Ctx,
  hook: WebhookRow,
  letter: Letter | AttemptFault,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if (typeof letter === 'string') return failedAttempt(letter);
  const standard = { 'content-type': 'application/json', 'user-agent': `Commonplace/${app.version}` };
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  // The length tells the body that was sent from the message that is kept of it.
  const sent_headers = { ...letter.signed, 'content-length': String(Buffer.byteLength(letter.body)) };
  try {
    const { status, headers, body } = await app.outbound.request(hook.url, {
      method: 'POST',
      headers: { ...letter.own, ...standard, ...letter.signed },
      body: letter.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: READ_MAX,
      cut: true,
      signal,
    });
    const isBusy = status === 429 || status === 503;
    return {
      fault: faultOfStatus(status, headers),
      http_code: status,
      answer: textOf(body),
      duration_ms: took(),
      sent_headers,
      asked: isBusy ? askedWait(headers['retry-after'], Date.parse(now())) : undefined,
    };
  } catch (error) {
    return { ...failedAttempt(faultOfError(error, signal)), duration_ms: took(), sent_headers };
  }
}
