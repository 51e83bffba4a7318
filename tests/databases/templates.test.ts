// What rows and databases start from: templates with values and a body, a default, and databases kept as templates.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'Note', type: 'text' },
      { name: 'Points', type: 'number' },
      { name: 'Key', type: 'text', validation: { unique: true } },
      { name: 'Twice', type: 'formula', config: { expression: 'prop("Points") * 2' } },
    ]);
  });
  after(() => t.stop());

  const v2 = (who: 'ann' | 'vic' | 'bob' | 'edi' | 'adm', method: string, path: string, body?: object) =>
    t.call(who, method, `/api/v2${path}`, body);
  const blocks = [{ id: 'b1', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'Agenda' }] }];
  const texts = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;

  it('rows start from a template, or from the one by itself', async () => {
    const path = `/collections/${db.id}/templates`;
    const weekly = { name: 'Weekly', icon: '📅', values: { [db.by.Note.id]: 'kept', [db.by.Points.id]: 3 }, blocks };
    const made = await v2('ann', 'POST', path, weekly);
    assert.equal(made.status, 200, made.text);
    const create = (more: object) => v2('ann', 'POST', `/collections/${db.id}/rows`, { title: 'R', ...more });
    const plain = await create({});
    assert.equal(plain.body.values[db.by.Note.id], null);
    const started = await create({ template_id: made.body.id, values: { [db.by.Points.id]: 5 } });
    assert.equal(started.status, 200, started.text);
    const { values, page_icon } = started.body;
    assert.deepEqual(
      [values[db.by.Note.id], values[db.by.Points.id], values[db.by.Twice.id], page_icon],
      ['kept', 5, 10, '📅'],
    );
    assert.match(await texts(started.body.id), /Agenda/);
    assert.equal((await v2('ann', 'PATCH', `/row-templates/${made.body.id}`, { is_default: true })).body.is_default, 1);
    const second = await v2('ann', 'POST', path, { name: 'Of a row', row_id: started.body.id, is_default: true });
    assert.equal(second.body.values[db.by.Points.id], 5);
    const listed = await v2('vic', 'GET', path);
    assert.deepEqual(
      listed.body.map((one: Any) => [one.name, one.is_default]),
      [
        ['Weekly', 0],
        ['Of a row', 1],
      ],
    );
    assert.equal((await create({})).body.values[db.by.Points.id], 5);
    assert.equal((await create({ template_id: null })).body.values[db.by.Points.id], null);
    assert.equal((await v2('ann', 'DELETE', `/row-templates/${second.body.id}`)).status, 200);
    assert.equal((await create({})).body.values[db.by.Points.id], null);
  });

  it('refuses templates of others, wrong values and who may not', async () => {
    const other = await makeDatabase(t);
    const made = (await v2('ann', 'POST', `/collections/${other.id}/templates`, { name: 'There' })).body;
    const path = `/collections/${db.id}/templates`;
    for (const [answer, status] of [
      [await v2('ann', 'POST', `/collections/${db.id}/rows`, { template_id: made.id }), 404],
      [await v2('ann', 'POST', path, { name: 'x', values: { [db.by.Points.id]: 'many' } }), 400],
      [await v2('ann', 'POST', path, { name: 'x', blocks: [{ type: 7 }] }), 422],
      [await v2('ann', 'POST', path, { name: '' }), 422],
      [await v2('vic', 'POST', path, { name: 'x' }), 403],
      [await v2('vic', 'DELETE', `/row-templates/${made.id}`), 403],
      [await v2('bob', 'GET', path), 404],
      [await v2('bob', 'PATCH', `/row-templates/${made.id}`, { name: 'x' }), 404],
    ] as const)
      assert.equal(answer.status, status, answer.text);
  });

  it('databases are kept as templates and made of them', async () => {
    const source = await makeDatabase(t, [
      { name: 'Stage', type: 'select', config: { options: [{ name: 'A', color: 'red' }, { name: 'B' }] } },
      { name: 'Points', type: 'number', group_name: 'Size' },
      { name: 'Twice', type: 'formula', config: { expression: 'prop("Points") * 2' } },
      { name: 'Others', type: 'relation', config: { collection_id: db.id } },
      { name: 'Sum', type: 'formula', config: { expression: 'length(prop("Others"))' } },
    ]);
    await v2('ann', 'POST', `/collections/${source.id}/views`, {
      name: 'Stages',
      kind: 'board',
      config: { group_by: source.by.Stage.id, visible: [source.by.Points.id, source.by.Others.id] },
    });
    const kept = await v2('ann', 'POST', '/templates/databases', { name: 'Our Stages', collection_id: source.id });
    assert.equal(kept.status, 200, kept.text);
    assert.deepEqual(
      kept.body.schema.map((one: Any) => one.name),
      ['Name', 'Stage', 'Points', 'Twice'],
    );
    const made = await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, title: 'New', template: 'our stages' });
    assert.equal(made.status, 200, made.text);
    const { body } = await v2('ann', 'GET', `/collections/${made.body.collection.id}/schema`);
    const by = Object.fromEntries(body.properties.map((one: Any) => [one.name, one]));
    assert.equal(by.Points.group_name, 'Size');
    assert.equal(by.Stage.config.options[0].color, 'red');
    const board = body.views.find((one: Any) => one.name === 'Stages');
    assert.deepEqual([board.config.group_by, board.config.visible], [by.Stage.id, [by.Points.id]]);
    const row = await v2('ann', 'POST', `/collections/${made.body.collection.id}/rows`, {
      values: { [by.Points.id]: 4 },
    });
    assert.equal(row.body.values[by.Twice.id], 8);
    const listed = await v2('vic', 'GET', `/templates/databases?workspace_id=${t.ws1}`);
    assert.deepEqual(
      listed.body.filter((one: Any) => one.id !== null).map((one: Any) => one.name),
      ['Our Stages'],
    );
    assert.equal(listed.body.filter((one: Any) => one.key).length, 6);
    for (const [answer, status] of [
      [await v2('ann', 'POST', '/templates/databases', { name: 'OUR stages', collection_id: source.id }), 409],
      [await v2('ann', 'POST', '/templates/databases', { name: 'crm', collection_id: source.id }), 409],
      [
        await v2('edi', 'POST', '/templates/databases', { name: 'All', collection_id: source.id, workspace_id: null }),
        403,
      ],
      [await v2('vic', 'POST', '/templates/databases', { name: 'Mine', collection_id: source.id }), 403],
      [await v2('bob', 'POST', '/templates/databases', { name: 'Mine', collection_id: source.id }), 404],
      [await v2('vic', 'DELETE', `/templates/databases/${kept.body.id}`), 403],
      [await v2('bob', 'DELETE', `/templates/databases/${kept.body.id}`), 404],
      [await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, title: 'X', template: 'none such' }), 400],
      [await t.call('bob', 'POST', '/db/api', { workspace_id: t.ws2, title: 'X', template: 'our stages' }), 400],
      [await v2('vic', 'DELETE', `/templates/databases?id=${kept.body.id}`), 403],
      [await v2('bob', 'DELETE', `/templates/databases?id=${kept.body.id}`), 404],
      [await v2('ann', 'DELETE', '/templates/databases'), 422],
      [await v2('ann', 'DELETE', `/templates/databases?id=${kept.body.id}`), 200],
      [await v2('ann', 'DELETE', `/templates/databases/${kept.body.id}`), 404],
    ] as const)
      assert.equal(answer.status, status, answer.text);
  });

  it('databases are made of templates that a program wrote down', async () => {
    const schema = [
      { name: 'Twice', type: 'formula', config: { expression: 'prop("Points") * 2' } },
      { name: 'Book', type: 'title' },
      { name: 'State', type: 'select', config: { options: [{ name: 'New', color: 'red' }] } },
      { name: 'Points', type: 'number', validation: { min: 1 } },
    ];
    const write = (who: Parameters<typeof v2>[0], body: object) => v2(who, 'POST', '/templates/databases', body);
    const at = { workspace_id: t.ws1 };
    const late = await write('ann', { name: 'Books', schema, ...at });
    assert.equal(late.status, 422, 'a formula comes behind what it uses');
    assert.equal(late.body.errors[0].pointer, '/schema/0/config/expression');
    const sorted = [...schema.slice(1), ...schema.slice(0, 1)];
    const kept = await write('ann', { name: 'Books', schema: sorted, ...at });
    assert.equal(kept.status, 200, kept.text);
    const { icon, description, views, workspace_id } = kept.body;
    assert.deepEqual([icon, description, views, workspace_id], ['📋', '', [], t.ws1]);
    assert.deepEqual(
      kept.body.schema.map(({ name, type }: Any) => [name, type]),
      sorted.map(({ name, type }) => [name, type]),
    );
    assert.equal(kept.body.schema[3].config.expression, 'Points * 2');
    const made = await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, title: 'Ours', template: 'books' });
    assert.equal(made.status, 200, made.text);
    const { body } = await v2('ann', 'GET', `/collections/${made.body.collection.id}/schema`);
    const by = Object.fromEntries(body.properties.map((one: Any) => [one.name, one]));
    assert.deepEqual([by.Book.type, by.State.config.options[0].name, by.Points.validation.min], ['title', 'New', 1]);
    const row = await v2('ann', 'POST', `/collections/${made.body.collection.id}/rows`, { values: { Points: 4 } });
    assert.equal(row.body.values[by.Twice.id], 8);
    const own = await write('ann', { name: 'Mine', icon: '📚', description: 'Words', schema: [schema[1]] });
    assert.deepEqual([own.status, own.body.icon, own.body.description], [200, '📚', 'Words'], own.text);
    for (const [who, given, status] of [
      ['ann', { name: 'BOOKS', schema: sorted }, 409],
      ['ann', { name: 'crm', schema: sorted }, 409],
      ['ann', { name: 'Neither' }, 422],
      ['ann', { name: 'Both', schema: sorted, collection_id: db.id }, 422],
      ['ann', { name: 'None', schema: [] }, 422],
      ['ann', { name: 'Odd', schema: [{ name: 'A', type: 'zz' }] }, 422],
      ['ann', { name: 'Odd', schema: [{ name: 'A', type: 'number', config: { format: 'zz' } }] }, 422],
      ['ann', { name: 'Odd', schema: [schema[1], { name: 'Other', type: 'title' }] }, 422],
      ['ann', { name: 'Odd', schema: [schema[1], { name: 'book', type: 'text' }] }, 422],
      ['ann', { name: 'Odd', schema: [{ name: 'R', type: 'relation', config: { collection_id: db.id } }] }, 422],
      ['vic', { name: 'Theirs', schema: sorted }, 403],
      ['bob', { name: 'Theirs', schema: sorted }, 404],
      ['edi', { name: 'All', schema: sorted, workspace_id: null }, 403],
      ['adm', { name: 'All', schema: sorted, workspace_id: null }, 200],
    ] as const) {
      const answer = await write(who, { ...at, ...given });
      assert.equal(answer.status, status, `${JSON.stringify(given)} ${answer.text}`);
    }
  });
});
