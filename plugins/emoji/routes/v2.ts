// Emoji of workspaces in the public API.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { file, id, paging, params, textId } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { emojiPolicies } from '../policies.ts';
import { createEmoji, EMOJI_BYTES, presentEmoji, removeEmoji } from '../service.ts';
import { emojiStore, type WholeEmoji } from '../store.ts';

const PATH = '/api/v2/emoji';
const ok = Joi.object({ ok: Joi.valid(true).required() });

/** A picture in a form, beside its name. */
export const picturePayload = {
  multipart: { output: 'stream' as const },
  allow: ['multipart/form-data'],
  maxBytes: EMOJI_BYTES + 65_536,
  output: 'stream' as const,
  parse: true,
};

/** What stands between the colons; kept in small letters. */
export const nameField = (): Joi.StringSchema =>
  Joi.string()
    .pattern(/^[A-Za-z0-9_+-]{1,64}$/)
    .messages({ 'string.pattern.base': '{{#label}} takes 1 to 64 of a-z 0-9 _ + -' })
    .required()
    .example('party_parrot');

/** @throws Problem validation_failed when the field holds no file */
export async function pictureOf(request: Request): Promise<Buffer> {
  const { file } = request.payload as { file?: unknown };
  if (!(file instanceof Readable)) throw invalid(['body', 'file'], 'was not chosen', 'missing');
  return buffer(file);
}

const emojiSchema = Joi.object({
  id: Joi.number().integer().required().example(4),
  workspace_id: Joi.number().integer().required().example(1),
  name: Joi.string().required().example('party_parrot'),
  url: Joi.string().required().description('address of the picture').example('/api/emoji/4'),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
}).meta({ title: 'CustomEmoji' });

/** The named workspace, or the active one. */
async function homeOf(request: Request): Promise<number> {
  const { workspace_id } = request.payload as { workspace_id?: string | number };
  return workspace_id === undefined ? request.ctx.use(workspaces).home(request.ctx, request) : Number(workspace_id);
}

async function workspaceIdsOf(request: Request): Promise<number[]> {
  const { ctx } = request;
  const { workspace_id } = request.query as { workspace_id?: number };
  return workspace_id === undefined
    ? (await ctx.use(workspaces).mine(ctx)).map(({ id: mine }) => mine)
    : [workspace_id];
}

const remove = (path: string, rest: Pick<Route, 'rules'> & { options: { id: string; validate: object } }): Route =>
  route({
    method: 'DELETE',
    path,
    rules: rest.rules,
    options: {
      ...rest.options,
      description: 'Remove an emoji; pages that use it show its name between colons',
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeEmoji(request.ctx, loaded<WholeEmoji>(request, 'id'));
      return { ok: true };
    },
  });

export const emojiV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: {
      access: { list: true, resource: 'emoji', refs: [inQuery('workspace_id', emojiPolicies.listInWorkspace)] },
    },
    options: {
      id: 'emoji.list',
      description: 'Emoji of one workspace, or of all the caller belongs to, by name',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(emojiSchema) },
    },
    handler: async (request, h) => {
      const { items, total } = await emojiStore.page(request.ctx, await workspaceIdsOf(request), ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentEmoji), total });
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: {
      access: { member: true, refs: [inBody('workspace_id', emojiPolicies.addToWorkspace)] },
    },
    options: {
      id: 'emoji.create',
      description: 'Make a picture (PNG, GIF or WebP, 256 KiB at most) an emoji of the workspace',
      payload: picturePayload,
      validate: {
        payload: Joi.object({
          name: nameField(),
          file: file().required().description('the picture'),
          workspace_id: textId(),
        }).required(),
      },
      response: { schema: emojiSchema },
    },
    handler: async (request) => {
      const { name } = request.payload as { name: string };
      const content = await pictureOf(request);
      return (await createEmoji(request.ctx, { workspaceId: await homeOf(request), name, content })) as never;
    },
  }),
  remove(`${PATH}/{id}`, {
    rules: { access: can(emojiPolicies.delete, 'id') },
    options: { id: 'emoji.delete', validate: { params: params({ id: id() }) } },
  }),
  remove(PATH, {
    rules: { access: { member: true, refs: [inQuery('id', emojiPolicies.delete)] } },
    options: { id: 'emoji.delete-named', validate: { query: Joi.object({ id: id().required() }) } },
  }),
];
