// The shape of a route: a hapi route object whose rules must say who may call it and which ids it names.
import type {
  ReqRef,
  ReqRefDefaults,
  ResponseObject,
  ResponseToolkit,
  RouteRules,
  Server,
  ServerRoute,
} from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from './form-errors.ts';
import type { Problem } from './problem.ts';

export const roles = ['viewer', 'commenter', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];
export type Scope = 'read' | 'write' | 'admin';

export interface Need {
  resource: string;
  /** name of the policy that says this need, for whoever reads the route table */
  action?: string;
  /** least role on the resource; absent together with `own` */
  role?: Role;
  /** the resource must belong to the caller (sessions, tokens) */
  own?: true;
  /** a write: answers 423 while the page is locked by somebody else */
  lock?: true;
  /** trashed things are 404 unless asked for: `only` in the trash, or `also` */
  trashed?: 'only' | 'also';
}

/** A further id of the request and what the caller needs on the thing it names. */
export interface Ref extends Need {
  in: 'params' | 'query' | 'payload';
  name: string;
}

/** What a parameter of the query asks for beside what the route does without it. */
export interface QueryRole {
  /** name of a parameter that is true or false */
  query: string;
  /** role that is needed then */
  role: Role;
}

interface Named {
  refs?: readonly Ref[];
  /** names ending in `_id` that are no resource of ours, e.g. device_id */
  opaque?: string[];
}

/** Who may call a route. Closed: exactly one of the six forms. */
export type Access = Named &
  (
    | { public: true; because: string }
    | { member: true }
    | { admin: true }
    | { own: true; resource: string; param: string; action?: string }
    | {
        role: Role;
        resource: string;
        param: string;
        lock?: true;
        trashed?: 'only' | 'also';
        when?: QueryRole;
        action?: string;
      }
    | { list: true; resource: string }
  );

declare module '@hapi/hapi' {
  interface RouteRules {
    access: Access;
    /** scope of a bearer token; default: GET read, everything else write, and admin for what administrators do */
    scope?: Scope;
    /** status of faults of the body, default 422 */
    bodyFaults?: 400;
    /** false: takes no Idempotency-Key, since its body names what is done once, in a transaction for each */
    idempotent?: boolean;
    /** a reading that the record of API calls holds as it does changes (contract 7) */
    recorded?: true;
    /** needs an authentication of the last 10 minutes; `sessions`: of browser sessions, a token is proof enough */
    reauth?: boolean | 'sessions';
    /** also takes the credentials of paired devices, and requests of browser extensions, which other routes refuse */
    devices?: true;
    /** also takes tokens that are limited to a page and what lies below it: all that it answers is narrowed to that */
    subtree?: true;
    /** concerns the account itself: for browser sessions, not for tokens */
    session?: boolean;
    /** also serves callers who do not meet the conditions of the service yet, because here they come to meet them, or are nobody */
    early?: boolean;
    /** goes on while the service is read-only: it changes nothing but what the caller sees, or ends a right */
    whileReadOnly?: true;
    /**
     * answers pages for people: redirects to the login, shows errors as HTML, ignores unknown query parameters;
     * `asked`: to those who ask for a page, to all others JSON
     */
    html?: boolean | 'asked';
    /** also takes a form body and answers it with 303 */
    form?: boolean;
    /** the page of the form, shown again when a form body was refused */
    refused?: ShowAgain;
    /** errors in the shape of a protocol that has its own; the status as well */
    failure?: (h: ResponseToolkit, problem: Problem) => ResponseObject;
  }
}

type Strict<Refs extends ReqRef> = ServerRoute<Refs> & { rules: RouteRules; options: { id: string } };

export type Route = Strict<ReqRefDefaults>;

/** Declares a route; `id` is noun.verb and serves as operationId, audit action and test name. */
export const route = <Refs extends ReqRef = ReqRefDefaults>(declared: Strict<Refs>): Route =>
  declared as unknown as Route;

const need = {
  resource: Joi.string().required(),
  action: Joi.string(),
  role: Joi.valid(...roles),
  own: Joi.valid(true),
  lock: Joi.valid(true),
  trashed: Joi.valid('only', 'also'),
};
const named = {
  refs: Joi.array().items(
    Joi.object({ in: Joi.valid('params', 'query', 'payload').required(), name: Joi.string().required(), ...need }).xor(
      'role',
      'own',
    ),
  ),
  opaque: Joi.array().items(Joi.string()),
};
/** By the key that only this form has. */
const forms: Record<string, Record<string, Joi.Schema>> = {
  public: { public: Joi.valid(true).required(), because: Joi.string().min(10).required() },
  member: { member: Joi.valid(true).required() },
  admin: { admin: Joi.valid(true).required() },
  own: {
    own: Joi.valid(true).required(),
    resource: need.resource,
    action: need.action,
    param: Joi.string().required(),
  },
  role: {
    role: need.role.required(),
    resource: need.resource,
    action: need.action,
    param: Joi.string().required(),
    lock: need.lock,
    trashed: need.trashed,
    when: Joi.object({ query: Joi.string().required(), role: need.role.required() }),
  },
  list: { list: Joi.valid(true).required(), resource: need.resource },
};

