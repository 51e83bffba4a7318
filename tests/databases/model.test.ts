// Chance plays with a database and with a small model of it in memory: after every step both say the same.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

const RUNS = 6;
const STEPS = 12;

type Row = Record<string, Any> & { id: number };

const TYPES = ['text', 'number', 'checkbox', 'select', 'multi_select', 'date'] as const;
type Type = (typeof TYPES)[number];

const day = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
const words = ['', 'ape', 'Bee', 'bee', 'cat%', 'd_g', 'Äpe', '12'];

/** A value as it is sent, by the type of its property; `pick` is any number. */
function drawn(type: Type, pick: number, options: string[]): unknown {
  if (type === 'text') return words[pick % words.length] || null;
  if (type === 'number') return pick % 5 === 0 ? null : (pick % 40) - 20;
  if (type === 'checkbox') return pick % 2 === 0;
  if (type === 'select') return pick % 4 === 0 ? null : options[pick % options.length];
  if (type === 'multi_select') return options.filter((_option, at) => (pick >> at) % 2);
  return pick % 5 === 0 ? null : { start: day(pick % 60), end: null, timezone: null };
}

const isEmpty = (value: Any): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && !value.length);
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What filters mean, said without a database. */
const meanings: Record<string, (value: Any, wanted: Any) => boolean> = {
  is_empty: (value) => isEmpty(value),
  is_not_empty: (value) => !isEmpty(value),
  'text equals': (value, wanted) => !isEmpty(value) && fold(value) === fold(wanted),
  'text contains': (value, wanted) => !isEmpty(value) && fold(value).includes(fold(wanted)),
  'text does_not_contain': (value, wanted) => isEmpty(value) || !fold(value).includes(fold(wanted)),
  'number gt': (value, wanted) => !isEmpty(value) && value > wanted,
  'number lte': (value, wanted) => !isEmpty(value) && value <= wanted,
  'number neq': (value, wanted) => value !== wanted,
  'checkbox equals': (value, wanted) => Boolean(value) === wanted,
  'select equals': (value, wanted) => value === wanted,
  'select does_not_equal': (value, wanted) => value !== wanted,
  'multi_select contains': (value, wanted) => (value ?? []).includes(wanted),
  'date before': (value, wanted) => !isEmpty(value) && value.start < wanted,
  'date on_or_after': (value, wanted) => !isEmpty(value) && value.start >= wanted,
};

function filterValue(type: Type, op: string, pick: number, options: string[]): unknown {
  if (op.startsWith('is_')) return undefined;
  if (type === 'text') return words[1 + (pick % (words.length - 1))];
  if (type === 'multi_select' || type === 'select') return options[pick % options.length];
  if (type === 'date') return day(pick % 60);
  if (type === 'checkbox') return pick % 2 === 0;
  return (pick % 40) - 20;
}

/** What each type may become, so that the model can say of every value what that is. */
const TARGETS: Record<Type, Type[]> = {
  text: ['number', 'checkbox', 'select', 'multi_select'],
  number: ['text', 'checkbox', 'select'],
  checkbox: ['text', 'number'],
  select: ['text', 'multi_select'],
  multi_select: ['text'],
  date: ['text'],
};

/** A property at one time: its type, and ids of its options by their names. */
interface Kind {
  type: Type;
  options: Map<string, string>;
}

function namesOf(value: Any, { type, options }: Kind): string[] {
  if (type === 'checkbox') return ['✓'];
  if (type === 'date') return [value.start];
  const nameOf = (id: string) => [...options].find(([, one]) => one === id)?.[0] as string;
  return type === 'select' || type === 'multi_select' ? [value].flat().map(nameOf) : [String(value)];
}

const optionNamed = (name: string, { options }: Kind): string[] =>
  [...options].flatMap(([own, id]) => (own.toLowerCase() === name.toLowerCase() ? [id] : []));

/** What a value becomes, said without a database. */
function converted(value: Any, from: Kind, to: Kind): Any {
  if (isEmpty(value)) return null;
  const names = namesOf(value, from);
  if (to.type === 'checkbox') return names.join() === '0' ? null : true;
  if (to.type === 'number') return value === true ? 1 : /^-?\d+$/.test(names.join()) ? Number(names) : null;
  if (to.type === 'select') return optionNamed(names[0] as string, to)[0] ?? null;
  if (to.type === 'multi_select') {
    const parts = names.flatMap((name) => name.split(', ')).flatMap((name) => optionNamed(name, to));
    return parts.length ? parts : null;
  }
  if (to.type === 'date') return /^\d{4}-/.test(names.join()) ? { start: names[0], end: null, timezone: null } : null;
  return names.join(', ');
}

/** A change of type that can be taken back. */
interface Turned {
  name: string;
  undo: number;
  from: Kind;
  before: Map<number, Any>;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const optionsOf = (db: Made, name: string): string[] => (db.by[name].config.options ?? []).map((one: Any) => one.id);

  const kindOf = (db: Made, name: string): Kind => {
    const { type, config } = db.by[name];
    return { type, options: new Map((config.options ?? []).map((one: Any) => [one.name, one.id])) };
  };

