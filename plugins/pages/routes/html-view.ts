// A page for people, readable without scripts.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, isLockedFor, loaded, roleHere, subjectOf } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { accounts } from '../../auth/contract.ts';
import { type Block, walk } from '../../blocks/block.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import { frameAddress } from '../../blocks/link-address.ts';
import type { Links } from '../../blocks/link-context.ts';
import { type Heading, outline } from '../../blocks/outline.ts';
import { collectReferences, type References } from '../../blocks/references.ts';
import { blockTypes } from '../../blocks/types/registry.ts';
import { files } from '../../files/contract.ts';
import { linksOf } from '../content/link-resolver.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { fileBehind, storedBlocks } from '../content/page-body.ts';
import { pageMarkdown } from '../content/page-markdown.ts';
import { DOCUMENT_MARK, liveDocument, type PageSection, pageSections } from '../contract.ts';
import { coverImage } from '../files/cover-address.ts';
import { viewFile } from '../files/file-preview.ts';
import { pageMarksOf } from '../page-columns.ts';
import { visibleTitles } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import { presentPage } from '../present.ts';
import { linkStore, type PageRow } from '../store.ts';
import { show, sidebarTitle } from '../tree/sidebar.ts';
import { wayBack } from '../versions/versions.ts';
import { pagePath } from './browser.ts';

export const canEdit = async (request: Request): Promise<boolean> =>
  atLeast(await roleHere(request, 'page_id'), 'editor');

async function fileOf(ctx: Ctx, row: PageRow) {
  const fileId = fileBehind(row);
  const [record] = fileId ? await ctx.use(files).byIds(ctx, [fileId]) : [];
  return record ? viewFile(ctx, record) : null;
}

/** Name of who edited last; mostly it is the reader, whom nobody need look up. */
async function nameOf(ctx: Ctx, userId: number | null): Promise<string> {
  if (userId === null) return '';
  if (ctx.actor.type === 'user' && ctx.actor.id === userId) return ctx.actor.fullName;
  const [found] = await ctx.use(accounts).byIds(ctx, [userId]);
  return found?.full_name ?? '';
}

/** When the page was changed last and by whom, in words. */
async function editedOf(ctx: Ctx, { updated_at, updated_by }: PageRow) {
  const name = await nameOf(ctx, updated_by);
  const by = name && ctx.app.messages.text(ctx.locale, 'pages.edited_by', { name });
  return { moment: shownMoment(ctx, updated_at), by };
}

/** What the editor must know beside the blocks: titles, names and addresses of what they refer to. */
function namesFor(blocks: Block[], links: Links, hosts: string[]): string {
  const found = collectReferences(blocks);
  const known = <T>(ids: number[], find: (id: number) => T | null) =>
    Object.fromEntries(ids.map((one) => [one, find(one)]).filter(([, value]) => value !== null));
  return JSON.stringify({
    pages: known(found.pages, (one) => links.page(one)?.title ?? null),
    users: known(found.users, (one) => links.user(one)?.name ?? null),
    files: known(found.files, links.file),
    trail: links.trail?.() ?? [],
    hosts,
    emoji: Object.fromEntries(
      found.emoji.flatMap((name) => {
        const one = links.emoji?.(name);
        return one ? [[name, one]] : [];
      }),
    ),
  });
}

/** Whether the actor may lift a lock: who set it, or a service administrator. */
const mayUnlock = ({ actor }: Ctx, row: PageRow): boolean =>
  actor.type === 'user' && (actor.isAdmin || row.locked_by === actor.id);

/** JSON as the value of an attribute in single quotes: escaped like all text, its many double quotes would double it. */
const attributeOf = (json: string): string =>
  json.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');

/** What a body refers to; reading it out of the blocks takes longer than the page's own query. */
interface Body {
  /** of its own for each text: a short key of all that is drawn from it */
  serial: number;
  found: References;
  /** whether it holds blocks that a script makes better */
  lively: boolean;
  /** whether it shows where the page stands */
  isPlaced: boolean;
  /** its headings, where readers are offered them: not beside a table of contents of its own */
  contents: Heading[];
}

