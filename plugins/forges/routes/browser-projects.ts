// Projects for the browser and programs of one's own, and the address that forges tell of pushes.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { projectRefs } from '../policies.ts';
import { createBuiltin } from '../projects/built-in.ts';
import { type LinkInput, linkRepository } from '../projects/link.ts';
import { presentLinked, projectsOf } from '../projects/present.ts';
import { takePush } from '../projects/push.ts';
import { newProject, readRepositoryName } from '../projects/schema.ts';
import type { ProjectRow } from '../projects/store.ts';

const PATH = '/api/workspace/projects';
const PUSH_BYTES = 5 * 1_048_576;
/** What GitHub and Gitea let their users choose. */
const PUSH_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** What a webhook of the forge is set up with; the secret is not shown again. */
export const pushSetup = ({ ctx }: Request, { forge_id }: Pick<ProjectRow, 'forge_id'>, secret: string) => ({
  url: `${ctx.app.baseUrl}/api/forges/${forge_id}/push`,
  secret,
});

export const projectRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { list: true, resource: 'project' } },
    options: {
      id: 'projects.all',
      description:
        'Workspaces, linked repositories, and those that the connections of the caller show; a forge that does not answer is a warning',
    },
    handler: ({ ctx }) => projectsOf(ctx) as never,
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true, refs: projectRefs } },
    options: {
      id: 'projects.add',
      description:
        'Create a workspace by its name, which none of yours may have, or link a repository, whose files become pages',
      validate: { payload: newProject },
    },
    handler: async (request) => {
      const { ctx } = request;
      const given = request.payload as Partial<LinkInput> & { name: string };
      if (given.provider === undefined) return { ok: true, ...(await createBuiltin(ctx, given.name)) };
      const input = { folder: null, path: '', ref: '', sync: 'off', ...given } as LinkInput;
      readRepositoryName(input.name);
      const { project, secret } = await linkRepository(ctx, input);
      return { ok: true, ...presentLinked(project), push: pushSetup(request, project, secret) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/forges/{id}/push',
    rules: { access: { public: true, because: 'the signature of the forge is the proof', opaque: ['id'] } },
    options: {
      id: 'forges.push',
      description: 'Told by a forge when a linked repository was pushed to',
      // As it came: what is signed is its bytes.
      payload: { parse: 'gunzip', output: 'data', maxBytes: PUSH_BYTES, allow: PUSH_TYPES },
      validate: { params: params({ id: id() }), payload: Joi.binary() },
    },
    handler: async (request) => {
      const queued = await takePush(request, Number(request.params.id), request.payload as Buffer);
      return { ok: true, queued };
    },
  }),
];
