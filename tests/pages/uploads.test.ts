// Files put into a page while it is written: who may, what is refused, and what stays.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { claiming, PIXEL } from '../kit/pictures.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let page: number;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), {
      now: () => new Date(now).toISOString(),
      settings: { UPLOAD_MAX_MB: '1', LINK_PREVIEWS: 'on' },
    });
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'p', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  function upload(who: Name, content: Buffer, { id = page, name = 'a.png', field = 'file' } = {}) {
    const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
    return t.call(who, 'POST', `/api/pages/${id}/files`, {
      body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
  }

  it('is for editors of the page', async () => {
    for (const [who, status] of [
      ['vic', 403],
      ['com', 403],
      ['bob', 404],
    ] as const)
      assert.equal((await upload(who, PIXEL)).status, status, who);
    const locked = (await t.call('ann', 'POST', '/api/pages', { title: 'l', workspace_id: t.ws1 })).body.id;
    await t.call('ann', 'POST', `/api/pages/${locked}/lock`, { locked: true });
    assert.equal((await upload('edi', PIXEL, { id: locked })).status, 423);
  });

  const refused: [string, Buffer, RegExp][] = [
    ['a damaged picture', PIXEL.subarray(0, 12), /damaged/],
    ['more pixels than can be shown', claiming(20_000, 20_000), /100 million/],
  ];
  for (const [name, content, words] of refused) {
    it(`refuses ${name} with words`, async () => {
      const answer = await upload('edi', content);
      assert.equal(answer.status, 422, answer.text);
      assert.match(answer.text, words);
    });
  }

  it('refuses what is too large, and a form without a file', async () => {
    assert.equal((await upload('edi', Buffer.alloc(1_200_000))).status, 413);
    assert.equal((await upload('edi', PIXEL, { field: 'other' })).status, 422);
  });

  it('answers where the file is, by its name without a path', async () => {
    const { status, body } = await upload('edi', PIXEL, { name: '../../etc/field.png' });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body.file, id: 0, url: '' },
      { id: 0, url: '', name: 'field.png', mime: 'image/png', size: PIXEL.length },
    );
    assert.equal((await t.call('edi', 'GET', body.file.url)).status, 200);
    assert.equal((await t.call('vic', 'GET', body.file.url)).status, 404, 'no saved block shows it yet');
  });

  it('keeps what blocks and covers refer to, and lets the rest go after a day', async () => {
    const files = [];
    for (const name of ['block', 'cover', 'none'])
      files.push((await upload('edi', Buffer.concat([PIXEL, Buffer.from(name)]), { name })).body.file);
    const [block, cover, none] = files;
    const blocks = [{ id: 'i', type: 'image', data: { fileId: block.id, name: 'block' } }];
    assert.equal((await t.call('edi', 'PATCH', `/api/v2/pages/${page}`, { cover_url: cover.url })).status, 200);
    assert.equal((await t.call('edi', 'PUT', `/api/pages/${page}/content`, { blocks })).status, 200);
    now += 2 * 86_400_000;
    await purgeFiles(t.app.context({ type: 'system', reason: 'test' }));
    const status = async (url: string) => (await t.call('vic', 'GET', url)).status;
    assert.deepEqual([await status(block.url), await status(cover.url)], [200, 200]);
    assert.equal((await t.call('edi', 'GET', none.url)).status, 404);
    await t.call('edi', 'PATCH', `/api/v2/pages/${page}`, { cover_url: '' });
    assert.equal(await status(cover.url), 404);
  });

  it('does not let a page show a cover that its writer may not read', async () => {
    const { body } = await upload('edi', Buffer.concat([PIXEL, Buffer.from('mine')]));
    const answer = await t.call('ann', 'PATCH', `/api/v2/pages/${page}`, { cover_url: body.file.url });
    assert.equal(answer.status, 422);
  });

  it('lists pages that changed last to who may see them', async () => {
    const seen = (await t.call('vic', 'GET', '/api/pages/recent?limit=5')).body.pages as { id: number }[];
    assert.ok(seen.some(({ id }) => id === page));
    const foreign = (await t.call('bob', 'GET', '/api/pages/recent')).body.pages as { id: number }[];
    assert.ok(!foreign.some(({ id }) => id === page));
  });

  it('copies a picture of another site, for editors, and nothing that is none', async () => {
    t.outbound.answer = (url) => {
      if (url.includes('away')) throw new Error('no answer');
      const body = url.includes('page') ? Buffer.from('<html>') : PIXEL;
      return { status: url.includes('gone') ? 404 : 200, headers: {}, body };
    };
    const copy = (who: Name, url: string) => t.call(who, 'POST', `/api/pages/${page}/pictures`, { body: { url } });
    assert.equal((await copy('vic', 'https://x.example/a.png')).status, 403);
    assert.equal((await copy('bob', 'https://x.example/a.png')).status, 404);
    assert.deepEqual(t.outbound.asked, []);
    const { status, body } = await copy('edi', 'https://x.example/in/sea%20view.png?s=1');
    assert.deepEqual([status, body.file.name, body.file.mime], [200, 'sea view.png', 'image/png']);
    for (const what of ['away', 'page', 'gone']) {
      const refused = await copy('edi', `https://x.example/${what}`);
      assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'url']], what);
    }
    t.outbound.answer = undefined;
    const inside = await copy('edi', 'http://169.254.169.254/latest.png');
    assert.deepEqual([inside.status, inside.body.code], [400, 'private_url']);
  });
});
