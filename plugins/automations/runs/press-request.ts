// What a request to press a button carries.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { inBody } from '../../../core/http/policy.ts';
import { header } from '../../../core/http/request-header.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import type { AutomationRun } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { press } from './press.ts';

export const pressRefs = [inBody('page_id', automationPolicies.pressOn)];

export const pressBody = Joi.object({
  page_id: id().allow(null).description('the page whose button is pressed; the row that actions are about'),
  csrf,
})
  .allow(null)
  .example({ page_id: 12 });

/** The same key of the same person is one press, however often it is sent. @throws Problem */
export function pressed(request: Request): Promise<AutomationRun> {
  const { page_id = null } = (request.payload ?? {}) as { page_id?: number | null };
  const cause = header(request, 'idempotency-key')?.slice(0, 200) ?? request.info.id;
  return press(request.ctx, Number(request.params.id), { pageId: page_id, cause });
}
