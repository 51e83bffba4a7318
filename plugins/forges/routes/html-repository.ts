// Files of repositories for reading: folders, texts, Markdown with its links and pictures. Nothing of them is stored here.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { sendBlob } from '../../../core/files/file-response.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { requireForge } from '../connection/connection.ts';
import type { ForgeRow } from '../registration/store.ts';
import { contentAt, isPicture, type RepositoryContent, unreadableReason } from '../repositories/content.ts';
import { BROWSER, isMarkdown, markdownHtml, repositoryAddress } from '../repositories/markdown-view.ts';
import { type PlaceQuery, placeFields, requestedPlace } from '../repositories/place-schema.ts';
import { projectListView } from './html-projects.ts';

const provider = { provider: Joi.string().max(100).default('forge') };
const access = { member: true } as const;
const README = /^readme\.(md|markdown)$/i;

interface Shown {
  entries?: { name: string; href: string; isFolder: boolean }[];
  /** of the entries only the first are shown */
  isCut?: boolean;
  html?: string;
  text?: string;
  picture?: string;
  /** why there is nothing to show */
  reason?: string;
}

/** The text that forges show below the files of a folder. */
async function readmeOf(ctx: Ctx, forge: ForgeRow, place: PlaceQuery, content: RepositoryContent): Promise<string> {
  const readme =
    content.type === 'dir' ? content.entries.find(({ name, type }) => type === 'file' && README.test(name)) : undefined;
  if (!readme) return '';
  const at = { ...place, path: readme.path };
  const found = await contentAt(ctx, forge, at);
  const text = found.type === 'file' ? found.content : undefined;
  return text !== undefined && isMarkdown(readme.path, text) ? markdownHtml(forge.key, at, text) : '';
}

async function shown(ctx: Ctx, forge: ForgeRow, place: PlaceQuery): Promise<Shown> {
  const content = await contentAt(ctx, forge, place);
  if (content.type === 'dir')
    return {
      entries: content.entries.map(({ name, path, type }) => ({
        ...{ name, href: repositoryAddress(forge.key, { ...place, path }), isFolder: type === 'dir' },
      })),
      isCut: content.truncated,
      html: await readmeOf(ctx, forge, place, content),
    };
  if (isPicture(content)) return { picture: repositoryAddress(forge.key, place, true) };
  const { content: text } = content;
  if (text === undefined) return { reason: unreadableReason(content) };
  return isMarkdown(place.path, text) ? { html: markdownHtml(forge.key, place, text) } : { text };
}

/** Each folder above, from the top of the repository. */
function trailOf(forge: ForgeRow, place: PlaceQuery) {
  const parts = place.path.split('/').filter(Boolean);
  const top = { title: `${place.owner}/${place.repo}`, href: repositoryAddress(forge.key, { ...place, path: '' }) };
  const steps = parts.map((title, index) => ({
    title,
    href: repositoryAddress(forge.key, { ...place, path: parts.slice(0, index + 1).join('/') }),
  }));
  const whole = [top, ...steps];
  return whole.map((one, index) => (index === whole.length - 1 ? { title: one.title } : one));
}

async function browse(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { provider: key, place } = requestedPlace(request);
  if (!place.owner) return projectListView(request, h);
  const forge = await requireForge(ctx, key);
  const t = ctx.app.messages.in(ctx.locale);
  let found: Shown = {};
  let problem: Problem | undefined;
  try {
    found = await shown(ctx, forge, place);
  } catch (error) {
    // Who is not connected, and a forge that is away, are told of on the page; what is not there is not found.
    if (!(error instanceof Problem) || error.code === 'not_found') throw error;
    problem = error;
  }
  const trail = trailOf(forge, place);
  const link = new URLSearchParams({ provider: forge.key, owner: place.owner, repo: place.repo });
  const answer = h.view('forges/repository', {
    title: trail.at(-1)?.title,
    breadcrumb: [{ title: t('forges.projects'), href: '/workspace' }, ...trail],
    ...{ forge, place, ...found, link: `/workspace/projects/new?${link}`, isTop: !place.path },
    message: problem?.message ?? '',
    connect: problem?.code === 'conflict',
  });
  return problem ? answer.code(problem.status) : answer;
}

export const repositoryRoutes: Route[] = [
  route({
    method: 'GET',
    path: BROWSER,
    rules: { access, html: true },
    options: {
      id: 'repository-pages.browse',
      validate: {
        query: Joi.object({
          ...provider,
          ...placeFields,
          owner: placeFields.owner.optional(),
          repo: placeFields.repo.optional(),
        }).and('owner', 'repo'),
      },
    },
    handler: browse,
  }),
  route({
    method: 'GET',
    path: `${BROWSER}/picture`,
    rules: { access },
    options: {
      id: 'repository-pages.picture',
      description: 'A picture of a repository, read with the connection of the caller',
      validate: { query: Joi.object({ ...provider, ...placeFields }) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { provider: key, place } = requestedPlace(request);
      const found = await contentAt(ctx, await requireForge(ctx, key), place);
      if (found.type === 'dir' || !found.bytes || !isPicture(found)) throw notFound();
      const { mime, size, sha } = found;
      const record = { filename: sha, name: place.path.split('/').at(-1) ?? '', mime, size };
      return sendBlob(ctx.app.storage, record, request, h, { content: found.bytes });
    },
  }),
];
