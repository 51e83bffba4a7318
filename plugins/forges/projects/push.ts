// A forge tells of a push: believed by its signature, taken once, and answered before anything is fetched.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from '@hapi/hapi';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ForgeAdapter } from '../adapters/adapter.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { openSecret } from '../registration/registration.ts';
import { type ForgeRow, forgeDeliveryStore, forgeStore } from '../registration/store.ts';
import { requestSync } from './link.ts';
import { type ProjectRow, projectStore } from './store.ts';

const RATE = { limit: 10, seconds: 60 };

const refused = (): Problem => new Problem('forbidden', 'The signature is not that of this repository.');

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** A message as it was sent, and the JSON in it: forges can be told to send a form with a field `payload`. */
interface Sent {
  body: Buffer;
  json: Buffer;
}

function sentBy(request: Request, body: Buffer): Sent {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header(request, 'content-type') ?? '');
  return { body, json: isForm ? Buffer.from(new URLSearchParams(body.toString()).get('payload') ?? '') : body };
}

/** GitHub signs the form, Gitea the JSON in it. */
function isSigned({ isPlainSecret }: ForgeAdapter, { body, json }: Sent, given: string, secret: string): boolean {
  if (isPlainSecret) return isSame(given, secret);
  const isOf = (part: Buffer) =>
    isSame(given.replace(/^sha256=/, ''), createHmac('sha256', secret).update(part).digest('hex'));
  return isOf(body) || isOf(json);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const secretOf = (ctx: Ctx, { push_secret_encrypted }: ProjectRow): string | undefined => {
  try {
    return openSecret(ctx, push_secret_encrypted);
  } catch {
    return undefined;
  }
};

/** The repository that was pushed to, by a secret that only it has. @throws Problem forbidden */
async function provedProject(ctx: Ctx, forge: ForgeRow, request: Request, body: Buffer) {
  const adapter = adapterOf(forge);
  const sent = sentBy(request, body);
  const push = adapter.readPush(parsed(sent.json));
  const project = push && (await projectStore.named(ctx, forge.type, push.owner, push.name));
  const secret = project && project.forge_id === forge.id ? secretOf(ctx, project) : undefined;
  const given = adapter.pushHeaders.signature.map((name) => header(request, name)).find(Boolean);
  if (!push || !project || !secret || !given || !isSigned(adapter, sent, given, secret)) throw refused();
  return { project, push, delivery: adapter.pushHeaders.delivery.map((name) => header(request, name)).find(Boolean) };
}

/** @returns whether its pages will be brought up to date. @throws Problem rate_limited, not_found, forbidden */
export async function takePush(request: Request, forgeId: number, body: Buffer): Promise<boolean> {
  const { ctx } = request;
  ctx.app.limits.hit(`forge-push:${forgeId}:${ctx.address}`, RATE, Date.parse(ctx.now()));
  const forge = await forgeStore.byId(ctx, forgeId);
  if (!forge) throw notFound();
  const { project, push, delivery } = await provedProject(ctx, forge, request, body);
  if (!delivery || delivery.length > 200) throw new Problem('forbidden', 'The message has no id of its own.');
  return ctx.tx(async (tx) => {
    if (!(await forgeDeliveryStore.take(tx, forge.id, delivery)))
      throw new Problem('forbidden', 'The message was taken already.');
    const isMeant = project.sync === 'push' && push.ref === project.ref;
    if (isMeant) await requestSync(tx, project);
    return isMeant;
  });
}
