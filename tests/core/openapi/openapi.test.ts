// The OpenAPI document: what it says of routes of every kind, and that it holds together for the whole product.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Joi from 'joi';
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';
import { route } from '../../../core/http/route.ts';
import { file, flag, id, named, paging, params, timestamp, title } from '../../../core/http/schema-fields.ts';
import type { App } from '../../../core/kernel/app.ts';
import { definePlugin } from '../../../core/kernel/plugin.ts';
import type { JsonSchema } from '../../../core/openapi/json-schema.ts';
import { buildDocument, type OpenApiDocument } from '../../../core/openapi/openapi.ts';
import { openApiPath } from '../../../core/openapi/operation.ts';
import type { Operation, TableRoute } from '../../../core/openapi/route-metadata.ts';
import { PROPERTY_TYPES } from '../../../plugins/databases/contract.ts';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';

const animal = Joi.object({
  id: id().required().example(7),
  name: Joi.string().required().description('What it answers to'),
  born_at: timestamp().allow(null),
  tame: flag(),
  sync_version: Joi.number().integer(),
  diet: named('Diet', (value) => value, {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Diet' }] },
  }),
}).meta({ title: 'Animal' });
const ok = Joi.object({ ok: Joi.valid(true).required() });
const keeper = { role: 'editor', resource: 'animal', param: 'id', lock: true } as const;

