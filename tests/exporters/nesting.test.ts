// What exports keep of the inside of pages: places that links lead to, and the nesting and boxes of outlines.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Block } from '../../plugins/blocks/block.ts';
import { Bundle } from '../../plugins/exporters/export-source.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, vaultOf } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { exported, unzip } from './unpacking.ts';

const link = (text: string, href: string) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
const paragraph = (id: string, ...content: object[]) => ({ id, type: 'paragraph', data: {}, content });
const words = (text: string) => ({ type: 'text', text });

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const page = async (title: string, blocks: object[]) => {
    const { body, text, status } = await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, title });
    assert.equal(status, 200, text);
    const saved = await t.call('ann', 'PUT', `/api/pages/${body.id}/content`, { blocks });
    assert.equal(saved.status, 200, saved.text);
    return body.id as number;
  };
  const links = (blocks: Block[]) =>
    [...JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href);

  it('links lead to headings and blocks of other pages and of their own, and still do when Markdown comes back', async () => {
    await inFreshWorkspace(t, 'links');
    const heading = { id: 'deep-heading', type: 'heading', data: { level: 2 }, content: [words('Größe: deep, work!')] };
    const target = await page('Target', [
      paragraph('first', words('one')),
      heading,
      paragraph('the_third', words('two ^2')),
    ]);
    await page('Source', [
      { id: 'own-heading', type: 'heading', data: { level: 1 }, content: [words('Top')] },
      paragraph('a', link('deep', `/pages/${target}#deep-heading`)),
      paragraph('b', link('block', `/pages/${target}#the_third`), words(' '), link('own', '#own-heading')),
    ]);
    const html = await unzip(await exported(t, 'ann', { format: 'html', workspace_id: t.ws1 }));
    const source = String(html.get('Source.html'));
    for (const href of ['Target.html#deep-heading', 'Target.html#the_third', '#own-heading'])
      assert.ok(source.includes(`href="${href}"`), href);
    assert.match(String(html.get('Target.html')), /id="deep-heading"/);

    const markdown = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const text = String(markdown.get('Source.md'));
    assert.match(text, /\(Target\.md#gr%C3%B6%C3%9Fe-deep-work\)/);
    assert.match(text, /\(Target\.md#\^the-third\)/);
    assert.match(String(markdown.get('Target.md')), /\n\ntwo \\\^2 \^the-third\n$/);
    assert.match(text, /\(#top\)/);
    const folder = vaultOf(Object.fromEntries(markdown), 'links', base);
    await inFreshWorkspace(t, 'links again');
    await importPath(t, folder, { source: 'markdown' });
    const made = await pagesOf(t);
    const found = made.find(({ title }) => title === 'Target');
    const id = ((found?.blocks ?? []) as Block[]).find(({ type }) => type === 'heading')?.id;
    const again = made.find(({ title }) => title === 'Source');
    const top = ((again?.blocks ?? []) as Block[]).find(({ type }) => type === 'heading')?.id;
    const led = links((again?.blocks ?? []) as Block[]);
    const third = ((found?.blocks ?? []) as Block[]).at(-1);
    assert.deepEqual(third?.content, [words('two ^2')]);
    assert.equal(led[1], `/pages/${found?.id}#${third?.id}`);
    assert.equal(led[0], `/pages/${found?.id}#${id}`);
    assert.match(led[2] ?? '', new RegExp(`#${top}$`));
  });

  it('outlines keep what lies in what, boxes and headings, and come back with them', async () => {
    await inFreshWorkspace(t, 'outline');
    const todo = (id: string, text: string, checked: boolean, children: object[] = []) => ({
      ...{ id, type: 'todo', data: { checked }, content: [words(text)] },
      ...(children.length && { children }),
    });
    await page('Plan', [
      paragraph('intro', words('Intro')),
      { id: 'h', type: 'heading', data: { level: 2 }, content: [words('Work')] },
      todo('t1', 'Roof', false, [todo('t2', 'Nails', true), paragraph('p', words('long ones'))]),
    ]);
    const opml = String(await exported(t, 'ann', { format: 'opml', workspace_id: t.ws1 }));
    assert.match(
      opml,
      /<outline text="Plan" _note="Intro">\n<outline text="Work" heading="2"\/>\n<outline text="Roof" _complete="false">\n?<outline text="Nails" _complete="true"\/>\n<outline text="long ones"\/>/,
    );
    const folder = vaultOf({ 'Plan.opml': opml }, 'outline', base);
    await inFreshWorkspace(t, 'outline again');
    await importPath(t, folder, { source: 'outlines' });
    const shape = (blocks: Block[]): unknown[] =>
      blocks.map(({ type, data, children = [] }) =>
        [type, data.checked, ...shape(children)].filter((one) => one !== undefined),
      );
    const plan = shape(((await pagesOf(t))[0]?.blocks ?? []) as Block[]);
    assert.deepEqual(plan, [['bullet', ['paragraph'], ['heading'], ['todo', false, ['todo', true], ['bullet']]]]);
  });

  it('tags are those of the person who exports, and of everybody where the machine does', async () => {
    await inFreshWorkspace(t, 'tags');
    const id = await page('Tagged', [paragraph('a', words('x'))]);
    await t.call('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, { user_id: t.user('edi').id, role: 'editor' });
    for (const [who, name] of [
      ['ann', 'of-ann'],
      ['edi', 'of-edi'],
    ] as const) {
      const user_id = t.user(who).id;
      const [tag] = await t.app.database
        .writer('tags')
        .insert({ user_id, name, name_key: name, created_at: t.app.now(), updated_at: t.app.now() })
        .returning('id');
      await t.app.database.writer('page_tags').insert({ page_id: id, tag_id: tag.id, created_at: t.app.now() });
    }
    const of = async (ctx: Ctx) => {
      const target = { kind: 'workspace' as const, workspaceId: t.ws1 };
      return (await Bundle.open(ctx, target)).nodes.get(id)?.tags;
    };
    assert.deepEqual(await of(t.ctx('ann')), ['of-ann']);
    assert.deepEqual(await of(t.app.context({ type: 'system', reason: 'tests' })), ['of-ann', 'of-edi']);
  });
});
