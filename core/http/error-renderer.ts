// The one renderer of errors: problem documents below /api/v2, plain JSON elsewhere, pages for people.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { isDiskFull, isTooExpensive, isUnavailable } from '../database/engine-errors.ts';
import { TooExpensive } from '../database/read-limits.ts';
import type { App } from '../kernel/app.ts';
import { isBearer } from './csrf.ts';
import { isForm, refusalOf, showsFormAgain } from './form-errors.ts';
import { faultText } from './localized-errors.ts';
import { diskFull, invalid, Problem, type ValidationDetail } from './problem.ts';
import { header } from './request-header.ts';
import { requestRules } from './request-lifecycle.ts';
import { answersPage, isV2 } from './response-format.ts';
import { fieldErrors } from './validation-errors.ts';

/** A thrown error, as hapi may have decorated it. */
export type RequestFailure = Error & { output?: { statusCode: number } };

const byStatus: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media',
  503: 'unavailable',
};

/** Any thrown thing as a Problem; what nobody foresaw is logged whole and answered without details. */
export function toProblem(app: App, request: Request, failure: RequestFailure): Problem {
  if (failure instanceof Problem) return failure;
  if (isTooExpensive(failure)) return tooExpensive(failure);
  const retry = { headers: { 'retry-after': '2' } };
  if (isUnavailable(failure)) return new Problem('unavailable', 'The database is away; try again soon.', retry);
  if (isDiskFull(failure)) {
    void app.ballast.release();
    return diskFull();
  }
  const status = failure.output?.statusCode ?? 500;
  // What hapi refuses before it knows the route.
  if (status === 400)
    return invalid(['path'], 'must be an address in which each % begins two hexadecimal digits of UTF-8');
  const code = status >= 500 && status !== 503 ? undefined : byStatus[status];
  if (code) return new Problem(code);
  app.log.error({ err: failure, request_id: request.app.requestId, path: request.path }, 'request failed');
  return new Problem(
    'internal_error',
    'Something went wrong on our side. The request id helps to find it in the logs.',
  );
}

const TOO_LONG =
  'This takes longer than one request may. Ask for less: a narrower filter, a shorter range of dates, fewer groups or sorts.';

/** Asking again would take as long, so no time is named after which to do it. */
const tooExpensive = (cause: RequestFailure): Problem =>
  new Problem('too_expensive', cause instanceof TooExpensive ? cause.message : TOO_LONG, { cause });

export async function renderError(request: Request, h: ResponseToolkit, refused: Problem): Promise<ResponseObject> {
  const rules = requestRules(request);
  if (rules?.failure) return withHeaders(rules.failure(h, refused), refused);
  if (refused.extra.page && rules && answersPage(request, rules) && !isBearer(request))
    return h.redirect(refused.extra.page);
  if (rules?.refused && showsFormAgain(request, rules, refused)) {
    try {
      await request.ctx.app.access.checkAddress(request, rules);
      const page = await rules.refused(request, h, refusalOf(request, refused));
      return withProblem(page, refused);
    } catch (failure) {
      // Whoever may not even see the form gets that answer instead.
      return plainError(request, h, toProblem(request.ctx.app, request, failure as RequestFailure));
    }
  }
  return plainError(request, h, refused);
}

/** Some operations answer faults of their body with 400 (contract 6). */
function asDeclared(request: Request, problem: Problem): Problem {
  const found = problem.extra.validation;
  if (!requestRules(request)?.bodyFaults || problem.status !== 422) return problem;
  if (!found?.length || found.some(({ loc }) => loc[0] !== 'body')) return problem;
  const { loc, msg } = found[0] as ValidationDetail;
  return new Problem(problem.code, `${loc.slice(1).join('.')} ${msg}`.trim(), {
    status: 400,
    errors: fieldErrors(found),
  });
}

/** Programs get reasons as code states them; scripts of our pages, and the pages, show them to people in their language. */
function inWords(request: Request, problem: Problem): Problem {
  const isProgram = isBearer(request) || header(request, 'x-csrf-token') === undefined;
  if (isProgram && !wantsPage(request)) return problem;
  const { app, locale } = request.ctx;
  const say = (reason: string) => faultText(app.messages, locale, reason);
  const { status, extra } = problem;
  const validation = extra.validation?.map((one) => ({ ...one, msg: say(one.msg) }));
  const errors = extra.errors?.map((one) => ({ ...one, detail: say(one.detail) }));
  return new Problem(problem.code, say(problem.message), { ...extra, status, validation, errors });
}

function plainError(request: Request, h: ResponseToolkit, refused: Problem): ResponseObject {
  const problem = asDeclared(request, inWords(request, refused));
  const answer = isV2(request.path)
    ? problemDocument(request, h, problem)
    : wantsPage(request)
      ? errorPage(request, h, problem)
      : plainJson(h, problem);
  return withProblem(answer, problem);
}

function withHeaders(answer: ResponseObject, problem: Problem): ResponseObject {
  for (const [name, value] of Object.entries(problem.extra.headers ?? {})) answer.header(name, value);
  if (problem.status === 401) answer.header('www-authenticate', 'Bearer');
  return answer;
}

const withProblem = (answer: ResponseObject, problem: Problem): ResponseObject =>
  withHeaders(answer, problem).code(problem.status);

function wantsPage(request: Request): boolean {
  if (request.path.startsWith('/api/')) return false;
  const accepts = /text\/html/.test(header(request, 'accept') ?? '');
  const rules = requestRules(request);
  if (rules?.html) return answersPage(request, rules);
  return accepts && (isForm(request) || request.method === 'get');
}

function problemDocument(request: Request, h: ResponseToolkit, problem: Problem): ResponseObject {
  const errors = problem.extra.errors ?? (problem.extra.validation ? fieldErrors(problem.extra.validation) : undefined);
  const body = {
    type: `/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    instance: `urn:request:${request.app.requestId}`,
    code: problem.code,
    request_id: request.app.requestId,
    ...(errors ? { errors } : {}),
  };
  const answer = h.response(body).type('application/problem+json');
  answer.charset('');
  return answer;
}

function plainJson(h: ResponseToolkit, problem: Problem): ResponseObject {
  if (problem.status === 422 && problem.extra.validation) return h.response({ detail: problem.extra.validation });
  const { errors } = problem.extra;
  return h.response({ detail: problem.message, code: problem.code, ...(errors ? { errors } : {}) });
}

function errorPage(request: Request, h: ResponseToolkit, problem: Problem): ResponseObject {
  const { app, locale } = request.ctx;
  const fields = problem.extra.validation?.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]}: ${msg}`) ?? [];
  // Who reads what is open to everybody has chosen nothing there of which they could ask for less.
  const isVisitor = problem.code === 'too_expensive' && 'public' in (requestRules(request)?.access ?? {});
  const reason = `core.problem.${problem.code}${isVisitor ? '.visitor' : ''}`;
  const key = `${reason}.title`;
  const title = app.messages.text(locale, key);
  return h.view('errors/problem', {
    title: title === key ? problem.title : title,
    reason,
    problem: { code: problem.code, status: problem.status, title: problem.title, detail: problem.message, fields },
    requestId: request.app.requestId,
  });
}
