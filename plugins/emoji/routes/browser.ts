// The picture of an emoji, and all emoji of a workspace for the picker.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { sendBlob } from '../../../core/files/file-response.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { emojiPolicies } from '../policies.ts';
import { presentEmoji } from '../service.ts';
import { emojiStore, type WholeEmoji } from '../store.ts';

export const emojiRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/emoji',
    rules: {
      access: { list: true, resource: 'emoji', refs: [inQuery('workspace_id', emojiPolicies.listInWorkspace)] },
    },
    options: {
      id: 'emoji.all',
      description: 'All emoji of a workspace, by name',
      validate: { query: Joi.object({ workspace_id: id().required() }) },
    },
    handler: async (request) => {
      const found = await emojiStore.ofWorkspace(request.ctx, Number(request.query.workspace_id));
      return { emoji: found.map(presentEmoji) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/emoji/{emoji_id}',
    rules: { access: can(emojiPolicies.view, 'emoji_id') },
    options: {
      id: 'emoji.picture',
      description: 'The picture of an emoji',
      validate: { params: params({ emoji_id: id() }) },
    },
    handler: (request, h) => {
      const { filename, name, mime, size } = loaded<WholeEmoji>(request, 'emoji_id');
      return sendBlob(
        request.ctx.app.storage,
        { filename, name: `${name}.webp`, mime, size: Number(size) },
        request,
        h,
      );
    },
  }),
];
