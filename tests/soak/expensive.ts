// A database of very many rows of all kinds of values, and the dearest requests that who may read it is allowed to send.
import assert from 'node:assert/strict';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Filling, fillRows } from '../databases/filled.ts';
import type { TestApp } from '../kit/app.ts';

const FIRMS = 1000;
const DAYS = 28;
/** As many entries are written into the search index at once. */
const ENTRIES = 20_000;

export interface Ask {
  name: string;
  method?: string;
  path: string;
  body?: object;
}

export interface Filled {
  pageId: number;
  /** the first of the rows; those behind it follow one by one */
  firstRow: number;
  /** the number property, which others change meanwhile */
  points: number;
  asks: Ask[];
}

async function answered(t: TestApp, method: string, path: string, body: object): Promise<Any> {
  const answer = await t.call('ann', method, path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function makeTable(t: TestApp, rows: number): Promise<{ db: Made; base: number }> {
  const firms = await makeDatabase(t, [{ name: 'Worth', type: 'number' }], { title: 'Firms' });
  const firmBase = await fillRows(t, firms, FIRMS, { Worth: { json: 'n', cell: { num: 'n' } } });
  const options = ['Open', 'Doing', 'Done'].map((name) => ({ name }));
  let db = await makeDatabase(t, [
    { name: 'Points', type: 'number' },
    { name: 'Note', type: 'text' },
    { name: 'State', type: 'select', config: { options } },
    { name: 'Due', type: 'date' },
    { name: 'Who', type: 'person' },
    { name: 'Firm', type: 'relation', config: { collection_id: firms.id } },
  ]);
  const looked = { relation_property_id: db.by.Firm.id, property_id: firms.by.Worth.id, function: 'sum' };
  for (const computed of [
    { name: 'Double', type: 'formula', config: { expression: 'prop("Points") * 2' } },
    { name: 'Said', type: 'formula', config: { expression: 'prop("Note")' } },
    { name: 'Worth', type: 'rollup', config: looked },
  ])
    await answered(t, 'POST', `/api/v2/collections/${db.id}/properties`, computed);
  db = await db.reload();
  return { db, base: await fillRows(t, db, rows, fillings(t, db, firmBase)) };
}

function fillings(t: TestApp, db: Made, firmBase: number): Record<string, Filling> {
  const number = (sql: string): Filling => ({ json: `(${sql})`, cell: { num: sql } });
  const text = (sql: string): Filling => ({ json: `'"' || (${sql}) || '"'`, cell: { text_key: sql } });
  const named = (sql: string): Filling => ({ json: `'[' || (${sql}) || ']'`, cell: { ref_id: sql } });
  const points = 'n * 7919 % 10007';
  const note = `'note ' || (n * 31 % 1009) || ' of the quiet river ' || n`;
  const day = `'2026-01-' || substr('0' || (1 + n % ${DAYS}), length('0' || (1 + n % ${DAYS})) - 1)`;
  const begins = `${day} || 'T00:00:00.000Z'`;
  const moment = t.app.database.engine === 'postgres' ? `(${begins})::timestamptz` : begins;
  const state = ['Open', 'Doing', 'Done'].map((name, at) => `when ${at} then '${db.option('State', name)}'`);
  const firm = `n * 613 % ${FIRMS}`;
  return {
    Points: number(points),
    Note: text(note),
    State: text(`case n % 3 ${state.join(' ')} end`),
    Due: { json: `'{"start":"' || ${day} || '"}'`, cell: { text_key: day, at_start: moment } },
    Who: named(`case n % 2 when 0 then ${t.user('ann').id} else ${t.user('edi').id} end`),
    Firm: named(`${firmBase} + 1 + ${firm}`),
    Double: number(`${points} * 2`),
    Said: text(note),
    Worth: number(`1 + ${firm}`),
  };
}

/** Rows that were put in by SQL are found, too. */
async function index(t: TestApp, base: number, rows: number): Promise<void> {
  const { writer } = t.app.database;
  for (let from = base; from < base + rows; from += ENTRIES)
    await writer.raw(
      `insert into search_entries (page_id, workspace_id, title, body, original)
       select id, workspace_id, title_key, title_key || ' by the quiet river', title || ' by the quiet river'
       from pages where id > ? and id <= ?`,
      [from, Math.min(from + ENTRIES, base + rows)],
    );
}

/** Ten levels, each with its share of the 200 conditions that a filter may have. */
function nested(id: number): object {
  const contains = (at: number) => ({
    property_id: id,
    op: at % 2 ? 'contains' : 'does_not_contain',
    value: `er ${at}9`,
  });
  let filter: object = { or: Array.from({ length: 20 }, (_, at) => contains(at)) };
  for (let level = 1; level < 9; level += 1) {
    const own = Array.from({ length: 20 }, (_, at) => contains(level * 20 + at));
    filter = level % 2 ? { or: [...own, filter] } : { and: [{ or: own }, filter] };
  }
  return filter;
}

/** Saved views, since only who may write makes them; the charts also stand together on a dashboard. */
async function makeViews(t: TestApp, db: Made): Promise<{ views: number[]; charts: number[]; dashboard: number }> {
  const id = (name: string): number => db.by[name].id;
  const down = (name: string) => ({ property_id: id(name), direction: 'desc' });
  const make = async (name: string, kind: string, config: object): Promise<number> =>
    (await answered(t, 'POST', `/api/v2/collections/${db.id}/views`, { name, kind, config })).id;
  const rivers = { property_id: id('Note'), op: 'contains', value: 'quiet' };
  const sums = {
    [id('Points')]: 'median',
    [id('Double')]: 'sum',
    [id('Note')]: 'unique',
    [id('Firm')]: 'count_values',
  };
  const views = [
    await make('Sorted', 'table', { sorts: [down('Double'), down('Worth')], filter: rivers, aggregates: sums }),
    await make('Said', 'list', { sorts: [down('Said'), down('Due')] }),
    await make('By firm', 'board', { group_by: id('Firm'), sub_group_by: id('Who'), sorts: [down('Worth')] }),
    await make('When', 'calendar', { date_property_id: id('Due') }),
  ];
  const charts: number[] = [];
  for (const [at, name] of ['Firm', 'Note', 'Double', 'Due', 'Worth', 'Who'].entries()) {
    const measure = { chart_aggregate: 'average', chart_property_id: id(at % 2 ? 'Double' : 'Points') };
    const config = { ...measure, group_by: id(name), sub_group_by: id('State'), chart_kind: at % 2 ? 'line' : 'bar' };
    charts.push(await make(`Chart ${name}`, 'chart', { ...config, filter: rivers }));
  }
  const shown = Array.from({ length: 24 }, (_, at) => ({ view_id: charts[at % charts.length], width: 1 }));
  const { id: dashboard } = await answered(t, 'POST', '/api/v2/dashboards', {
    workspace_id: t.ws1,
    name: 'All charts',
    items: shown,
  });
  return { views, charts, dashboard };
}

function questions(db: Made): Ask[] {
  const id = (name: string): number => db.by[name].id;
  const path = `/api/v2/collections/${db.id}/query`;
  const ask = (name: string, body: object): Ask => ({ name, method: 'POST', path, body: { limit: 100, ...body } });
  const by = (...names: string[]) =>
    names.map((name, at) => ({ property_id: id(name), direction: at % 2 ? 'asc' : 'desc' }));
  const all = ['Points', 'Note', 'State', 'Due', 'Who', 'Firm', 'Double', 'Said', 'Worth'];
  const holds = (name: string, value: string) => ({ property_id: id(name), op: 'contains', value });
  const last = { page: 1900 };
  const sums = (what: string, names: string[]) => ({
    aggregates: Object.fromEntries(names.map((name) => [id(name), what])),
  });
  return [
    ask('sorted by a formula', { sorts: by('Double') }),
    ask('sorted by a formula of text', { sorts: by('Said') }),
    ask('sorted by a rollup', { sorts: by('Worth') }),
    ask('the last page of those', { sorts: by('Worth', 'Double'), ...last }),
    ask('sorted by everything', { sorts: by('Worth', ...all.filter((name) => !/Worth|Firm|Who/.test(name))) }),
    ask('sorted by everything, the last page', { sorts: by('State', 'Due', 'Said', 'Double'), ...last }),
    ask('grouped by a relation', { group_by: id('Firm') }),
    ask('grouped by a relation and people', { group_by: id('Firm'), sub_group_by: id('Who') }),
    ask('grouped by days and a relation', { group_by: id('Due'), sub_group_by: id('Firm') }),
    ask('grouped by texts', { group_by: id('Note'), sub_group_by: id('Firm') }),
    ask('grouped by a formula and a rollup', { group_by: id('Double'), sub_group_by: id('Worth') }),
    ask('medians', sums('median', ['Points', 'Double', 'Worth'])),
    ask('medians of some', { filter: holds('Said', 'r'), ...sums('median', ['Points', 'Double', 'Worth']) }),
    ask('different values', sums('unique', all)),
    ask('shares of empty ones', sums('percent_empty', all)),
    ask('nested conditions', { filter: nested(id('Note')) }),
    ask('nested conditions on a formula', { filter: nested(id('Said')), sorts: by('Worth', 'Said') }),
    ask('nested conditions with groups', { filter: nested(id('Note')), group_by: id('Firm'), sub_group_by: id('Who') }),
    ask('nested conditions with sums', { filter: nested(id('Said')), ...sums('unique', all) }),
    ask('one letter, sorted', { filter: holds('Note', 'r'), sorts: by('Double', 'Said') }),
    ask('one letter of a formula, the last page', { filter: holds('Said', 'e'), sorts: by('Worth', 'Due'), ...last }),
    ask('all at once', {
      filter: { or: [holds('Said', '7'), holds('Note', 'quiet')] },
      ...{ sorts: by('Worth', 'Said', 'State'), group_by: id('Firm'), sub_group_by: id('Due') },
      ...sums('unique', all),
    }),
  ];
}

export async function makeExpensive(t: TestApp, rows: number): Promise<Filled> {
  const { db, base } = await makeTable(t, rows);
  await index(t, base, rows);
  // Whoever does not see every row takes the longer way everywhere.
  for (const row of [base + 3, base + rows - 3])
    await answered(t, 'PUT', `/api/v2/pages/${row}/permissions/type`, { permission_type: 'restricted' });
  const { views, charts, dashboard } = await makeViews(t, db);
  const old = `/api/collections/${db.id}`;
  const get = (name: string, path: string): Ask => ({ name, path });
  const asks = [
    ...questions(db),
    ...['csv', 'csv', 'json', 'markdown'].map((format, at) =>
      get(`${format} of a view`, `${old}/export?view_id=${views[at % 2]}&format=${format}`),
    ),
    ...views.map((view) => get('rows of a view', `/api/v2/collections/${db.id}/rows?view_id=${view}&limit=100`)),
    ...views.map((view) => get('table of a view', `${old}/table-data?view_id=${view}&limit=200&page=900`)),
    ...views.map((view) => get('page of a view', `/pages/${db.pageId}?view=${view}`)),
    ...charts.map((view) => get('page of a chart', `/pages/${db.pageId}?view=${view}`)),
    get('all charts', `/api/v2/dashboards/${dashboard}/data`),
    get('all views', `/api/v2/collections/${db.id}/views?limit=100`),
    get('calendar', `/db/${db.id}/calendar/api?start=2025-12-01&end=2027-01-01&view_id=${views[3]}`),
    get('search', '/api/v2/search?q=r&limit=100'),
    get('search of words', '/api/v2/search?q=quiet+river+row&limit=100&page=100'),
    get('search of beginnings', `/api/search?q=b+t+q+r&limit=100&type=row&workspace_id=${t.ws1}`),
  ];
  return { pageId: db.pageId, firstRow: base + 1, points: db.by.Points.id, asks };
}
