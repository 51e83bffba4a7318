// Use cases of publishing: a page gets an address that anybody may open, with settings of its own, until it is taken back.

import { isUniqueViolation } from '../../core/database/engine-errors.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { hashPassword } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import { type Page, pages } from '../pages/contract.ts';
import { publicationPolicies } from './policies.ts';
import { slugOf } from './slug.ts';
import { type Publication, publicationStore } from './store.ts';

export interface PublicationSettings {
  slug?: string;
  with_children?: boolean;
  /** of a database: whether its rows are shown, or its forms only */
  shows_rows?: boolean;
  is_indexed?: boolean;
  description?: string;
  /** views of a published database that anybody may answer */
  form_ids?: number[];
  /** null takes it away */
  password?: string | null;
  expires_at?: string | null;
}

export interface PublicationState {
  published: boolean;
  slug: string | null;
  url: string | null;
  with_children: boolean;
  shows_rows: boolean;
  is_indexed: boolean;
  description: string;
  form_ids: number[];
  has_password: boolean;
  expires_at: string | null;
  published_at: string | null;
  /** whether the actor may publish it, change how, or take it back */
  may_change: boolean;
}

function presentPublication(ctx: Ctx, row: Publication | undefined): Omit<PublicationState, 'may_change'> {
  return {
    published: Boolean(row),
    slug: row?.slug ?? null,
    url: row ? `${ctx.app.baseUrl}/p/${row.slug}` : null,
    with_children: row?.with_children === 1,
    shows_rows: row ? row.shows_rows === 1 : true,
    is_indexed: row?.is_indexed === 1,
    description: row?.description ?? '',
    form_ids: row ? (JSON.parse(row.form_ids) as number[]) : [],
    has_password: Boolean(row?.password_hash),
    expires_at: row?.expires_at ?? null,
    published_at: row?.published_at ?? null,
  };
}

export async function publicationOf(ctx: Ctx, pageId: number): Promise<PublicationState> {
  const found = presentPublication(ctx, await publicationStore.byPage(ctx, pageId));
  // Views that were removed are no forms any more.
  const forms = await Promise.all(found.form_ids.map((id) => ctx.use(databases).shownForm(ctx, id)));
  const may_change = await ctx.app.access.allows(ctx, publicationPolicies.end, pageId);
  return { ...found, form_ids: found.form_ids.filter((_id, at) => forms[at]), may_change };
}

const taken = (): Problem => new Problem('conflict', 'Another page has this address.');

/** @throws Problem conflict when another page has the address */
async function freeSlug(ctx: Ctx, page: Page, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    const holder = await publicationStore.holder(ctx, wanted);
    if (holder !== undefined && holder !== page.id) throw taken();
    return wanted;
  }
  if (page.slug) return page.slug;
  const base = slugOf(page.title);
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${base}-${count}`;
    if ((await publicationStore.holder(ctx, slug)) === undefined) return slug;
  }
}

/** The address that the page has, or would get. */
export const proposedSlug = (ctx: Ctx, page: Page): Promise<string> => freeSlug(ctx, page, undefined);

/** Forms of other databases have no place here. @throws Problem validation_failed */
async function requireForms(ctx: Ctx, page: Page, ids: number[]): Promise<void> {
  for (const id of ids)
    if ((await ctx.use(databases).shownForm(ctx, id))?.pageId !== page.id)
      throw invalid(['body', 'form_ids'], 'must name a form of this database', 'value_error', id);
}

/**
 * Publishes a page, or changes how it is published; what is not named stays. The caller decides whom the page is open to,
 * which access has checked. @throws Problem conflict, validation_failed, page_locked
 */
export async function publishPage(ctx: Ctx, pageId: number, settings: PublicationSettings): Promise<PublicationState> {
  const { password, expires_at } = settings;
  // Hashing is slow on purpose, and no work for a transaction.
  const password_hash = typeof password === 'string' ? await hashPassword(password) : password;
  if (expires_at && Date.parse(expires_at) <= Date.parse(ctx.now()))
    throw invalid(['body', 'expires_at'], 'is not in the future', 'value_error', expires_at);
  return findingRoom(settings.slug, () => ctx.tx((tx) => save(tx, pageId, settings, password_hash)));
}

/** How often an address that is made of the title is made anew when another page was sooner. */
const TRIES = 5;

/** Two pages that want one address at the same moment both find it free. @throws Problem conflict */
async function findingRoom<T>(wanted: string | undefined, work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (wanted !== undefined || count === TRIES) throw taken();
    }
  }
}

async function save(
  tx: Ctx,
  pageId: number,
  { form_ids, expires_at, ...settings }: PublicationSettings,
  password_hash: string | null | undefined,
): Promise<PublicationState> {
  const page = await tx.use(pages).byId(tx, pageId);
  if (!page || page.deleted_at) throw notFound();
  if (form_ids) await requireForms(tx, page, form_ids);
  const before = await publicationStore.byPage(tx, pageId);
  const slug = await freeSlug(tx, page, settings.slug);
  const flag = (given: boolean | undefined, old: number | undefined, first = 0) =>
    given === undefined ? (old ?? first) : Number(given);
  await publicationStore.put(tx, {
    page_id: pageId,
    with_children: flag(settings.with_children, before?.with_children),
    shows_rows: flag(settings.shows_rows, before?.shows_rows, 1),
    is_indexed: flag(settings.is_indexed, before?.is_indexed),
    description: settings.description ?? before?.description ?? '',
    form_ids: form_ids ? JSON.stringify(form_ids) : (before?.form_ids ?? '[]'),
    password_hash: password_hash === undefined ? (before?.password_hash ?? null) : password_hash,
    expires_at:
      expires_at === undefined ? (before?.expires_at ?? null) : expires_at && new Date(expires_at).toISOString(),
    published_by: before?.published_by ?? actorId(tx),
    published_at: before?.published_at ?? tx.now(),
    updated_at: tx.now(),
  });
  await tx.use(pages).change(tx, pageId, { slug, is_published: 1 });
  if (!before) await tx.use(pages).emit(tx, 'page.published', pageId, { data: { slug }, changed: ['slug'] });
  return publicationOf(tx, pageId);
}

/** Nobody finds it any more from the commit on. */
export async function unpublish(ctx: Ctx, pageId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await publicationStore.remove(tx, pageId);
    await tx.use(pages).change(tx, pageId, { slug: null, is_published: 0 });
  });
}