/** Fewer headings are seen at a glance. */
const CONTENTS_FROM = 3;

const bodies = new LruCache<Body>(4_000_000, (body) => JSON.stringify(body).length);
let made = 0;

function bodyOf(row: PageRow): Body {
  made += 1;
  const blocks = storedBlocks(row);
  const types = new Set(walk(blocks).map(({ type }) => type));
  const headings = types.has('toc') ? [] : outline(blocks);
  return {
    serial: made,
    found: collectReferences(blocks),
    lively: isLively(blocks),
    isPlaced: types.has('breadcrumb'),
    contents: headings.length < CONTENTS_FROM ? [] : headings,
  };
}

/** Whether scripts make some of these blocks better where they are read. */
export const isLively = (blocks: Block[]): boolean =>
  [...walk(blocks)].some(({ type }) => blockTypes().get(type)?.isLively);

/** Whether one of these synced blocks, or one inside it, holds what a script makes better. */
function isLivelyIn(ids: number[], links: Links, seen = new Set<number>()): boolean {
  return ids.some((id) => {
    const blocks = seen.has(id) ? null : links.synced?.(id);
    seen.add(id);
    return blocks ? isLively(blocks) || isLivelyIn(collectReferences(blocks).synced, links, seen) : false;
  });
}

/** Whether what is written is told to others while it is. */
const isLive = (ctx: Ctx): boolean => ctx.find(liveDocument) !== undefined;

/** The body of a page as markup: `of` is all that it is made from, and `make` its values for the template. */
function articleOf(
  { ctx }: Request,
  row: PageRow,
  { serial, isPlaced }: Body,
  links: Links & { seen: unknown[] },
  editing: boolean,
) {
  const { id, sync_version, workspace_id, parent_id, full_width, font_small, page_icon, cover_url } = row;
  const user = ctx.actor.type === 'user' ? ctx.actor.id : '';
  const tag = {
    ...{ id, sync_version, workspace_id, parent_id, full_width, font_small, page_icon, cover_url },
    ...{ editing, user, locale: ctx.locale, live: isLive(ctx) },
  };
  return {
    of: [tag, serial, links.seen, editing || isPlaced ? links.trail?.() : null],
    make() {
      const blocks = storedBlocks(row);
      const stored = {
        names: namesFor(blocks, links, ctx.app.settings.EMBED_HOSTS),
        html: attributeOf(row.content ?? ''),
      };
      return { tag, html: renderHtml(blocks, links), stored: editing && stored };
    },
  };
}

/** What other plugins show below a page; one in the trash is only there to be brought back. */
async function sectionsOf(request: Request, row: PageRow, marks: ReadonlySet<string>): Promise<PageSection[]> {
  if (row.deleted_at) return [];
  const page = presentPage(row);
  const found = await Promise.all(request.ctx.app.contributions(pageSections).map((ask) => ask(request, page, marks)));
  return found.filter((one) => one !== null);
}