const zoo = definePlugin({
  name: 'zoo',
  version: '1.0.0',
  summary: 'Routes of every kind, for the document',
  routes: [
    route({
      method: 'GET',
      path: '/api/v2/animals',
      rules: { access: { list: true, resource: 'animal', opaque: ['keeper_id'] } },
      options: {
        id: 'animals.list',
        description: 'All animals',
        validate: { query: paging({ name: Joi.string().description('Part of the name'), keeper_id: id() }) },
        response: { schema: Joi.array().items(animal) },
      },
      handler: () => [],
    }),
    route({
      method: 'POST',
      path: '/api/v2/animals',
      rules: { access: { member: true, opaque: ['id'] } },
      options: {
        id: 'animals.create',
        validate: {
          payload: Joi.object({
            name: title().required(),
            keeper: animal.allow(null),
            color: Joi.string().pattern(/^#[0-9a-f]{6}$/),
          })
            .oxor('keeper', 'color')
            .required(),
        },
        response: { schema: animal.keys({ token: Joi.string().required() }) },
      },
      handler: () => ({}) as never,
    }),
    route({
      method: 'PATCH',
      path: '/api/v2/animals/{id}',
      rules: { access: keeper },
      options: {
        id: 'animals.update',
        tags: ['Keepers'],
        plugins: { api: { statuses: [400] } },
        validate: { params: params({ id: id() }), payload: Joi.object({ name: title() }) },
        response: { schema: animal },
      },
      handler: () => ({}) as never,
    }),
    route({
      method: 'DELETE',
      path: '/api/v2/animals/{id}',
      rules: { access: { admin: true, opaque: ['id'] } },
      options: { id: 'animals.remove', validate: { params: params({ id: id() }) }, response: { schema: ok } },
      handler: () => ({ ok: true }),
    }),
    route({
      method: 'GET',
      path: '/api/v2/animals/{id}/story',
      rules: { access: { role: 'viewer', resource: 'animal', param: 'id' } },
      options: {
        id: 'animals.story',
        validate: { params: params({ id: id() }) },
        plugins: { api: { versioned: true, produces: 'text/markdown' } },
      },
      handler: () => '',
    }),
    route({
      method: 'POST',
      path: '/api/zoo/photos/{name*}',
      rules: { access: { member: true } },
      options: {
        id: 'photos.add',
        payload: { multipart: { output: 'stream' }, allow: ['multipart/form-data'], output: 'stream', parse: true },
        validate: {
          params: Joi.object({ name: Joi.string().required() }),
          payload: Joi.object({ file: file().required(), caption: Joi.string() }).required(),
        },
      },
      handler: () => ({}),
    }),
    route({
      method: 'POST',
      path: '/api/zoo/visit',
      rules: { access: { public: true, because: 'visitors have no account' }, form: true },
      options: {
        id: 'visits.add',
        auth: false,
        validate: { payload: Joi.object({ csrf: Joi.string(), name: title().required() }) },
      },
      handler: () => ({}),
    }),
    route({
      method: 'GET',
      path: '/zoo',
      rules: { access: { member: true }, html: true },
      options: { id: 'zoo.page' },
      handler: () => '',
    }),
  ],
});

let database: TestDatabase;
let app: App;
let document: OpenApiDocument;
before(async () => {
  database = await migratedDatabase('sqlite');
  const settings = loadSettings({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, {}, database.dataDir);
  app = await createApp(settings, { plugins: [zoo] });
  document = await buildDocument(app.server);
});
after(async () => {
  await app.stop();
  await database.cleanup();
});

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  assert.ok(found, `${method} ${path} is missing`);
  return found;
};
const statusesOf = ({ responses }: Operation): number[] => Object.keys(responses).map(Number);
const parametersOf = ({ parameters = [] }: Operation): string[] => parameters.map((one) => `${one.in} ${one.name}`);

describe('making the document', () => {
  it('lets other work have its turn in between', async () => {
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await buildDocument(app.server);
    done = true;
    assert.ok(turns >= 20, `${turns} turns`);
  });
});

describe('what a route becomes', () => {
  it('pages, files and the answer for unknown addresses are left out', () => {
    for (const path of ['/zoo', '/docs', '/redoc', '/static/{file}', '/{any}'])
      assert.equal(document.paths[path], undefined);
  });

  const securities: [string, string, Operation['security']][] = [
    ['get', '/api/v2/animals', [{ bearer: ['read'] }, { session: [] }]],
    ['post', '/api/v2/animals', [{ bearer: ['write'] }, { session: [], csrf: [] }]],
    ['delete', '/api/v2/animals/{id}', [{ bearer: ['admin'] }, { session: [], csrf: [] }]],
    ['post', '/api/zoo/photos/{name}', [{ session: [], csrf: [] }]],
    ['post', '/api/zoo/visit', []],
  ];
  for (const [method, path, expected] of securities) {
    it(`security of ${method} ${path}`, () => assert.deepEqual(operation(method, path).security, expected));
  }

  const refusals: [string, string, number[]][] = [
    ['get', '/api/v2/animals', [200, 401, 403, 422, 429, 500, 503]],
    ['post', '/api/v2/animals', [200, 401, 403, 409, 413, 415, 422, 429, 500, 503, 507]],
    ['patch', '/api/v2/animals/{id}', [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 423, 429, 500, 503, 507]],
    ['get', '/api/v2/animals/{id}/story', [200, 401, 403, 404, 422, 429, 500, 503]],
    ['post', '/api/zoo/visit', [200, 303, 403, 413, 415, 422, 500, 503, 507]],
  ];
  for (const [method, path, expected] of refusals) {
    it(`answers of ${method} ${path}`, () => assert.deepEqual(statusesOf(operation(method, path)), expected));
  }

  it('refusals are problem documents below /api/v2 and plain errors elsewhere', () => {
    assert.deepEqual(operation('get', '/api/v2/animals').responses['401'], {
      $ref: '#/components/responses/Problem401',
    });
    assert.deepEqual(operation('post', '/api/zoo/visit').responses['422'], { $ref: '#/components/responses/Error422' });
    const { Problem401, Error422 } = document.components.responses as Record<string, { content: object }>;
    assert.deepEqual(Object.keys(Problem401?.content ?? {}), ['application/problem+json']);
    assert.deepEqual(Object.keys(Error422?.content ?? {}), ['application/json']);
  });

  it('summary and tag come from the route, or from its id and address', () => {
    const { summary, tags } = operation('get', '/api/v2/animals');
    assert.deepEqual([summary, tags], ['All animals', ['Animals']]);
    assert.equal(operation('post', '/api/v2/animals').summary, 'animals.create');
    assert.deepEqual(operation('patch', '/api/v2/animals/{id}').tags, ['Keepers']);
    assert.deepEqual(operation('post', '/api/zoo/visit').tags, ['Browser JSON']);
  });

  it('parameters of path, query and header are all named', () => {
    const list = operation('get', '/api/v2/animals');
    assert.deepEqual(parametersOf(list), ['query page', 'query limit', 'query name', 'query keeper_id']);
    assert.equal(list.parameters?.[2]?.description, 'Part of the name');
    assert.deepEqual(list.parameters?.[3]?.schema, { type: 'integer', minimum: 1, maximum: 2_147_483_647 });
    assert.deepEqual(parametersOf(operation('post', '/api/v2/animals')), ['header Idempotency-Key']);
    const update = operation('patch', '/api/v2/animals/{id}');
    assert.deepEqual(parametersOf(update), ['path id', 'header Idempotency-Key', 'header If-Match']);
    assert.equal(update.parameters?.[0]?.required, true);
  });

  it('lists tell their total, versions their ETag', () => {
    const headers = ({ responses }: Operation) => Object.keys(responses['200']?.headers ?? {});
    const list = headers(operation('get', '/api/v2/animals'));
    assert.ok(list.includes('X-Total-Count') && list.includes('Link') && !list.includes('ETag'), list.join());
    const one = headers(operation('patch', '/api/v2/animals/{id}'));
    assert.ok(one.includes('ETag') && one.includes('Idempotency-Replayed') && !one.includes('Link'), one.join());
  });

  it('titled schemas are components; one that shares the title of another is called after its operation, too', () => {
    const { schemas } = document.components;
    assert.deepEqual(schemas.Animal?.required, ['id', 'name']);
    assert.deepEqual(schemas.Animal?.properties?.diet, { $ref: '#/components/schemas/Diet' });
    assert.deepEqual(schemas.Animal?.properties?.id, {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      examples: [7],
    });
    assert.equal(schemas.Diet?.type, 'array');
    assert.ok(schemas.AnimalsCreateAnimal?.properties?.token);
    const { content } = operation('get', '/api/v2/animals').responses['200'] ?? {};
    assert.deepEqual(content?.['application/json']?.schema, {
      type: 'array',
      items: { $ref: '#/components/schemas/Animal' },
    });
  });

  it('a body says when it is needed, what may be null and what excludes what', () => {
    const body = operation('post', '/api/v2/animals').requestBody;
    assert.equal(body?.required, true);
    const json = body?.content['application/json'];
    assert.deepEqual(json?.schema.properties?.keeper, {
      anyOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'null' }],
    });
    assert.deepEqual(json?.schema['x-exclusive'], [['keeper', 'color']]);
    const example = json?.example as Record<string, unknown>;
    assert.deepEqual(Object.keys(example), ['name', 'keeper']);
    assert.equal((example.keeper as { id: number }).id, 7);
  });

  it('files of a multipart body are binary, and form bodies need no csrf to be documented', () => {
    const photo = operation('post', '/api/zoo/photos/{name}').requestBody?.content['multipart/form-data'];
    assert.deepEqual(photo?.schema.properties?.file, { type: 'string', format: 'binary' });
    const visit = operation('post', '/api/zoo/visit').requestBody;
    assert.deepEqual(Object.keys(visit?.content ?? {}), ['application/json', 'application/x-www-form-urlencoded']);
  });

  it('other media types than JSON are named', () => {
    const { content } = operation('get', '/api/v2/animals/{id}/story').responses['200'] ?? {};
    assert.deepEqual(content, { 'text/markdown': { schema: { type: 'string' }, example: 'example' } });
  });
});