  /** Another type for a property; the model converts its values by itself. */
  async function turn(db: Made, model: Row[], name: string, type: Type): Promise<{ db: Made; turned: Turned }> {
    const from = kindOf(db, name);
    const url = `/api/v2/collections/${db.id}/properties/${db.by[name].id}/convert`;
    const { status, body, text } = await t.call('ann', 'POST', url, { type });
    assert.equal(status, 200, text);
    const now = await db.reload();
    const before = new Map(model.map((row) => [row.id, row[name]]));
    for (const row of model) row[name] = converted(row[name], from, kindOf(now, name));
    return { db: now, turned: { name, undo: body.undo, from, before } };
  }

  /** Back again: what was written since is converted, all else is what it was. */
  async function turnBack(db: Made, model: Row[], { name, undo, from, before }: Turned): Promise<Made> {
    const to = kindOf(db, name);
    const { status, text } = await t.call('ann', 'POST', `/api/collections/${db.id}/changes/${undo}/undo`);
    assert.equal(status, 200, text);
    for (const row of model) {
      const was = before.get(row.id) ?? null;
      const isOld = JSON.stringify(converted(was, from, to)) === JSON.stringify(isEmpty(row[name]) ? null : row[name]);
      row[name] = isOld ? was : converted(row[name], to, from);
    }
    return db.reload();
  }

  async function play(drawnTypes: Type[], picks: number[]): Promise<void> {
    const options = [{ name: 'x' }, { name: 'y' }, { name: 'z' }];
    const types = [...drawnTypes];
    const turned: Turned[] = [];
    let db = await makeDatabase(
      t,
      types.map((type, at) => ({ name: `P${at}`, type, ...(type.includes('select') ? { config: { options } } : {}) })),
    );
    const names = types.map((_type, at) => `P${at}`);
    const model: Row[] = [];
    const draw = (pick: number) =>
      Object.fromEntries(names.map((name, at) => [name, drawn(types[at] as Type, pick + at * 7, optionsOf(db, name))]));
    for (const pick of picks) {
      const row = model[pick % Math.max(1, model.length)];
      if (pick % 3 === 0 || !row) {
        const values = draw(pick);
        model.push({ ...values, id: (await db.row(values, `r${model.length}`)).id });
      } else if (pick % 7 === 1) {
        await t.call('ann', 'DELETE', `/api/v2/rows/${row.id}`);
        model.splice(model.indexOf(row), 1);
      } else if (pick % 4 === 2 && !turned.some(({ name }) => name === names[pick % names.length])) {
        const at = pick % names.length;
        const targets = TARGETS[types[at] as Type];
        const done = await turn(db, model, names[at] as string, targets[pick % targets.length] as Type);
        db = done.db;
        types[at] = db.by[names[at] as string].type;
        turned.push(done.turned);
      } else {
        const name = names[pick % names.length] as string;
        const value = draw(pick * 3)[name];
        assert.equal((await db.change(row.id, { [name]: value })).status, 200);
        row[name] = value;
      }
      await compare(db, names, types, model, pick);
    }
    for (const one of turned.reverse()) {
      db = await turnBack(db, model, one);
      types[names.indexOf(one.name)] = one.from.type;
      await compare(db, names, types, model, names.indexOf(one.name));
    }
  }

  async function compare(db: Made, names: string[], types: Type[], model: Row[], pick: number): Promise<void> {
    const at = pick % names.length;
    const [name, type] = [names[at] as string, types[at] as Type];
    const known = Object.keys(meanings).filter((key) => key.startsWith('is_') || key.startsWith(`${type} `));
    const hasOptions = !type.includes('select') || optionsOf(db, name).length > 0;
    const key = hasOptions ? (known[pick % known.length] as string) : 'is_empty';
    const op = key.split(' ').at(-1) as string;
    const value = filterValue(type, op, pick, optionsOf(db, name));
    const filter = { property_id: db.by[name].id, op, ...(value === undefined ? {} : { value }) };
    const sorts =
      type === 'multi_select' ? [] : [{ property_id: db.by[name].id, direction: pick % 2 ? 'asc' : 'desc' }];
    const { status, body, text } = await db.query({ filter, sorts, limit: 100 });
    assert.equal(status, 200, text);
    const wanted = model.filter((row) => meanings[key]?.(row[name], value)).map(({ id }) => id);
    const label = `${key} ${JSON.stringify(value)} of ${JSON.stringify(model.map((row) => row[name]))}`;
    assert.deepEqual(body.results.map((row: Any) => row.id).sort(), wanted.sort(), label);
    assert.equal(body.total, wanted.length, label);
    // A short page of many matches is looked for in another way.
    const short = (await db.query({ filter, sorts, limit: 1 })).body;
    assert.deepEqual([short.total, short.results], [body.total, body.results.slice(0, 1)], label);
    for (const row of body.results)
      for (const [index, one] of names.entries()) {
        const said = row.values[db.by[one].id];
        const meant = model.find(({ id }) => id === row.id)?.[one];
        if (isEmpty(meant)) assert.ok(isEmpty(said), `${types[index]} ${JSON.stringify(said)}`);
        else if (types[index] === 'multi_select') assert.deepEqual([...said].sort(), [...meant].sort());
        else assert.deepEqual(said, meant);
      }
  }

  it('agrees with the model after every step', async () => {
    const schemas = fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 4 });
    const steps = fc.array(fc.nat(10_000), { minLength: STEPS, maxLength: STEPS });
    await fc.assert(fc.asyncProperty(schemas, steps, play), { numRuns: RUNS, seed: 20_261_121 });
  });
});
