// Rules that open rows to the people named in them, in the public API.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { type Collection, propertyPolicies } from '../../databases/contract.ts';
import { cut } from '../groups/groups.ts';
import { collectionSharingPolicies } from '../policies.ts';
import { okSchema, rowRuleSchema, ruleRole } from '../present.ts';
import { endRule, setRule } from '../row-rules/row-rules.ts';
import { type RuleRow, rowRuleStore } from '../row-rules/rule-store.ts';

const PATH = '/api/v2/collections/{id}/rules';

export const rowRuleV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(collectionSharingPolicies.listRules, 'id') },
    options: {
      id: 'rules.list',
      description: 'Which people named in a row have a role on it by that',
      validate: { params: params({ id: id() }), query: paging() },
      response: { schema: Joi.array().items(rowRuleSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const rows = await rowRuleStore.of(ctx, loaded<Collection>(request, 'id').id);
      return pagedAnswer(request, h, cut(rows, ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: {
      access: can(collectionSharingPolicies.setRule, 'id', { refs: [inBody('property_id', propertyPolicies.view)] }),
    },
    options: {
      id: 'rules.set',
      description:
        'Give members a role on the rows in which a property names them, or (`property_id` null) that they have made; a repeat changes the role. Who has more by other rights keeps it, and rows that have rights of their own are left out',
      plugins: { api: { statuses: [409] } },
      validate: {
        params: params({ id: id() }),
        payload: Joi.object({ property_id: id().allow(null).required(), role: ruleRole().required() }).required(),
      },
      response: { schema: rowRuleSchema },
    },
    handler: async (request) => {
      const place = loaded<Collection>(request, 'id');
      const { property_id, role } = request.payload as Pick<RuleRow, 'property_id' | 'role'>;
      if (property_id !== null && loaded<{ collection_id: number }>(request, 'property_id').collection_id !== place.id)
        throw notFound();
      return (await setRule(request.ctx, place, property_id, role)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{rule_id}`,
    rules: { access: can(collectionSharingPolicies.endRule, 'id', { opaque: ['rule_id'] }) },
    options: {
      id: 'rules.end',
      description: 'End a rule: who saw rows by it alone sees them no more',
      validate: { params: params({ id: id(), rule_id: id() }) },
      response: { schema: okSchema },
    },
    handler: async (request) => {
      await endRule(request.ctx, loaded<Collection>(request, 'id'), Number(request.params.rule_id));
      return { ok: true } as never;
    },
  }),
];
