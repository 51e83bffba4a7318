// The record of changes of rights for administrators, in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, recordCursor, timestamp } from '../../../core/http/schema-fields.ts';
import { ACTIONS, type AuditFilter, listAudit, RESOURCES } from '../audit.ts';
import { auditSchema } from '../present.ts';

interface Query {
  workspace_id?: number;
  resource_type?: string;
  resource_id?: number;
  action?: string;
  user_id?: number;
  group_id?: number;
  since?: string;
  until?: string;
  cursor?: number;
}

const filterOf = ({ query }: Request): AuditFilter => {
  const given = query as Query;
  return {
    workspaceId: given.workspace_id,
    resourceType: given.resource_type,
    resourceId: given.resource_id,
    action: given.action,
    userId: given.user_id,
    groupId: given.group_id,
    since: given.since,
    until: given.until,
    cursor: given.cursor,
  };
};

export const permissionAuditRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/audit/permissions',
    // Records outlive what they name, and administrators read all of them: the ids are only looked for.
    rules: { access: { admin: true, opaque: ['workspace_id', 'resource_id', 'user_id', 'group_id'] }, scope: 'admin' },
    options: {
      id: 'audit.permissions',
      description: 'Changes of rights, newest first',
      validate: {
        query: paging({
          workspace_id: id(),
          resource_type: Joi.valid(...RESOURCES),
          resource_id: id(),
          action: Joi.valid(...ACTIONS),
          user_id: id().description('who did it, or whose rights changed'),
          group_id: id(),
          since: timestamp(),
          until: timestamp(),
          cursor: recordCursor(),
        }),
      },
      response: { schema: Joi.array().items(auditSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, await listAudit(request.ctx, filterOf(request), ...windowOf(request))),
  }),
];
