// What can be written together: pages, and what other plugins add.
import type { App } from '../../core/kernel/app.ts';
import { DOCUMENT_MARK, type Page, type PageMark, pagePolicies, pages } from '../pages/contract.ts';
import { type LiveKind, type LiveName, liveKinds } from './points.ts';
import { docStore } from './store.ts';

export const pageKind: LiveKind = {
  kind: 'page',
  view: pagePolicies.view,
  edit: pagePolicies.edit,
  param: 'page_id',
  subjects: (ctx, ids) => ctx.use(pages).subjects(ctx, ids),
  isText: ({ row }) => ['page', 'folder'].includes((row as Page).kind),
  unchanged: (ctx, subject) => ctx.use(pages).unchanged(ctx, subject),
  hold: (ctx, id) => ctx.use(pages).hold(ctx, id),
  body: (ctx, id) => ctx.use(pages).body(ctx, id),
  project: (ctx, id, body) => ctx.use(pages).project(ctx, id, body),
  namedBefore: (ctx, id) => ctx.use(pages).namedBefore(ctx, id),
  wrote: (ctx, id, userIds) => ctx.use(pages).wrote(ctx, id, userIds),
  events: 'page.',
  versions: (ctx, ids) => ctx.use(pages).versions(ctx, ids),
  checkpoint: (ctx, id) => ctx.use(pages).checkpoint(ctx, id),
};

export const documentMark: PageMark = {
  name: DOCUMENT_MARK,
  select: (ctx, { id }) => docStore.oneOf(ctx, pageKind.kind, id),
};

export const pageName = (id: number): LiveName => ({ kind: pageKind.kind, id });

/** @throws Error for a kind that nobody brings */
export function liveKindOf(app: App, { kind }: Pick<LiveName, 'kind'>): LiveKind {
  const found = app.contributions(liveKinds).find((one) => one.kind === kind);
  if (!found) throw new Error(`nothing of the kind ${kind} is written together`);
  return found;
}