describe('the document of the whole product', () => {
  const operations = (): { path: string; method: string; operation: Operation }[] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, found]) => ({ path, method, operation: found })),
    );

  it('names itself and the version of the interface', () => {
    assert.equal(document.openapi, '3.1.1');
    assert.equal(document.info.title, 'Commonplace');
    assert.equal(document.info.version, '7.21.0');
  });

  it('every $ref leads somewhere', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] as string);
    const dangling = refs.filter((ref) => {
      let at: unknown = document;
      for (const step of ref.split('/')) at = (at as Record<string, unknown> | undefined)?.[step];
      return at === undefined;
    });
    assert.ok(refs.length > 20);
    assert.deepEqual([...new Set(dangling)], []);
  });

  it('schemas have names of their own, and none is told from another by a number', () => {
    const names = Object.keys(document.components.schemas);
    const numbered = names.filter((name) => /\d$/.test(name));
    assert.deepEqual(numbered, []);
    const ids = operations().map((one) => one.operation.operationId.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
    const after = new Set(names.flatMap((name) => ids.map((id) => `${id}${name.toLowerCase()}`)));
    const called = names.filter((name) => after.has(name.toLowerCase()));
    assert.deepEqual(called, ['AnimalsCreateAnimal'], 'shares the title of another schema: give it one of its own');
    for (const name of ['Page', 'PageWithContent', 'Row', 'RowWithContent', 'Property', 'ChangedProperty', 'Filter'])
      assert.ok(names.includes(name), name);
  });

  it('what may be null has the name of what may not', () => {
    const { View, ViewConfig } = document.components.schemas;
    assert.equal(View?.properties?.config?.$ref, '#/components/schemas/ViewConfig');
    const view = document.paths['/api/v2/collections/{id}/views']?.post?.requestBody?.content['application/json'];
    assert.equal(view?.schema.properties?.config?.$ref, '#/components/schemas/ViewConfig');
    assert.deepEqual(ViewConfig?.properties?.filter, {
      anyOf: [{ $ref: '#/components/schemas/Filter' }, { type: 'null' }],
    });
  });

  it('settings and rules of a property follow from its type, in answers and in bodies', () => {
    const { schemas } = document.components;
    for (const title of ['Property', 'ChangedProperty', 'NewProperty']) {
      const { oneOf, discriminator } = schemas[title] ?? {};
      assert.equal(discriminator?.propertyName, 'type');
      assert.equal(oneOf?.length, PROPERTY_TYPES.length);
      for (const type of PROPERTY_TYPES) {
        const found: JsonSchema | undefined = schemas[discriminator?.mapping[type]?.split('/').at(-1) ?? ''];
        assert.deepEqual(found?.properties?.type, { type: 'string', enum: [type] });
        assert.ok(found?.properties?.config?.properties, `${title} ${type} config`);
        assert.ok(found?.properties?.validation?.properties, `${title} ${type} validation`);
      }
    }
    const { config, validation } = schemas.SelectProperty?.properties ?? {};
    assert.deepEqual(config?.properties?.options?.items?.required?.toSorted(), ['color', 'id', 'name']);
    assert.deepEqual(Object.keys(validation?.properties ?? {}).sort(), ['required', 'unique']);
    assert.ok(schemas.RelationNewProperty?.required?.includes('config'));
    assert.ok(!schemas.NumberNewProperty?.required?.includes('config'));
    assert.equal(schemas.RelationNewProperty?.properties?.config?.properties?.reverse_property_id, undefined);
    assert.ok(schemas.RelationProperty?.properties?.config?.properties?.reverse_property_id);
  });

  it('every operationId is there once', () => {
    const ids = operations().map((one) => one.operation.operationId);
    assert.deepEqual(
      ids.filter((one, index) => ids.indexOf(one) !== index),
      [],
    );
  });

  it('the parameters of each path are those that are declared', () => {
    for (const { path, operation: found } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = (found.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
      assert.deepEqual(declared.sort(), inPath.sort(), found.operationId);
    }
  });

  it('every tag is listed', () => {
    const listed = new Set(document.tags.map(({ name }) => name));
    for (const { operation: found } of operations())
      assert.ok(
        found.tags.every((tag) => listed.has(tag)),
        found.operationId,
      );
  });

  const v2 = () => operations().filter(({ path }) => path.startsWith('/api/v2/'));
  const jsonOf = ({ responses }: Operation) => responses['200']?.content?.['application/json'];

  it('every operation of the public API has a summary, a shape and an example of its answer', () => {
    const bare = v2().filter(({ operation: found }) => {
      // The document itself would be a schema of schemas.
      if (found.operationId === 'api.document' || !found.responses['200']?.content?.['application/json']) return false;
      const { schema = {}, example } = jsonOf(found) ?? {};
      const empty = !schema.$ref && !schema.properties && !schema.items && !schema.anyOf;
      return found.summary === found.operationId
        ? !/^animals\./.test(found.operationId)
        : empty || example === undefined;
    });
    assert.deepEqual(
      bare.map(({ operation: found }) => found.operationId),
      [],
    );
  });

  it('names the rights that an operation needs, those of its parameters too', () => {
    const removal = { query: 'permanent', role: 'owner' };
    for (const [path, resource] of [
      ['/api/v2/pages/{id}', 'page'],
      ['/api/v2/collections/{id}', 'collection'],
      ['/api/v2/rows/{id}', 'row'],
    ] as const) {
      const found = document.paths[path]?.delete as Operation;
      assert.deepEqual(found['x-rights'], { resource, role: 'editor', when: removal });
      assert.equal(found.description, `Needs the role editor on the ${resource} (\`owner\` with \`permanent=true\`).`);
    }
    const move = document.paths['/api/v2/pages/{id}/move']?.post as Operation;
    assert.match(
      move.description ?? '',
      /^Needs the role editor on the page, and editor on the page named by `parent_id`/,
    );
  });

  it('every example of the public API is what the route itself would take and give', () => {
    const faults: string[] = [];
    for (const { method, path, settings } of app.server.table() as unknown as TableRoute[]) {
      const found = document.paths[openApiPath(path)]?.[method];
      if (!found || !path.startsWith('/api/v2/')) continue;
      const check = (what: string, schema: unknown, example: unknown): void => {
        if (!Joi.isSchema(schema) || example === undefined) return;
        const { error } = schema.validate(example, { convert: false });
        if (error) faults.push(`${found.operationId} ${what}: ${error.message}`);
      };
      check('body', settings.validate?.payload, found.requestBody?.content['application/json']?.example);
      check('answer', settings.response?.schema, jsonOf(found)?.example);
    }
    assert.deepEqual(faults, []);
  });
});
