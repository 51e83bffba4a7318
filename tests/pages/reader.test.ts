// What readers find on a page without writing it: its contents, its cover, and scripts where blocks ask for them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { files, fileUrl } from '../../plugins/files/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const heading = (text: string, level = 1) => ({
  id: text.toLowerCase(),
  type: 'heading',
  data: { level },
  content: [{ type: 'text', text }],
});
const code = { type: 'code', data: { text: 'x = 1', language: 'python' } };

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (blocks: object[]): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, blocks });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const shown = async (id: number, who: Name = 'vic') => (await t.call(who, 'GET', `/pages/${id}`)).text;
  const store = async (content: Buffer, name: string): Promise<{ id: number; url: string }> => {
    const record = await t.app.use(files).store(t.ctx('ann'), { content, name, workspaceId: t.ws1, maxBytes: 1000 });
    return { id: record.id, url: fileUrl(record) };
  };

  it('a page about which there is nothing else, by four statements', async () => {
    const id = await make([heading('One')]);
    await shown(id, 'ann');
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }) => void asked.push(sql);
    const { reader } = t.app.database;
    // It is noted once a minute, after the answer.
    await until(async () => (await reader('recents').where({ page_id: id })).length === 1, 'that it was opened');
    reader.on('query', note);
    await shown(id, 'ann');
    reader.removeListener('query', note);
    assert.equal(asked.length, 4, asked.join('\n'));
  });

  it('the contents of a page of three headings, for those who do not write it', async () => {
    const three = [heading('One'), heading('Two', 2), heading('Three', 4)];
    const id = await make(three);
    const outline = /<nav class="page-outline"[\s\S]*?<\/nav>/.exec(await shown(id))?.[0] ?? '';
    assert.deepEqual(
      [...outline.matchAll(/data-level="(\d)"><a href="#(\w+)">(\w+)</g)].map((found) => found.slice(1).join(' ')),
      ['1 one One', '2 two Two', '4 three Three'],
    );
    for (const [blocks, who] of [
      [three.slice(1), 'vic'],
      [[...three, { type: 'toc', data: {} }], 'vic'],
      [three, 'edi'],
    ] as const)
      assert.ok(!(await shown(await make([...blocks]), who)).includes('page-outline'));
  });

  it('what a page says of itself in their language, and files in English', async () => {
    const hidden = await make([]);
    await t.call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { permission_type: 'private' });
    const link = { type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: hidden }] };
    const day = { type: 'paragraph', data: {}, content: [{ type: 'dateLink', date: '2026-11-23' }] };
    const id = await make([
      link,
      day,
      { type: 'toc', data: {} },
      { type: 'footnote', data: { key: '1' }, content: [] },
    ]);
    const read = (language: string, url: string) =>
      t.inject('GET', url, { headers: { ...t.session('vic'), 'accept-language': language } });
    const german = (await read('de', `/pages/${id}`)).text;
    assert.match(german, /Kein Zugriff oder gelöschte Seite/);
    assert.match(german, /<time datetime="2026-11-23">23\.11\.2026</);
    assert.match(german, /aria-label="Inhaltsverzeichnis".*aria-label="Fußnoten"/s);
    const english = (await read('en', `/pages/${id}`)).text;
    assert.match(english, />23 Nov 2026</);
    assert.match(english, /No access or deleted page.*aria-label="Table of contents".*aria-label="Footnotes"/s);
    assert.match((await read('de', `/pages/${id}.md`)).text, /No access or deleted page/);
  });

  it('the script of code also when the code lies in a synced block, or in one inside it', async () => {
    const synced = async (blocks: object[]) =>
      (await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id: await make([]), blocks })).body.id;
    const holder = (syncedBlockId: number) => ({ type: 'synced', data: { syncedBlockId } });
    const inner = await synced([code]);
    const outer = await synced([holder(inner)]);
    const plain = await synced([heading('Plain')]);
    const lively = async (blocks: object[]) => /href="[^"]*\/blocks\.js/.test(await shown(await make(blocks)));
    assert.deepEqual(await Promise.all([[code], [holder(inner)], [holder(outer)], [holder(plain)], []].map(lively)), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('a place for the viewer of a document that is kept here, and a link to it', async () => {
    const { id, url } = await store(Buffer.from('%PDF-1.7 <1>'), 'paper "1".pdf');
    const page = await shown(await make([{ type: 'pdf', data: { fileId: id } }]));
    assert.ok(page.includes(`<a href="${url}" rel="noopener nofollow">paper &quot;1&quot;.pdf</a>`));
    assert.ok(page.includes(`<div class="pdf-frame" data-frame="${url}/view" data-title="paper &quot;1&quot;.pdf">`));
    const text = await store(Buffer.from('words'), 'words.pdf');
    assert.ok(!(await shown(await make([{ type: 'pdf', data: { fileId: text.id } }]))).includes('pdf-frame'));
  });

  it('the part of a cover that was chosen, in a small form; another cover shows its middle again', async () => {
    const id = await make([]);
    const { url } = await store(PIXEL, 'cover.png');
    const options = (body: object, who: Name = 'ann') => t.call(who, 'POST', `/api/pages/${id}/options`, body);
    const set = (cover_url: string) => t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { cover_url });
    assert.equal((await set(url)).body.cover_position, 50);
    assert.equal((await options({ cover_position: 20 }, 'vic')).status, 403);
    for (const bad of [-5, 105, 33, 2.5, 'top', null])
      assert.equal((await options({ cover_position: bad })).status, 422, String(bad));
    const moved = await options({ cover_position: 20 });
    assert.deepEqual([moved.status, moved.body.cover_position, moved.body.sync_version], [200, 20, 3]);
    assert.match(
      await shown(id),
      new RegExp(`class="page-cover" src="${url}/thumbnail\\?edge=1600" alt="" data-at="20"`),
    );
    const preview = (await t.call('vic', 'GET', `/api/pages/${id}/preview`)).body;
    assert.equal(preview.picture, `${url}/thumbnail?edge=320`);
    const copy = (await t.call('ann', 'POST', `/api/v2/pages/${id}/duplicate`)).body;
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${copy.id}`)).body.cover_position, 20);
    const v2 = await t.call('ann', 'PATCH', `/api/v2/pages/${id}/options`, { cover_position: 0 });
    assert.equal(v2.body.cover_position, 0);
    assert.equal((await set('/static/cover-dawn.svg')).body.cover_position, 50);
    assert.match(await shown(id), /class="page-cover" src="\/static\/cover-dawn\.svg" alt="">/);
  });
});
