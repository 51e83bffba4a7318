// How SCIM speaks: who may, what a request asks for, and the shape of answers and errors.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { requestOrigin } from '../history/history.ts';
import type { DirectoryRequest } from './directory-change.ts';
import { type ListQuery, MOST_RESULTS } from './listing.ts';
import type { Resource, ResourceKind } from './protocol/attribute.ts';
import { type AttributeSelection, projection } from './protocol/projection.ts';
import { ScimFault } from './protocol/scim-fault.ts';
import { namesVersion } from './resource-version.ts';
import { requireScimToken } from './tokens.ts';
import { versionIn } from './user-resource.ts';

const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';
const SEARCH_URN = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const TYPE = 'application/scim+json';
const MIB = 1024 * 1024;

const typed = (answer: ResponseObject): ResponseObject =>
  answer.type(TYPE).charset('')?.header('cache-control', 'no-store') as ResponseObject;

function detailOf({ message, extra }: Problem): string {
  const [fault] = extra.validation ?? [];
  if (!fault) return message;
  const [part, ...path] = fault.loc;
  return `${path.join('.') || String(part)} ${fault.msg}`;
}

function scimTypeOf(problem: Problem): string | undefined {
  if (problem instanceof ScimFault) return problem.scimType;
  const [fault] = problem.extra.validation ?? [];
  return fault && (fault.type === 'json_invalid' ? 'invalidSyntax' : 'invalidValue');
}

/** RFC 7644, section 3.12 */
function scimError(h: ResponseToolkit, problem: Problem): ResponseObject {
  const status = problem.status === 422 ? 400 : problem.status;
  const scimType = scimTypeOf(problem);
  const body = {
    schemas: [ERROR_URN],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: detailOf(problem),
  };
  return typed(h.response(body)).code(status);
}

/** Directories prove themselves by a token of their own, before anything of the request is read. */
export const scimRules = {
  access: { public: true as const, because: 'directories prove themselves by a token of SCIM', opaque: ['id'] },
  failure: scimError,
};

export const scimDoor = {
  onPreAuth: {
    async method(request: Request, h: ResponseToolkit) {
      await requireScimToken(request);
      return h.continue;
    },
  },
};

/** @param most bytes of the body */
export const scimPayload = (most = MIB / 4) => ({ allow: [TYPE, 'application/json'], maxBytes: most });
/** Ten thousand members, each with its address and name. */
export const GROUP_BYTES = 4 * MIB;
export const scimBody = Joi.object().unknown().required();

const names = () => Joi.string().max(4000).allow('');
export const selectionQuery = { attributes: names(), excludedAttributes: names() };
const order = () => Joi.string().valid('ascending', 'descending').insensitive();
export const listQuery = Joi.object({
  ...selectionQuery,
  filter: Joi.string(),
  startIndex: Joi.number().integer(),
  count: Joi.number().integer(),
  sortBy: Joi.string().max(300),
  sortOrder: order(),
});

const nameList = () => Joi.array().items(Joi.string().max(300)).max(100);
export const searchBody = Joi.object({
  schemas: Joi.array().items(Joi.string()).has(SEARCH_URN).required(),
  attributes: nameList(),
  excludedAttributes: nameList(),
  filter: Joi.string(),
  startIndex: Joi.number().integer(),
  count: Joi.number().integer(),
  sortBy: Joi.string().max(300),
  sortOrder: order(),
}).required();

const split = (given: string | string[] | undefined): string[] =>
  Array.isArray(given)
    ? given
    : (given ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);

interface Asked {
  attributes?: string | string[];
  excludedAttributes?: string | string[];
  filter?: string;
  startIndex?: number;
  count?: number;
  sortBy?: string;
  sortOrder?: string;
}

const selectionOf = (asked: Asked): AttributeSelection => ({
  attributes: split(asked.attributes),
  excludedAttributes: split(asked.excludedAttributes),
});

/** As RFC 7644 has it: what is too small is the least, what is too large the most. */
export const listQueryOf = (asked: Asked): ListQuery => ({
  ...selectionOf(asked),
  filter: asked.filter,
  startIndex: Math.max(1, asked.startIndex ?? 1),
  count: Math.min(MOST_RESULTS, Math.max(0, asked.count ?? 100)),
  sortBy: asked.sortBy,
  isDescending: asked.sortOrder?.toLowerCase() === 'descending',
});

/** The context in which a directory acts. */
export const directoryCtx = ({ ctx }: Request): Ctx => ctx.as({ type: 'system', reason: 'scim' });

export const directoryRequest = (request: Request): DirectoryRequest => ({
  ctx: directoryCtx(request),
  origin: requestOrigin(request),
  ifMatch: header(request, 'if-match'),
});

export const scimAnswer = (h: ResponseToolkit, body: Resource): ResponseObject => typed(h.response(body));

export const selectionIn = ({ query }: Request): AttributeSelection => selectionOf(query as Asked);

/** A resource as the request wants it, with its ETag; the caller has what is to be shown of it. */
export function resourceAnswer(
  request: Request,
  h: ResponseToolkit,
  kind: ResourceKind,
  resource: Resource,
): ResponseObject {
  const show = projection(kind, selectionIn(request));
  return scimAnswer(h, show(resource)).header('etag', versionIn(resource));
}

/** Nothing, where the client has this version already. */
export function unchangedAnswer(request: Request, h: ResponseToolkit, resource: Resource): ResponseObject | undefined {
  const known = header(request, 'if-none-match');
  const version = versionIn(resource);
  if (known === undefined || !namesVersion(known, version)) return undefined;
  return h.response().code(304).header('etag', version);
}
