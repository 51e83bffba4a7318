// A synced block for the page that shows it: its blocks, whether the reader may write them, and where else it is shown.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { flushSyncedBlock } from '../live-document.ts';
import { syncedBlockPolicies } from '../policies.ts';
import { presentSynced, syncedService } from '../service.ts';
import type { SyncedRow } from '../store.ts';

export const syncedBlockBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/synced/{synced_id}',
    rules: { access: can(syncedBlockPolicies.view, 'synced_id') },
    options: {
      id: 'synced.get',
      description: 'A synced block as the editor shows it',
      validate: { params: params({ synced_id: id() }) },
      response: {
        schema: Joi.object({
          id: Joi.number().integer().required(),
          title: Joi.string().required().allow(''),
          blocks: Joi.array().required(),
          sync_version: Joi.number().integer().required(),
          editable: Joi.boolean().required(),
          uses: Joi.array()
            .items(Joi.object({ page_id: Joi.number().required(), title: Joi.string().required().allow('') }))
            .required(),
        }),
      },
    },
    handler: async (request) => {
      const { content, ...found } = presentSynced(
        await flushSyncedBlock(request.ctx, loaded<SyncedRow>(request, 'synced_id')),
      );
      const [editable, uses] = await Promise.all([
        syncedService.isEditable(request.ctx, found.id),
        syncedService.references(request.ctx, found.id),
      ]);
      return {
        id: found.id,
        title: found.title,
        blocks: content,
        sync_version: found.sync_version,
        editable,
        uses: uses.map(({ page_id, title }) => ({ page_id, title })),
      };
    },
  }),
];
