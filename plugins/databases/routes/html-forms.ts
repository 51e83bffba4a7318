// Answers to forms, with and without scripts.

import { loaded } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { LoadedView } from '../access.ts';
import { formPayload, typedFields } from '../forms/form-bodies.ts';
import { memberForm, submitForm } from '../forms/submissions.ts';
import { viewPolicies } from '../policies.ts';
import type { RowFault } from '../rows/row-errors.ts';
import type { RowFormFields } from '../rows/row-form.ts';
import { visibleSchemaById, visibleSchemaOf } from '../visibility/visible-schema.ts';

/** With what was typed, and the reason beside each field. */
const again: ShowAgain = async (request, h, { problem, message }) => {
  const { ctx } = request;
  const { view } = loaded<LoadedView>(request, 'view_id');
  const schema = await visibleSchemaById(ctx, view.collection_id);
  const found = (problem.extra.errors ?? []) as unknown as RowFault[];
  const faults = new Map(
    found.flatMap(({ property_id, detail }) => (property_id ? [[property_id, detail] as const] : [])),
  );
  const { name, page_id } = schema.collection;
  const shown = await memberForm(ctx, schema, view, { faults, typed: request.payload as RowFormFields });
  return h.view('databases/answer', {
    title: shown.title,
    breadcrumb: [{ title: name, href: `/pages/${page_id}?view=${view.id}` }, { title: shown.title }],
    form: shown,
    isAnswered: false,
    message: faults.size ? '' : message,
  });
};

export const formAnswerRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/views/{view_id}/answers',
    rules: {
      access: can(viewPolicies.answerForm, 'view_id'),
      form: true,
      html: true,
      refused: again,
    },
    options: {
      id: 'forms.answer',
      payload: formPayload,
      validate: { params: params({ view_id: id() }), payload: typedFields },
    },
    handler: async (request, h) => {
      const { view, collection } = loaded<LoadedView>(request, 'view_id');
      if (view.kind !== 'form') throw notFound();
      const schema = await visibleSchemaOf(request.ctx, collection);
      await submitForm(request.ctx, schema, view, request.payload as RowFormFields);
      return h.redirect(`/pages/${collection.page_id}?view=${view.id}&answered=1`).code(303);
    },
  }),
];
