// Databases in our own Markdown: exported and brought in again they are what they were, with rows that find each other.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { importPath, inFreshWorkspace, startedFor, vaultOf } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { exported, unzip } from './unpacking.ts';

interface Property {
  id: number;
  name: string;
  type: string;
  config: Record<string, unknown> & { options?: { id: string; name: string; color: string }[] };
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const call = async (method: string, url: string, body?: object) => {
    const answer = await t.call('ann', method, url, body);
    assert.equal(answer.status, 200, `${method} ${url} ${answer.text}`);
    return answer.body;
  };

  /** A database as names, whatever ids its installation has. */
  async function described(id: number) {
    const properties = (await call('GET', `/api/v2/collections/${id}/properties`)) as Property[];
    const rows = (await call('GET', `/api/v2/collections/${id}/rows?limit=100`)) as {
      title: string;
      values: Record<string, unknown>;
    }[];
    const views = (await call('GET', `/api/v2/collections/${id}/views`)) as {
      name: string;
      kind: string;
      config: { group_by?: number; filter?: unknown; sorts?: { property_id: number; direction: string }[] };
    }[];
    const titles = new Map(
      (await t.app.database.reader('pages').select('id', 'title')).map((one) => [one.id, one.title]),
    );
    const files = new Map((await t.app.database.reader('files').select('id', 'name')).map((one) => [one.id, one.name]));
    const nameOf = (property: number | undefined) => properties.find((one) => one.id === property)?.name;
    const shown = ({ type, config }: Property, value: unknown): unknown => {
      if (value === null || value === undefined) return null;
      const list = [value].flat();
      if (config.options) return list.map((one) => config.options?.find(({ id: own }) => own === one)?.name);
      if (type === 'relation') return list.map((one) => titles.get(one as number));
      return type === 'files' ? list.map((one) => files.get(one as number)) : value;
    };
    return {
      // Relations are made when all databases are there.
      properties: properties
        .map(({ name, type, config }) => ({
          ...{ name, type },
          options: (config.options ?? []).map(({ name: option, color }) => `${option} ${color}`),
          ...{ format: config.format, currency: config.currency, expression: config.expression },
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
      rows: rows
        .map(({ title, values }) => ({
          title,
          values: Object.fromEntries(
            properties
              .filter(({ type }) => !['title', 'unique_id', 'created_time'].includes(type))
              .map((property) => [property.name, shown(property, values[property.id])]),
          ),
        }))
        .toSorted((a, b) => a.title.localeCompare(b.title)),
      views: views.map(({ name, kind, config }) => ({
        ...{ name, kind, group: nameOf(config.group_by) },
        sorts: (config.sorts ?? []).map(({ property_id, direction }) => `${nameOf(property_id)} ${direction}`),
        filtered: Boolean(config.filter),
      })),
    };
  }

  it('have their properties, views, rows and relations again', async () => {
    await inFreshWorkspace(t, 'from');
    const home = await call('POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Work' });
    const people = await call('POST', '/api/v2/collections', {
      ...{ workspace_id: t.ws1, parent_id: home.id, name: 'People' },
      properties: [{ name: 'Mail', type: 'email' }],
    });
    const option = (name: string, color: string) => ({ name, color });
    const tasks = await call('POST', '/api/v2/collections', {
      ...{ workspace_id: t.ws1, parent_id: home.id, name: 'Tasks', description: 'What is *to do*' },
      properties: [
        { name: 'State', type: 'select', config: { options: [option('Open', 'red'), option('Done', 'green')] } },
        { name: 'Tags', type: 'multi_select', config: { options: [option('a, b', 'blue'), option('c', 'gray')] } },
        { name: 'Due', type: 'date' },
        { name: 'Price', type: 'number', config: { format: 'currency', currency: 'EUR' } },
        { name: 'Paid', type: 'checkbox' },
        { name: 'Who', type: 'relation', config: { collection_id: people.id } },
        { name: 'Twice', type: 'formula', config: { expression: 'prop("Price") * 2' } },
        { name: 'Papers', type: 'files' },
        { name: 'Number', type: 'unique_id' },
      ],
    });
    const properties = (await call('GET', `/api/v2/collections/${tasks.id}/properties`)) as Property[];
    const idOf = (name: string) => properties.find((one) => one.name === name)?.id as number;
    const optionOf = (name: string) =>
      properties.flatMap(({ config }) => config.options ?? []).find((one) => one.name === name)?.id;
    const form = multipart(
      { workspace_id: String(t.ws1) },
      { field: 'file', name: 'plan.txt', content: Buffer.from('the plan') },
    );
    const paper = (await t.call('ann', 'POST', '/api/v2/files', form)).body;
    assert.ok(paper.id, JSON.stringify(paper));
    const bob = await call('POST', `/api/v2/collections/${people.id}/rows`, { title: 'Bob: the builder?' });
    const first = await call('POST', `/api/v2/collections/${tasks.id}/rows`, {
      title: 'Roof',
      values: {
        ...{ [idOf('State')]: optionOf('Open'), [idOf('Tags')]: [optionOf('a, b'), optionOf('c')] },
        [idOf('Due')]: { start: '2026-03-01T09:00', end: '2026-03-01T10:30', timezone: 'Europe/Berlin' },
        ...{ [idOf('Price')]: 12.5, [idOf('Paid')]: true, [idOf('Who')]: [bob.id] },
        [idOf('Papers')]: [paper.id],
      },
    });
    await call('PUT', `/api/pages/${first.id}/content`, { markdown: 'Ask **Bob**.' });
    await call('POST', `/api/v2/collections/${tasks.id}/rows`, {
      title: 'Wall',
      values: { [idOf('Due')]: '2026-04-02' },
    });
    await call('POST', `/api/v2/collections/${tasks.id}/views`, {
      ...{ name: 'By state', kind: 'board' },
      config: {
        ...{ group_by: idOf('State'), sorts: [{ property_id: idOf('Price'), direction: 'desc' }] },
        filter: { and: [{ property_id: idOf('State'), op: 'eq', value: optionOf('Open') }] },
      },
    });
    const before = [await described(people.id), await described(tasks.id)];

    const zip = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(zip), 'export', base);
    await inFreshWorkspace(t, 'to');
    const { job, report } = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([job.status, report.warnings, report.unsupported], ['completed', [], {}]);
    const made = (await call('GET', `/api/v2/collections?workspace_id=${t.ws1}&limit=100`)) as {
      id: number;
      name: string;
      description: string;
    }[];
    made.sort((a, b) => a.name.localeCompare(b.name));
    assert.deepEqual(
      made.map(({ name }) => name),
      ['People', 'Tasks'],
    );
    assert.deepEqual(await Promise.all(made.map(({ id }) => described(id))), before);
    assert.equal(made[1]?.description, 'What is *to do*');
    const pages = await t.app.database.reader('pages').where({ workspace_id: t.ws1, deleted_at: null });
    assert.deepEqual(pages.map(({ title, kind }) => `${kind} ${title}`).toSorted(), [
      'collection People',
      'collection Tasks',
      'page Bob: the builder?',
      'page Roof',
      'page Wall',
      'page Work',
    ]);
    const again = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([again.report.created, again.report.updated], [0, 0]);
  });

  it('keep the order of pages and rows, whatever their names are', async () => {
    const titlesOf = async () => {
      const pages = await t.app.database
        .reader('pages')
        .where({ workspace_id: t.ws1, deleted_at: null })
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      const inside = (parent: number | null): string[] =>
        pages
          .filter(({ parent_id }) => parent_id === parent)
          .flatMap(({ id, title }) => [title, ...inside(id).map((one) => `${title}/${one}`)]);
      return inside(null);
    };
    await inFreshWorkspace(t, 'ordered');
    const page = (title: string, parent_id?: number) =>
      call('POST', '/api/v2/pages', { workspace_id: t.ws1, title, ...(parent_id && { parent_id }) });
    const zoo = await page('Zoo');
    for (const title of ['Wolf', 'Ape', 'Same', 'Same', 'Lynx']) await page(title, zoo.id);
    const cages = await call('POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Cages' });
    for (const title of ['North', 'East', 'South'])
      await call('POST', `/api/v2/collections/${cages.id}/rows`, { title });
    await page('Aviary');
    const before = await titlesOf();
    assert.deepEqual(
      before.filter((title) => title.startsWith('Cages/')),
      ['Cages/North', 'Cages/East', 'Cages/South'],
    );
    const zip = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(zip), 'ordered', base);
    await inFreshWorkspace(t, 'ordered-again');
    await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual(await titlesOf(), before);
  });

  it('bring what other properties come to as what it shows, and say so', async () => {
    await inFreshWorkspace(t, 'computed');
    const parts = await call('POST', '/api/v2/collections', {
      ...{ workspace_id: t.ws1, name: 'Parts' },
      properties: [{ name: 'Cost', type: 'number' }],
    });
    const cost = ((await call('GET', `/api/v2/collections/${parts.id}/properties`)) as Property[]).find(
      ({ name }) => name === 'Cost',
    )?.id as number;
    const whole = await call('POST', '/api/v2/collections', {
      ...{ workspace_id: t.ws1, name: 'Whole' },
      properties: [{ name: 'Parts', type: 'relation', config: { collection_id: parts.id } }],
    });
    const relation = ((await call('GET', `/api/v2/collections/${whole.id}/properties`)) as Property[]).find(
      ({ type }) => type === 'relation',
    )?.id as number;
    const add = (body: object) => call('POST', `/api/v2/collections/${whole.id}/properties`, body);
    const rollup = { relation_property_id: relation, property_id: cost, function: 'sum' };
    await add({ name: 'Sum', type: 'rollup', config: rollup });
    await add({ name: 'Double', type: 'formula', config: { expression: 'prop("Sum") * 2' } });
    const actions = [{ kind: 'set_property', property_id: relation, value: null }];
    await add({ name: 'Go', type: 'button', config: { label: 'Go', actions } });
    const row = (id: number, body: object) => call('POST', `/api/v2/collections/${id}/rows`, body);
    const leg = await row(parts.id, { title: 'Leg', values: { [cost]: 4 } });
    await row(whole.id, { title: 'Table', values: { [relation]: [leg.id] } });
    await t.app.jobs.drain();

    const zip = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(zip), 'computed', base);
    await inFreshWorkspace(t, 'shown');
    const { report } = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([report.warnings, report.unsupported], [[], { rollup: 1, formula: 1, button: 1 }]);
    const made = (await call('GET', `/api/v2/collections?workspace_id=${t.ws1}&limit=100`)) as {
      id: number;
      name: string;
    }[];
    const { properties, rows } = await described(made.find(({ name }) => name === 'Whole')?.id as number);
    assert.deepEqual(
      properties.map(({ name, type }) => `${name} ${type}`),
      ['Double number', 'Name title', 'Parts relation', 'Sum number'],
    );
    assert.deepEqual(rows, [{ title: 'Table', values: { Double: 8, Sum: 4, Parts: ['Leg'] } }]);
  });
});
