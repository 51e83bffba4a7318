// Whatever a view asks is answered by keys or in one pass: no statement looks through all of a property for each row.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '../../core/http/problem.ts';
import { type Filter, type Property, seenAs } from '../../plugins/databases/model.ts';
import { AGGREGATES } from '../../plugins/databases/query/aggregate.ts';
import { groups } from '../../plugins/databases/query/aggregates-sql.ts';
import { answerQuery, type DatabaseQuery } from '../../plugins/databases/query/query-request.ts';
import type { Schema } from '../../plugins/databases/schema/schema.ts';
import { PROPERTY_TYPES, propertyTypeOf } from '../../plugins/databases/schema/types/registry.ts';
import { visibleSchemaById } from '../../plugins/databases/visibility/visible-schema.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { planFaults, type Statement } from '../kit/plans.ts';
import { type Made, makeDatabase } from './database.ts';
import { type Filling, fillRows } from './filled.ts';

const NOW = '2026-01-14T10:00:00.000Z';
const FEW = 24;
const ROWS = 10_000;
const ELSEWHERE = 10_000;
const FIRMS = 100;
const OPS = [
  ...['is_empty', 'is_not_empty', 'this_week', 'equals', 'does_not_equal', 'contains', 'does_not_contain'],
  ...['starts_with', 'ends_with', 'gt', 'gte', 'lt', 'lte', 'before', 'after', 'on_or_before', 'on_or_after'],
];
const options = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name }));

/** Values that few rows have, and that many have: that decides how rows are looked for. */
function valuesFor(property: Property): unknown[] {
  const { compares } = propertyTypeOf(property);
  if (compares === 'option' || compares === 'options')
    return property.config.options?.slice(0, 2).map(({ id }) => id) ?? [];
  if (compares === 'text') return ['text 5', 'text', '5'];
  if (compares === 'number') return [3, 20];
  if (compares === 'flag') return [true, false];
  if (compares === 'refs') return ['me', 7];
  return compares === 'none' ? [] : ['2026-01-12', '2026-01-28', '2026-01-12T10:00'];
}

