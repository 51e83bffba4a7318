// How to bring notes in: what a person types on the server, or a program sends to the API.
import { type Route, route } from '../../../core/route.ts';
import { workspaces } from '../../workspaces/contract.ts';

export const importRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/import',
    rules: { access: { list: true, resource: 'workspace' }, html: true },
    options: { id: 'web.import' },
    handler: async (request, h) => {
      const { ctx } = request;
      const command = ctx.app.commands().find(({ name }) => name === 'import');
      const active = await ctx.use(workspaces).active(ctx, request);
      return h.view('web/import', {
        title: 'Import',
        examples: command?.examples ?? [],
        workspace: active && { id: active.id, name: active.name },
        baseUrl: ctx.app.baseUrl,
      });
    },
  }),
];
