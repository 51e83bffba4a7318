// Who comes by the address of a published page: sees what was published, after saying the password where there is one.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, ResponseObject } from '@hapi/hapi';
import { notFound } from '../../core/http/problem.ts';
import type { Ctx, PublicReach } from '../../core/kernel/context.ts';
import { throttle, verifyPassword } from '../auth/contract.ts';
import { type Publication, publicationStore } from './store.ts';

/** A browser that has said the password need not say it again for so long. */
const HOURS = 12;

export interface Visit {
  publication: Publication;
  /** that of the visitor, whoever is signed in beside */
  ctx: Ctx;
  /** the password was not said yet */
  isLocked: boolean;
}

const cookieOf = ({ page_id }: Publication): string => `published_${page_id}`;

/** Another password makes all that was said before void. */
const sign = (ctx: Ctx, { page_id, password_hash }: Publication, until: string): string =>
  createHmac('sha256', ctx.app.secrets.key('published'))
    .update(`${page_id}:${until}:${password_hash}`)
    .digest('base64url');

function hasSaid(request: Request, publication: Publication): boolean {
  const { ctx } = request;
  const kept = (request.state as Record<string, unknown>)[cookieOf(publication)];
  const [until = '', given = ''] = typeof kept === 'string' ? kept.split('.') : [];
  const [expected, actual] = [Buffer.from(sign(ctx, publication, until)), Buffer.from(given)];
  return (
    expected.length === actual.length && timingSafeEqual(expected, actual) && Number(until) > Date.parse(ctx.now())
  );
}

export const isOver = (ctx: Ctx, { expires_at: until }: Publication): boolean =>
  until !== null && Date.parse(until) <= Date.parse(ctx.now());

/** What its visitors read. */
export function readsOf({ page_id: pageId, kind, shows_rows, with_children }: Publication): PublicReach {
  const isAlone = kind === 'collection' && !shows_rows;
  return { pageId, reach: isAlone ? 'page' : with_children ? 'tree' : 'rows' };
}

/** What was published lately, or no more: one answer for all. @throws Problem not_found */
export async function visit(request: Request): Promise<Visit> {
  const { ctx } = request;
  const publication = await publicationStore.bySlug(ctx, String(request.params.slug));
  if (!publication) throw notFound();
  if (isOver(ctx, publication)) throw notFound();
  const isLocked = publication.password_hash !== null && !hasSaid(request, publication);
  return { publication, ctx: ctx.as({ type: 'anonymous', reads: readsOf(publication) }), isLocked };
}

/** @throws Problem rate_limited */
export async function isRight(ctx: Ctx, { page_id, password_hash }: Publication, password: string): Promise<boolean> {
  const giveBack = await ctx.use(throttle).take(ctx, [
    { key: `published:${page_id}:${ctx.address}`, limit: 10, seconds: 300 },
    { key: `published:${page_id}`, limit: 200, seconds: 3600 },
  ]);
  const isGood = await verifyPassword(password, password_hash);
  if (isGood) await giveBack();
  return isGood;
}

/** Remembers in the browser that the password was said. */
export function rememberVisitor(ctx: Ctx, publication: Publication, answer: ResponseObject): ResponseObject {
  const until = String(Date.parse(ctx.now()) + HOURS * 3_600_000);
  const secure = ctx.app.settings.BASE_URL.startsWith('https:') ? '; Secure' : '';
  const value = `${until}.${sign(ctx, publication, until)}`;
  const place = `Path=/p/${publication.slug}; Max-Age=${HOURS * 3600}; SameSite=Lax${secure}`;
  return answer.header('set-cookie', `${cookieOf(publication)}=${value}; HttpOnly; ${place}`, { append: true });
}