onEachEngine((engine, open) => {
  let t: TestApp;
  let db: Made;
  let firms: Made;
  let firmsBefore = 0;
  const asked = new Map<string, Statement>();

  /** One cell in three of four rows. */
  function fillingOf(property: Property): Filling | undefined {
    const { type, config } = seenAs(property);
    const { compares } = propertyTypeOf(property);
    const where = 'n % 4 > 0';
    if (compares === 'number' && type !== 'unique_id') return { json: '(n % 1000)', cell: { num: 'n % 1000' }, where };
    if (compares === 'flag') return { json: "'true'", cell: { num: '1' }, where };
    if (compares === 'text' && type !== 'title')
      return { json: `'"text ' || n || '"'`, cell: { text_key: "'text ' || n" }, where };
    if (compares === 'date') {
      const day = `'2026-01-' || (10 + n % 20)`;
      return { json: `'"' || ${day} || '"'`, cell: { text_key: day, at_start: "'2026-01-12T00:00:00.000Z'" }, where };
    }
    if (config.options) {
      const id = `case n % 2 when 0 then '${config.options[0]?.id}' else '${config.options[1]?.id}' end`;
      const [begin, end] = compares === 'options' ? [`["`, `"]`] : [`"`, `"`];
      return { json: `'${begin}' || ${id} || '${end}'`, cell: { text_key: id, num: 'n % 2' }, where };
    }
    const named = type === 'person' ? `${t.user('ann').id}` : `${firmsBefore} + 1 + n % ${FIRMS}`;
    if (type === 'person' || type === 'relation')
      return { json: `'[' || (${named}) || ']'`, cell: { ref_id: named }, where };
    return undefined;
  }

  async function fill(count: number): Promise<number> {
    const filled = Object.entries(db.by).flatMap(([name, property]) => {
      const filling = fillingOf(property);
      return filling ? [[name, filling] as const] : [];
    });
    return fillRows(t, db, count, Object.fromEntries(filled));
  }

  const hide = async (rowId: number): Promise<void> => {
    const body = { permission_type: 'restricted' };
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${rowId}/permissions/type`, body)).status, 200);
  };

  before(async () => {
    t = await startApp(await open(), { checkAnswers: false, now: () => NOW });
    // Nobody looks at what has grown, as on the first day after an import.
    if (engine === 'postgres')
      for (const table of ['pages', 'collection_rows', 'row_value'])
        await t.app.database.writer.raw('alter table ?? set (autovacuum_enabled = false)', [table]);
    firms = await makeDatabase(t, [{ name: 'Worth', type: 'number' }], { title: 'Firms' });
    firmsBefore = await fillRows(t, firms, FIRMS, {});
    await hide(firmsBefore + 3);
    const plain = PROPERTY_TYPES.filter((type) => !/^(title|relation|rollup|formula|button)$/.test(type));
    db = await makeDatabase(t, [
      ...plain.map((type) => ({ name: type, type, ...(/select|status/.test(type) && { config: { options } }) })),
      { name: 'relation', type: 'relation', config: { collection_id: firms.id } },
    ]);
    const add = async (name: string, type: string, config: object) => {
      const body = { name, type, config };
      const made = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/properties`, body);
      assert.equal(made.status, 200, made.text);
    };
    for (const name of ['number', 'text', 'date', 'checkbox'])
      await add(`formula ${name}`, 'formula', { expression: `prop("${name}")` });
    const looked = { relation_property_id: db.by.relation.id, property_id: firms.by.Name.id };
    await add('rollup number', 'rollup', { ...looked, function: 'count' });
    await add('rollup text', 'rollup', { ...looked, function: 'show' });
    db = await db.reload();
    const base = await fill(FEW);
    for (const row of [3, 5]) await hide(base + row);
    await askEverything();
    await fill(ROWS);
    const other = await makeDatabase(t, [{ name: 'Worth', type: 'number' }], { title: 'Others' });
    await fillRows(t, other, ELSEWHERE, { Worth: { json: 'n', cell: { num: 'n' } } });
  });
  after(() => t.stop());

  /** Asked while there are few rows: the texts of statements are those that many rows are asked for by. */
  async function askEverything(): Promise<void> {
    const keep = ({ sql, bindings }: Statement) => {
      if (/\bposition\b|\bparent_id\b|\brow_value\b/.test(sql) && !asked.has(sql)) asked.set(sql, { sql, bindings });
    };
    t.app.database.reader.on('query', keep);
    for (const who of ['ann', 'vic'] as const) {
      const schema = await visibleSchemaById(t.ctx(who), db.id);
      const known = new Set<string>();
      for (const property of schema.properties) {
        const { compares, sorts } = propertyTypeOf(property);
        const kind = `${compares} ${sorts} ${seenAs(property).type.replace(/^(?!created|unique|relation).*/, '')}`;
        for (const question of known.has(kind) ? filtersOn(property) : questionsOn(property))
          await ask(who, schema, question);
        known.add(kind);
        await allowed(groups(t.ctx(who), schema, {}, property.id, { measure: db.by.number.id }));
      }
    }
    t.app.database.reader.removeListener('query', keep);
  }

  /** What a property does not take is refused, and asks the database nothing. */
  const allowed = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((problem) => {
      if (problem instanceof Problem && problem.status === 422) return undefined;
      throw problem;
    });

  async function ask(who: Name, schema: Schema, question: DatabaseQuery): Promise<void> {
    const found = await allowed(answerQuery(t.ctx(who), schema, question, {}));
    const cursor = question.sorts && found?.next_cursor;
    if (cursor) await answerQuery(t.ctx(who), schema, { ...question, cursor }, {});
  }

  function* filtersOn(property: Property): Generator<DatabaseQuery> {
    for (const op of OPS)
      for (const value of /^is_|^this/.test(op) ? [undefined] : valuesFor(property))
        yield { filter: { property_id: property.id, op, ...(value !== undefined && { value }) } as Filter, limit: 1 };
  }

  function* questionsOn(property: Property): Generator<DatabaseQuery> {
    const property_id = property.id;
    const sorts = [{ property_id: db.by.number.id, direction: 'asc' as const }];
    for (const question of filtersOn(property)) yield { ...question, sorts, group_by: db.by.select.id };
    yield* filtersOn(property);
    for (const direction of ['asc', 'desc'] as const) {
      const sorts = [{ property_id, direction }];
      for (const limit of [1, FEW - 3]) yield { sorts, limit };
      for (const name of ['text', 'checkbox', 'created_time'])
        yield { sorts: [...sorts, { property_id: db.by[name].id, direction: 'asc' }], limit: FEW - 3 };
    }
    yield { group_by: property_id, limit: 1 };
    for (const name of ['select', 'multi_select', 'relation'])
      yield { group_by: property_id, sub_group_by: db.by[name].id, limit: 1 };
    for (const sum of AGGREGATES) yield { aggregates: { [property_id]: sum }, limit: 1 };
  }

  async function everyPlan(settings: string[] = []): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    await t.app.database.writer.transaction(async (trx) => {
      for (const setting of settings) await trx.raw(setting);
      for (const statement of asked.values())
        for (const fault of await planFaults(trx, engine, statement)) found[fault] = statement.sql;
    });
    return found;
  }

  describe('every statement that a view can ask', () => {
    it('is planned without a loop in a loop, though the database has just grown', async () => {
      assert.ok(asked.size > 500, `${asked.size} statements`);
      assert.deepEqual(await everyPlan(), {});
    });

    // SQLite plans by the shape of an index, whatever is in it.
    const skip = engine === 'sqlite';

    it('is planned so when the engine has counted what is there', { skip }, async () => {
      for (const table of ['pages', 'collection_rows', 'row_value'])
        await t.app.database.writer.raw('analyze ??', [table]);
      assert.deepEqual(await everyPlan(), {});
    });

    it('is planned so when there is memory for one row in sixty', { skip }, async () => {
      assert.deepEqual(await everyPlan(["set local work_mem = '64kB'"]), {});
    });
  });
});
