// The page on which a person lets an extension in, after looking at what asks and from where.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { faultText } from '../../../core/http/localized-errors.ts';
import { Problem } from '../../../core/http/problem.ts';
import { freshSeconds } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { decidePairing, pairingOf } from '../devices/pairing.ts';

const PATH = '/extensions/connect';
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const codeField = () => Joi.string().trim().allow('').max(40);

const codeOf = ({ payload, query }: Request): string =>
  String((payload as { code?: string } | null)?.code ?? query.code ?? '').trim();

/** With what asks, where the code names it; else with a field for the code and why it names nothing. */
async function page(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const code = codeOf(request);
  // What a refused form has counted as a guess is not looked up again.
  const isLookedUp = code !== '' && !refusal?.faults.code;
  const found = isLookedUp ? await pairingOf(ctx, code).catch(reasonOf) : undefined;
  const asking = typeof found === 'object' ? found : null;
  const fault = typeof found === 'string' ? faultText(ctx.app.messages, ctx.locale, found) : refusal?.faults.code;
  return h.view('clipper/connect', {
    title: t('clipper.connect.title'),
    breadcrumb: [{ title: t('clipper.title'), href: '/extensions' }, { title: t('clipper.connect.title') }],
    code: code.toUpperCase(),
    asking: asking && { name: asking.device_name, address: asking.ip_address },
    fresh: freshSeconds(ctx) > 0,
    proof: `/auth/reauth?next=${encodeURIComponent(`${PATH}?code=${encodeURIComponent(code)}`)}`,
    faults: fault ? { code: fault } : {},
    message: refusal?.message ?? '',
  });
}

/** @throws Problem rate_limited: who guesses sees no form */
function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.code === 'validation_failed') return error.message;
  throw error;
}

export const pairingPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { member: true }, html: true, session: true },
    options: { id: 'clipper-pages.pairing', validate: { query: Joi.object({ code: codeField() }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true }, html: true, form: true, session: true, reauth: true, refused: page },
    options: {
      id: 'clipper-pages.decide-pairing',
      payload: formBody,
      validate: {
        payload: Joi.object({ code: codeField().required(), decision: Joi.valid('allow', 'deny').required(), csrf }),
      },
    },
    async handler({ ctx, payload }, h) {
      const { code, decision } = payload as { code: string; decision: 'allow' | 'deny' };
      await decidePairing(ctx, code, decision === 'allow');
      return h.redirect(`/extensions?done=${decision === 'allow' ? 'connected' : 'refused'}`).code(303);
    },
  }),
];
