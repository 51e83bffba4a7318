// Page templates over HTTP on both engines: who keeps, sees, changes and uses them, and what fills their variables.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Block } from '../../plugins/blocks/block.ts';
import { files } from '../../plugins/files/contract.ts';
import { purgeFiles } from '../../plugins/files/service.ts';
import { builtIn, GALLERY_TEMPLATES } from '../../plugins/templates/built-in.ts';
import { filled, questionsOf } from '../../plugins/templates/variables.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const paragraph = (...content: object[]): object => ({ type: 'paragraph', data: {}, content });
const text = (value: string, ...marks: string[]): object =>
  marks.length ? { type: 'text', text: value, marks: marks.map((type) => ({ type })) } : { type: 'text', text: value };
const values = {
  today: '2026-11-21',
  now: '14:05',
  author: 'Ann',
  title: 'Plan',
  answers: { 'Who?': 'Bob', 'Where?': '' },
};
const fill = (blocks: object[]): Block[] => filled(blocks.map((one) => ({ id: 'x', ...one })) as Block[], values);

describe('variables', () => {
  it('are filled in texts and cells, keep the marks around them, and days become tokens', () => {
    const [first] = fill([paragraph(text('On {{today}} {{ author }} wrote {{title}} at {{now}}', 'bold'))]);
    assert.deepEqual(first?.content, [
      { type: 'text', text: 'On ', marks: [{ type: 'bold' }] },
      { type: 'dateLink', date: '2026-11-21' },
      { type: 'text', text: ' Ann wrote Plan at 14:05', marks: [{ type: 'bold' }] },
    ]);
    const rows = [[{ content: [text('{{prompt:Who?}}')] }, { content: [text('{{today}}')] }]];
    const [table] = fill([{ type: 'table', data: { header: { row: false, column: false }, rows } }]);
    assert.deepEqual(table?.data.rows, [
      [{ content: [{ type: 'text', text: 'Bob' }] }, { content: [{ type: 'dateLink', date: '2026-11-21' }] }],
    ]);
  });

  it('leave nothing where a question was asked and passed over', () => {
    const [line] = fill([paragraph(text('With {{prompt:Who?}}, at: {{prompt:Where?}}'))]);
    assert.deepEqual(line?.content, [text('With Bob, at: ')]);
  });

  it('that are unknown stay, questions that were not asked in brackets, and code is left alone', () => {
    const [kept, code] = fill([
      paragraph(text('{{prompt:When?}} {{prompt:constructor}} {{other}} {{}}')),
      { type: 'code', data: { text: '{{today}}', language: '' } },
    ]);
    assert.deepEqual(kept?.content, [text('[When?] [constructor] {{other}} {{}}')]);
    assert.equal(code?.data.text, '{{today}}');
  });

  it('ask each question once, and comments stay with what they are about', () => {
    const blocks = [paragraph(text('{{prompt:A?}} {{prompt: B? }}')), paragraph(text('{{prompt:A?}}'))];
    assert.deepEqual(questionsOf(blocks as Block[]), ['A?', 'B?']);
    const marks = [{ type: 'comment', attrs: { id: 1 } }];
    assert.deepEqual(fill([paragraph({ ...text('x'), marks })])[0]?.content, [text('x')]);
  });

  it('the built-in templates are whole in both languages', () => {
    for (const key of GALLERY_TEMPLATES) {
      const both = ['en', 'de'].map((locale) => builtIn(locale, key));
      for (const one of both) {
        assert.ok(one.name && one.icon && one.description && one.blocks.length > 5, `${key} ${one.name}`);
        assert.ok(questionsOf(one.blocks).length >= 1 && questionsOf(one.blocks).length <= 3, key);
      }
      assert.deepEqual(...(both.map(({ blocks }) => blocks.map(({ type }) => type)) as [string[], string[]]));
    }
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let page = 0;
  let kept = 0;
  before(async () => {
    t = await startApp(await open());
    const markdown = '# {{title}}\n\n{{today}} by {{author}}: {{prompt:Why?}}';
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'Source', markdown, workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const save = (who: Name, body: object) =>
    t.call(who, 'POST', '/board/api/page-templates', { page_id: page, ...body });
  const use = (who: Name, id: number, body?: object) =>
    t.call(who, 'POST', `/board/api/page-templates/${id}/use`, body && { body });
  const names = async (who: Name): Promise<string[]> =>
    (await t.call(who, 'GET', '/board/api/page-templates')).body.templates.map(({ name }: { name: string }) => name);
  const markdownOf = async (id: number): Promise<string> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;

  it('are kept by editors of the workspace, and for everybody by administrators', async () => {
    assert.equal((await save('bob', {})).status, 404);
    assert.equal((await save('vic', {})).status, 403);
    assert.equal((await save('ann', { everybody: true })).status, 403);
    assert.equal((await save('ann', { name: '' })).status, 422);
    const own = await save('edi', { name: 'Own', icon: '🌱', description: 'For us' });
    assert.equal(own.status, 200, own.text);
    kept = own.body.id;
    assert.deepEqual(
      [own.body.workspace_id, own.body.created_by, own.body.prompts],
      [t.ws1, t.user('edi').id, ['Why?']],
    );
    assert.equal((await save('adm', { name: 'All', everybody: true })).body.workspace_id, null);
  });

  it('are listed after the built-in ones, in the language of the reader', async () => {
    assert.deepEqual((await names('vic')).slice(5), ['All', 'Own']);
    assert.deepEqual((await names('bob')).slice(5), ['All']);
    const german = await t.call('vic', 'GET', '/board/api/page-templates', { headers: { 'accept-language': 'de' } });
    assert.deepEqual(
      german.body.templates.slice(0, 5).map(({ id, key, name }: Record<string, unknown>) => [id, key, name]),
      [
        [0, 'meeting-notes', 'Besprechung'],
        [0, 'project-brief', 'Projektauftrag'],
        [0, 'weekly-plan', 'Wochenplan'],
        [0, 'decision-record', 'Entscheidung'],
        [0, 'runbook', 'Handlungsanleitung'],
      ],
    );
    const all = (await t.call('vic', 'GET', '/api/v2/templates/pages')).body as { key: string; blocks_json: string }[];
    const { templates } = (await t.call('vic', 'GET', '/board/api/page-templates')).body;
    assert.deepEqual(templates, all);
    for (const { key, blocks_json } of all) assert.ok(JSON.parse(blocks_json).blocks.length > 0, key);
    const v2 = await t.call('vic', 'GET', '/api/v2/templates/pages?limit=2&page=4');
    assert.deepEqual([v2.body[0].name, v2.headers['x-total-count']], ['Own', '7']);
    const { blocks_json } = (await t.call('vic', 'GET', `/api/v2/templates/pages/${kept}`)).body;
    assert.equal(JSON.parse(blocks_json).blocks.length, 2);
  });

  it('have further samples in the gallery, which are taken by their keys', async () => {
    assert.match((await t.call('vic', 'GET', '/templates')).text, /key=retrospective/);
    const made = await use('edi', 0, { key: 'retrospective', workspace_id: t.ws1 });
    assert.equal(made.status, 200, made.text);
  });

  it('are changed by who made them, owners of the workspace and administrators', async () => {
    const change = (who: Name) => t.call(who, 'PATCH', `/api/v2/templates/pages/${kept}`, { description: who });
    assert.equal((await change('bob')).status, 404);
    assert.equal((await change('vic')).status, 403);
    for (const who of ['edi', 'ann', 'adm'] as const) assert.equal((await change(who)).body.description, who);
    const body = await t.call('edi', 'PATCH', `/api/v2/templates/pages/${kept}`, { blocks: [{ type: 'none' }] });
    assert.equal(body.status, 200, 'unknown blocks are kept');
    const wrong = [{ type: 'heading', data: { level: 9 } }];
    assert.equal((await t.call('edi', 'PATCH', `/api/v2/templates/pages/${kept}`, { blocks: wrong })).status, 422);
    const markdown = '# {{title}}\n\n{{today}} by {{author}}: {{prompt:Why?}}';
    await t.call('edi', 'PATCH', `/api/v2/templates/pages/${kept}`, { markdown });
  });

  it('make pages where the caller may write, with their variables filled', async () => {
    const made = await use('edi', kept, { title: 'Made', variables: { 'Why?': 'because' } });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual([made.body.title, made.body.page_icon, made.body.workspace_id], ['Made', '🌱', t.ws1]);
    assert.match(await markdownOf(made.body.id), /# Made\n\n.*\d{4}-\d\d-\d\d.* by Edi Example: because/);
    const inside = await t.call('edi', 'POST', `/api/v2/templates/pages/${kept}/use`, { parent_id: page });
    assert.deepEqual([inside.body.title, inside.body.parent_id], ['Own', page]);
    assert.match(await markdownOf(inside.body.id), /\\\[Why\?\\\]/);
    assert.equal((await use('vic', kept)).status, 403);
    assert.equal((await use('bob', kept)).status, 404);
    assert.equal((await use('bob', 0, { key: 'runbook', parent_id: page })).status, 404);
    await t.call('ann', 'POST', `/api/pages/${page}/lock`, { locked: true });
    assert.equal((await use('edi', kept, { parent_id: page })).status, 423);
    await t.call('ann', 'POST', `/api/pages/${page}/lock`, { locked: false });
  });

  it('call pages by their names, in which day and author are filled, too', async () => {
    const body = { name: 'Stand-up {{today}}, {{author}}, {{prompt:Why?}}', page_id: page };
    const dated = (await t.call('ann', 'POST', '/board/api/page-templates', body)).body.id;
    const made = await use('edi', dated);
    assert.match(made.body.title, /^Stand-up \d{4}-\d\d-\d\d, Edi Example, \[Why\?\]$/);
    const shown = (await t.call('edi', 'GET', `/templates/${dated}`)).text;
    assert.match(shown, /name="title"[^>]* value="Stand-up \d{4}-\d\d-\d\d, Edi Example/);
    assert.equal((await use('edi', dated, { title: '{{today}}' })).body.title, '{{today}}');
    await t.call('ann', 'DELETE', `/api/v2/templates/pages/${dated}`);
  });

  it('id 0 with a key names a built-in one', async () => {
    const made = await use('bob', 0, { key: 'runbook' });
    assert.deepEqual([made.status, made.body.title, made.body.workspace_id], [200, 'Runbook', t.ws2]);
    for (const body of [undefined, {}, { key: 'none' }])
      assert.equal((await use('bob', 0, body)).status, 422, JSON.stringify(body));
    for (const bad of ['00', '-1', 'x', '2147483648'])
      assert.equal((await t.call('ann', 'POST', `/board/api/page-templates/${bad}/use`)).status, 422, bad);
    assert.equal((await use('ann', 2_147_483_647)).status, 404);
  });

  it('new pages made below a page in the browser start from its template', async () => {
    const path = `/api/pages/${page}/default-template`;
    assert.equal((await t.call('vic', 'PUT', path, { template_id: kept })).status, 403);
    assert.equal((await t.call('ann', 'PUT', path, { template_id: 999 })).status, 404);
    assert.equal((await t.call('ann', 'PUT', path, { template_id: 0 })).status, 422);
    assert.equal((await t.call('ann', 'PUT', path, { template_id: kept })).status, 200);
    const create = async (body: object) => {
      const sent = { body: new URLSearchParams({ parent_id: String(page), ...body }).toString() };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { headers: answered } = await t.call('edi', 'POST', '/pages/new', { ...sent, headers });
      return markdownOf(Number(/\d+$/.exec(answered.location ?? '')?.[0]));
    };
    assert.match(await create({ title: 'Below' }), /# Below/);
    assert.equal((await create({ title: 'Written', markdown: 'Words' })).trim(), 'Words');
    assert.equal((await create({ title: 'Folder', kind: 'folder' })).trim(), '');
    const api = async (url: string, body: object) =>
      markdownOf((await t.call('edi', 'POST', url, { parent_id: page, ...body })).body.id);
    assert.match(await api('/api/pages', { title: 'By link' }), /# By link/);
    assert.equal((await api('/api/pages', { title: 'By link', blocks: [] })).trim(), '');
    assert.match(await api('/api/local-workspace/items', { name: 'Item', type: 'file' }), /# Item/);
    assert.equal((await api('/api/local-workspace/items', { name: 'Item', type: 'folder' })).trim(), '');
    assert.equal((await api('/api/v2/pages', { title: 'Program', workspace_id: t.ws1 })).trim(), '');
    await t.call('ann', 'PUT', path, { template_id: 0, key: 'runbook' });
    assert.equal((await t.call('ann', 'GET', path)).body.template.key, 'runbook');
    await t.call('ann', 'PUT', path, { template_id: null });
    assert.equal((await t.call('ann', 'GET', path)).body.template, null);
    assert.equal((await create({ title: 'Empty' })).trim(), '');
  });

  it('leave out files that their user may not read', async () => {
    const form = `--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const uploaded = await t.call('ann', 'POST', '/api/local-workspace/upload', { body: form, headers });
    const { content } = (await t.call('ann', 'GET', `/api/v2/pages/${uploaded.body.items[0].id}`)).body;
    const { fileId } = JSON.parse(content);
    const blocks = [{ type: 'file', data: { fileId, name: 'a.txt' } }, paragraph(text('left'))];
    const made = await t.call('adm', 'POST', '/api/v2/templates/pages', { workspace_id: null, name: 'File', blocks });
    assert.equal(made.status, 200, made.text);
    assert.equal(
      (await markdownOf((await use('ann', made.body.id, { workspace_id: t.ws1 })).body.id)).includes('a.txt'),
      true,
    );
    const other = (await use('bob', made.body.id)).body.id;
    assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${other}/markdown`)).text.trim(), 'left');
  });

  it('hold the files that they show, also those that somebody else changes them with', async () => {
    const store = (who: Name, name: string) =>
      t.app.use(files).store(t.ctx(who), { content: Buffer.from(name), name, workspaceId: t.ws1, maxBytes: 100 });
    const [shown, dropped] = [await store('edi', 'shown.txt'), await store('edi', 'dropped.txt')];
    const block = ({ id, name }: { id: number; name: string }) => ({ type: 'file', data: { fileId: id, name } });
    const body = { workspace_id: t.ws1, name: 'Files', blocks: [block(shown), block(dropped)] };
    const { id } = (await t.call('edi', 'POST', '/api/v2/templates/pages', body)).body;
    const path = `/api/v2/templates/pages/${id}`;
    // The owner cannot read what only the editor has uploaded, and does not take it away by changing something else.
    const changed = { blocks: [block(shown), paragraph(text('more'))] };
    assert.equal((await t.call('ann', 'PATCH', path, changed)).status, 200);
    const purge = async () => {
      const aged = { created_at: new Date(Date.now() - 48 * 3_600_000).toISOString() };
      await t.app.database.writer('files').whereIn('id', [shown.id, dropped.id]).update(aged);
      await purgeFiles(t.app.context({ type: 'system', reason: 'tests' }));
      return t.app.database.reader('files').whereIn('id', [shown.id, dropped.id]).pluck('name');
    };
    assert.deepEqual(await purge(), ['shown.txt']);
    assert.equal((await t.call('ann', 'DELETE', path)).status, 200);
    assert.deepEqual(await purge(), []);
  });

  it('are deleted, and pages made of them stay', async () => {
    assert.equal((await t.call('vic', 'DELETE', `/api/v2/templates/pages/${kept}`)).status, 403);
    assert.equal((await t.call('edi', 'DELETE', `/api/v2/templates/pages/${kept}`)).status, 200);
    assert.equal((await t.call('edi', 'GET', `/api/v2/templates/pages/${kept}`)).status, 404);
    const found = await t.call('ann', 'GET', '/api/search?q=Made');
    assert.equal(found.body.results[0].title, 'Made');
  });
});
