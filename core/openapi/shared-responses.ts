// The answers that operations share in the OpenAPI document: refusals in both formats, and the headers beside them.
import { Problem } from '../http/problem.ts';

const SAMPLE_ID = '6f1d2c3b-4a59-4e68-8f7a-0b1c2d3e4f50';

/** The usual code for a status; its title and sentence describe the answer. */
const codes: Record<number, string> = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'version_conflict',
  413: 'payload_too_large',
  415: 'unsupported_media',
  422: 'validation_failed',
  423: 'page_locked',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
  507: 'storage_full',
};

export const statuses = Object.keys(codes).map(Number);

/** Name of the shared answer of a status below /api/v2 or elsewhere. */
export const answerName = (v2: boolean, status: number): string => `${v2 ? 'Problem' : 'Error'}${status}`;

const header = (description: string, type = 'string') => ({ description, schema: { type } });

export const sharedHeaders = {
  'X-Request-Id': header('Identifies this request in the logs'),
  'X-Total-Count': header('How many items there are on all pages', 'integer'),
  Link: header('Addresses of the pages with rel first, prev, next and last; behind a cursor only first and next'),
  'X-Next-Cursor': header('What to send as cursor for what follows; absent at the end of the list'),
  ETag: header('Version of the record, for If-Match: "v7"'),
  'Retry-After': header('Seconds to wait', 'integer'),
  'WWW-Authenticate': header('How to sign in'),
  'RateLimit-Policy': header('Requests per window: "default";q=300;w=60'),
  RateLimit: header('What is left of the window: "default";r=299;t=60'),
  'X-RateLimit-Limit': header('Requests per window', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in this window', 'integer'),
  'X-RateLimit-Reset': header('Seconds until the window ends', 'integer'),
  'Idempotency-Replayed': header('true when the answer is the kept one of an earlier request'),
};

export const RATE_HEADERS = Object.keys(sharedHeaders).filter((name) => /RateLimit/.test(name));

/** `{ name: { $ref } }` for headers by name. */
export const headerRefs = (names: string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const extraHeaders: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', ...RATE_HEADERS],
  503: ['Retry-After'],
};

function problemExample({ code, title, status, message }: Problem) {
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    instance: `urn:request:${SAMPLE_ID}`,
    code,
    request_id: SAMPLE_ID,
    ...(status === 422 ? { errors: [{ detail: 'Field required', pointer: '/title' }] } : {}),
  };
}

function answer(v2: boolean, status: number) {
  const problem = new Problem(codes[status] as string, undefined, { status });
  const fields = !v2 && status === 422;
  const schema = { $ref: `#/components/schemas/${v2 ? 'Problem' : fields ? 'ValidationError' : 'Error'}` };
  const example = v2
    ? problemExample(problem)
    : fields
      ? { detail: [{ loc: ['body', 'title'], msg: 'Field required', type: 'missing' }] }
      : { detail: problem.message, code: problem.code };
  return {
    description: problem.title,
    headers: headerRefs(['X-Request-Id', ...(extraHeaders[status] ?? [])]),
    content: { [v2 ? 'application/problem+json' : 'application/json']: { schema, example } },
  };
}

export const sharedAnswers = Object.fromEntries(
  [true, false].flatMap((v2) => statuses.map((status) => [answerName(v2, status), answer(v2, status)])),
);

const text = { type: 'string' };
/** Of which nothing more can be said; generators take an object without a word of its keys for one that has none. */
export const ANY_OBJECT = { type: 'object', additionalProperties: true };
const list = (items: object) => ({ type: 'array', items });

/** Contract 2, both formats of errors. */
export const errorSchemas = {
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457)',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: text,
      code: { type: 'string', description: 'What to decide by; texts may change' },
      request_id: text,
      errors: list({
        type: 'object',
        required: ['detail'],
        properties: { detail: text, pointer: text, parameter: text },
      }),
    },
  },
  Error: {
    type: 'object',
    required: ['detail', 'code'],
    properties: { detail: text, code: text, errors: list(ANY_OBJECT) },
  },
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        anyOf: [
          list({
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: { loc: list({ type: ['string', 'integer'] }), msg: text, type: text, input: {} },
          }),
          text,
        ],
      },
      code: text,
    },
  },
};