async function view(request: Request, h: ResponseToolkit, row: PageRow) {
  const { ctx } = request;
  const marks = pageMarksOf(row);
  const body = bodies.getOrCreate(`${row.content_format} ${row.content}`, () => bodyOf(row));
  const [known, place, role, linked, file, sections] = await Promise.all([
    linksOf(ctx, row.workspace_id, body.found),
    row.deleted_at ? { breadcrumb: [], children: [], hasMore: false } : show(request, row, marks),
    roleHere(request, 'page_id'),
    row.linked ? linkStore.backlinks(ctx, row.id).then((ids) => visibleTitles(ctx, ids)) : new Map<number, string>(),
    fileOf(ctx, row),
    sectionsOf(request, row, marks),
  ]);
  const links = {
    ...known,
    embeds: (url: string) => frameAddress(url, ctx.app.settings.EMBED_HOSTS),
    // The last step is the page itself, without an address.
    trail: () => place.breadcrumb.filter(({ href }) => href),
  };
  const [edited, lockedBy] = await Promise.all([editedOf(ctx, row), nameOf(ctx, row.locked_by)]);
  const live = atLeast(role, 'editor') && !row.deleted_at;
  // A body that is no block list would be lost by the first save.
  const written = row.kind !== 'file' && row.kind !== 'collection' && (row.content_format === 'blocks' || !row.content);
  const editing = live && written && !row.is_locked;
  return h.view('pages/page', {
    title: sidebarTitle(ctx, row),
    frame: request.query.embed === '1' ? 'none' : '',
    // Somebody who has just made it may be typing its title already.
    catchesKeys: request.query.new === '1',
    page: row,
    restored: live && request.query.restored ? await wayBack(ctx, row.id, Number(request.query.restored)) : null,
    article: articleOf(request, row, body, links, editing),
    ...place,
    backlinks: [...linked].map(([page, name]) => ({ id: page, title: name })),
    editable: live,
    roleOnPage: role,
    isLocked: isLockedFor(ctx, subjectOf(request, 'page_id')),
    editing,
    ...(editing ? { words: 'written-messages' } : {}),
    live: isLive(ctx),
    lively: !editing && (body.lively || isLivelyIn(body.found.synced, links) || Boolean(file?.lively)),
    contents: editing ? [] : body.contents,
    cover: coverImage(row.cover_url),
    unlockable: live && Boolean(row.is_locked) && mayUnlock(ctx, row),
    file,
    sections,
    edited,
    lockedBy,
  });
}

/** Programs ask for Markdown by name, with a quality of their own if they like; browsers never name it. */
function prefersMarkdown(request: Request): boolean {
  const named = (header(request, 'accept') ?? '').split(',').flatMap((one) => {
    const [type = '', ...rest] = one.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(rest.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    return type === 'text/markdown' || type === 'text/html' ? [{ type, quality }] : [];
  });
  const [first] = named.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return first?.type === 'text/markdown';
}

const markdown = async (request: Request, h: ResponseToolkit, row: PageRow) =>
  h
    .response(await pageMarkdown(request.ctx, row))
    .type('text/markdown')
    .vary('accept');

/** The row with what is being written right now. */
async function nowOf(request: Request): Promise<PageRow> {
  const row = loaded<PageRow>(request, 'page_id');
  return row.deleted_at ? row : { ...row, ...(await withFlushedContent(request.ctx, row)) };
}

/** A page in the trash is shown to editors, with the way back; nobody else learns that it was there. */
async function viewOrBanner(request: Request, h: ResponseToolkit) {
  const found = loaded<PageRow>(request, 'page_id');
  const row = pageMarksOf(found).has(DOCUMENT_MARK) ? await nowOf(request) : found;
  if (!row.deleted_at && prefersMarkdown(request)) return markdown(request, h, row);
  if (row.deleted_at && !(await canEdit(request)))
    throw new Problem('not_found', 'The resource does not exist or is not visible to you.');
  return view(request, h, row);
}

export const pageViewRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/edited',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: {
      id: 'pages.edited',
      description: 'When the page was changed last and by whom, in the words of the page',
      validate: { params: pagePath, query: Joi.object({}) },
    },
    handler: async (request) => editedOf(request.ctx, await nowOf(request)),
  }),
  route({
    method: 'GET',
    path: '/pages/{page_id}',
    rules: { access: can(pagePolicies.open, 'page_id', { opaque: ['restored'] }), html: true },
    options: {
      id: 'pages.view',
      validate: {
        params: pagePath,
        query: Joi.object({ embed: Joi.string().max(10), new: Joi.string().max(10), restored: id() }),
      },
    },
    handler: viewOrBanner,
  }),
  route({
    method: 'GET',
    path: '/pages/{page_id}.md',
    rules: { access: can(pagePolicies.read, 'page_id'), html: true },
    options: { id: 'pages.markdown', validate: { params: pagePath, query: Joi.object({}) } },
    handler: async (request, h) => markdown(request, h, await nowOf(request)),
  }),
];