const rulesShape = Joi.object({
  access: Joi.object({}).required(),
  scope: Joi.valid('read', 'write', 'admin'),
  bodyFaults: Joi.valid(400),
  idempotent: Joi.boolean(),
  recorded: Joi.valid(true),
  reauth: Joi.valid(true, false, 'sessions'),
  devices: Joi.valid(true),
  subtree: Joi.valid(true),
  session: Joi.boolean(),
  early: Joi.boolean(),
  whileReadOnly: Joi.valid(true),
  html: Joi.valid(true, false, 'asked'),
  form: Joi.boolean(),
  refused: Joi.function(),
  failure: Joi.function(),
});
/** One for each form: trying all six takes several times longer, for each route at each start. */
const shapes = new Map(
  Object.entries(forms).map(([name, form]) => [
    name,
    rulesShape.keys({ access: Joi.object({ ...form, ...named }).required() }),
  ]),
);

/** Rules found right, as JSON: most routes declare what another one does, and each check is a good part of its start. */
const sound = new Set<string>();

function faultOf(rules: RouteRules | null): string | undefined {
  if (!rules) return 'rules.access is missing';
  const said = JSON.stringify(rules, (key, value) => (key === 'action' ? undefined : value));
  if (sound.has(said)) return;
  const form = Object.keys(rules.access ?? {}).find((key) => shapes.has(key)) ?? '';
  const { error } = (shapes.get(form) ?? rulesShape).validate(rules);
  if (!error) sound.add(said);
  return error?.message;
}

/** What is wrong with the rules of a route, before it is registered. */
export const routeFault = ({ rules }: Route): string | undefined => faultOf(rules ?? null);

/**
 * Refuses routes without a complete access declaration; must run before anything is registered.
 * @throws Error naming the route, out of `server.register`
 */
export function requireRules(server: Server): void {
  server.rules((rules, info) => {
    // With the first route that others may read hapi adds one of its own, which answers what browsers ask beforehand.
    if (info.method === '_special') return {};
    const why = faultOf(rules);
    if (why) throw new Error(`route ${info.method.toUpperCase()} ${info.path}: ${why}`);
    // hapi forgets rules after this call; the route keeps them where requests and the audit find them.
    return { app: { rules } };
  });
  server.events.on('route', (added) => checkIds(added as unknown as RegisteredRoute));
}

/**
 * What a route that is registered later is asked at once; the shape of its rules, which the compiler knows, is looked at then.
 * @throws Error naming the plugin and the route
 */
export function requireAccess(plugin: string, { method, path, rules, options }: Route): void {
  const { validate } = (options ?? {}) as RegisteredRoute['settings'];
  const [first = ''] = [method].flat().map(String);
  checkIds({ method: first, path, realm: { plugin }, settings: { app: { rules }, validate } });
}

interface RegisteredRoute {
  method: string;
  path: string;
  realm: { plugin?: string };
  settings: {
    id?: string;
    app?: { rules?: RouteRules };
    validate?: Record<string, Joi.Schema | undefined>;
  };
}

/** The ids that access must know of: every key named `id`, or ending in `_id`/`_ids`, of path, query and body. */
function checkIds(added: RegisteredRoute): void {
  const label = `plugin ${added.realm.plugin ?? 'core'}: route ${added.method.toUpperCase()} ${added.path}`;
  const access = added.settings.app?.rules?.access;
  if (!access) throw new Error(`${label}: rules.access is missing`);
  const main = 'param' in access ? [access.param] : [];
  const known = new Set([...main, ...(access.refs ?? []).map((ref) => ref.name), ...(access.opaque ?? [])]);
  const names: string[] = [...added.path.matchAll(/\{(\w+)/g)].map((match) => match[1] as string);
  for (const part of ['query', 'payload'] as const) {
    const schema = added.settings.validate?.[part];
    if (Joi.isSchema(schema)) names.push(...keysIn(schema));
  }
  const undeclared = names.filter((name) => /(^|_)ids?$/.test(name) && !known.has(name));
  if (undeclared.length) throw new Error(`${label}: access does not name ${undeclared.join(', ')}`);
}

/** Names of all keys of an object, also of those in it. Its description says them too, and takes a fifth of the start. */
const keysIn = (schema: Joi.Schema): string[] =>
  ((schema.$_terms.keys ?? []) as { key: string; schema: Joi.Schema }[]).flatMap((one) => [
    one.key,
    ...keysIn(one.schema),
  ]);
