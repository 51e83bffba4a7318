// A registered route as the OpenAPI document reads it, and the parts of the document that describe one operation.
import type { RouteRules } from '@hapi/hapi';
import type Joi from 'joi';
import type { JsonSchema } from './json-schema.ts';
import type { OperationRights } from './operation-access.ts';

/**
 * What a route may say of itself beside its rules, as `options.plugins.api`, where the document cannot see it.
 */
export interface ApiNotes {
  /**
   * the record has a version: answers carry an ETag, and what writes it honours If-Match (412). Known by itself of GET,
   * PUT and PATCH whose answer has a sync_version. `taken`: it honours If-Match, and its answer shows no record.
   */
  versioned?: true | 'taken';
  /** media type of the success, default application/json */
  produces?: string;
  /** further statuses it answers, e.g. [409] */
  statuses?: number[];
}

declare module '@hapi/hapi' {
  interface PluginSpecificConfiguration {
    api?: ApiNotes;
  }
}

type Validated = 'params' | 'query' | 'payload';

/** The part of a registered route that matters here; `server.table()` gives it. */
export interface TableRoute {
  method: string;
  path: string;
  settings: {
    id?: string;
    description?: string;
    notes?: string | string[];
    tags?: string[];
    app?: { rules?: RouteRules };
    plugins?: { api?: ApiNotes };
    validate?: Partial<Record<Validated, Joi.Schema | boolean | null>>;
    payload?: { multipart?: unknown; allow?: string[] };
    response?: { schema?: Joi.Schema | boolean };
  };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface MediaContent {
  schema: JsonSchema;
  example?: unknown;
}

export interface OpenApiResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaContent>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  /** roles that the caller needs; see `operation-access.ts` */
  'x-rights'?: OperationRights;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaContent> };
  responses: Record<string, OpenApiResponse>;
}

export const rulesOf = ({ settings }: TableRoute): RouteRules => settings.app?.rules as RouteRules;
export const notesOf = ({ settings }: TableRoute): ApiNotes => settings.plugins?.api ?? {};
export const isPublic = (route: TableRoute): boolean => 'public' in rulesOf(route).access;

/** The joi schema of a part of the request; hapi keeps null or true for parts without one. */
export function requestSchema({ settings }: TableRoute, part: Validated): Joi.Schema | undefined {
  const schema = settings.validate?.[part];
  return schema && typeof schema === 'object' ? schema : undefined;
}

const keysOf = (schema: Joi.Schema): object => (schema.describe() as { keys?: object }).keys ?? {};

/** Names of the query parameters a route takes. */
export function queryKeys(route: TableRoute): string[] {
  const schema = requestSchema(route, 'query');
  return schema ? Object.keys(keysOf(schema)) : [];
}

/** Whether the operation speaks of one version of a record; see `ApiNotes`. */
export function isVersioned(route: TableRoute): boolean {
  if (notesOf(route).versioned) return true;
  const declared = route.settings.response?.schema;
  return /^(get|put|patch)$/.test(route.method) && typeof declared === 'object' && 'sync_version' in keysOf(declared);
}
