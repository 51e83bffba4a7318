// What people and programs send that is too much, cut off or hostile: a clear answer, nothing half there, nothing lost.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { BLOCK_DEPTH_MAX } from '../../plugins/blocks/block.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const MIB = 1_048_576;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  before(async () => {
    database = await open();
    t = await startApp(database);
  });
  after(() => t.stop());

  const make = async (body: object = {}): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, ...body })).body.id;
  const put = (id: number, body: object) => t.call('ann', 'PUT', `/api/pages/${id}/content`, { body });
  const stored = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body.blocks;
  const upload = (...given: [name: string, content: Buffer][]) =>
    t.call(
      'ann',
      'POST',
      '/api/local-workspace/upload',
      multipart({}, ...given.map(([name, content]) => ({ field: 'files', name, content }))),
    );
  /** Stored blobs, and what of an upload is still coming. */
  const onDisk = (): string[] =>
    ['files', 'incoming'].flatMap((folder) => {
      const found = readdirSync(join(database.dataDir, folder), { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    });

  it('a title is one line that can be seen', async () => {
    const id = await make();
    const rename = (title: string) => t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title });
    for (const title of ['', '   ', '\n\t', '\u200b\u202e']) {
      const refused = await rename(title);
      assert.deepEqual(
        [refused.status, refused.body.detail?.[0]?.loc],
        [422, ['body', 'title']],
        JSON.stringify(title),
      );
    }
    assert.equal((await t.call('ann', 'POST', '/api/v2/pages', { title: ' ', workspace_id: t.ws1 })).status, 422);
    assert.equal((await rename(' a\nb\u202ec ')).body.title, 'a b c');
    assert.equal((await rename('👩‍🚀 שלום')).body.title, '👩‍🚀 שלום');
  });

  it('5 MB of text are a page; one MiB more than there is room for is refused, and the page is as it was', async () => {
    const id = await make();
    const line = `${'word '.repeat(99)}end\n\n`;
    const markdown = line.repeat(Math.ceil((5 * MIB) / line.length));
    assert.equal((await put(id, { markdown })).status, 200);
    const kept = await stored(id);
    assert.equal(kept.length, Math.ceil((5 * MIB) / line.length));
    const refused = await put(id, { markdown: 'x'.repeat(17 * MIB) });
    assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large']);
    assert.equal((await stored(id)).length, kept.length);
  });

  it('blocks nest as deep as the limit; deeper ones are refused by their place, and 50 levels of Markdown keep their words', async () => {
    const nested = (levels: number): object => ({
      type: 'bullet',
      data: {},
      content: [{ type: 'text', text: `level ${levels}` }],
      ...(levels > 1 && { children: [nested(levels - 1)] }),
    });
    const id = await make({ blocks: [nested(BLOCK_DEPTH_MAX)] });
    assert.ok(id);
    const refused = await put(id, { blocks: [nested(BLOCK_DEPTH_MAX + 1)] });
    assert.equal(refused.status, 422);
    const [{ loc }] = refused.body.detail;
    assert.deepEqual([loc.slice(0, 3).join(), loc.includes('children')], ['body,blocks,0', true]);
    // As JSON they are deeper than any request may be.
    const deeper = await put(id, { blocks: [nested(50)] });
    assert.deepEqual([deeper.status, deeper.body.detail[0].loc.join()], [422, 'body,blocks,0']);
    assert.match(deeper.body.detail[0].msg, new RegExp(`blocks nest at most ${BLOCK_DEPTH_MAX} deep`));
    const markdown = Array.from({ length: 50 }, (_none, level) => `${'  '.repeat(level)}- item${level}`).join('\n');
    assert.equal((await put(id, { markdown })).status, 200);
    const text = JSON.stringify(await stored(id));
    for (let level = 0; level < 50; level += 1) assert.ok(text.includes(`item${level}"`), `item${level}`);
  });

  it('a table of 200 × 50 comes back whole', async () => {
    const rows = Array.from({ length: 200 }, (_row, y) =>
      Array.from({ length: 50 }, (_cell, x) => ({ content: [{ type: 'text', text: `${y}/${x}` }] })),
    );
    const id = await make();
    const table = { id: 't', type: 'table', data: { header: { row: true, column: false }, rows } };
    assert.equal((await put(id, { blocks: [table] })).status, 200);
    const [kept] = await stored(id);
    assert.deepEqual(kept.data.rows, rows);
    assert.ok((await t.call('vic', 'GET', `/pages/${id}`)).text.includes('<td>199/49</td>'));
    assert.match((await t.call('vic', 'GET', `/pages/${id}.md`)).text, /199\/49/);
  });

  it('two uploads of one name are two pages, each with its own file', async () => {
    const [one, two] = [Buffer.from('first'), Buffer.from('second')];
    const { body } = await upload(['same.txt', one], ['same.txt', two]);
    const again = await upload(['same.txt', one]);
    const ids: number[] = [...body.items, ...again.body.items].map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
    const texts = await Promise.all(ids.map((id) => t.call('ann', 'GET', `/api/pages/${id}/file-content`)));
    assert.deepEqual(
      texts.map((found) => found.body.content),
      ['first', 'second', 'first'],
    );
  });

  it('an upload that is cut off leaves neither a page nor a part of a file', async () => {
    const before = onDisk();
    const pages = async () => Number((await t.app.database.reader('pages').count({ n: '*' }))[0]?.n);
    const count = await pages();
    const { listener } = t.app.server;
    await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));
    const { port } = listener.address() as AddressInfo;
    const { body, headers } = multipart({}, { field: 'files', name: 'cut.bin', content: Buffer.alloc(3 * MIB, 7) });
    const sent = request({
      port,
      method: 'POST',
      path: '/api/local-workspace/upload',
      headers: { ...t.session('ann'), ...headers, 'content-length': String(body.length) },
    });
    sent.on('error', () => {});
    sent.write(body.subarray(0, 2 * MIB));
    await until(() => onDisk().length > before.length);
    sent.destroy();
    await until(() => onDisk().length === before.length);
    listener.close();
    assert.deepEqual(onDisk().sort(), before.sort());
    assert.equal(await pages(), count);
  });

  it('an SVG with scripts is kept as it came, shown as text and never run', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const { body } = await upload(['drawing.svg', Buffer.from(svg)]);
    const [{ id }] = body.items;
    const saved = await t.call('ann', 'GET', `/api/pages/${id}/download`);
    assert.equal(saved.text, svg);
    assert.match(saved.headers['content-disposition'] ?? '', /^attachment/);
    assert.equal(saved.headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.ok((await t.call('ann', 'GET', `/pages/${id}`)).text.includes('&lt;script&gt;alert(1)'));
  });

  it('a disk that fills up while a file comes is said, and nothing of the file stays', async () => {
    const before = onDisk();
    const { put: real } = t.app.storage;
    t.app.storage.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const answer = await upload(['big.bin', Buffer.alloc(MIB, 1)]).finally(() => {
      t.app.storage.put = real;
    });
    const codes = [answer.body.code, ...(answer.body.errors ?? []).map(({ code }: { code: string }) => code)];
    assert.ok(codes.includes('storage_full'), answer.text);
    await until(() => onDisk().length === before.length);
    assert.deepEqual(onDisk().sort(), before.sort());
  });

  it('a disk that is full while a body waits is said, too', async () => {
    t.app.server.ext('onCredentials', (request, h) => {
      if (request.headers['x-full'])
        request.app.payloadError = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
      return h.continue;
    });
    const options = { headers: { 'x-full': '1' }, body: { title: 'Full', workspace_id: t.ws1 } };
    const { status, body } = await t.call('ann', 'POST', '/api/pages', options);
    assert.deepEqual([status, body.code], [507, 'storage_full']);
  });

  it('JSON of bytes that are no UTF-8 is refused, and not changed', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"title":"'),
      Buffer.from([0xff]),
      Buffer.from(`","workspace_id":${t.ws1}}`),
    ]);
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await t.call('ann', 'POST', '/api/pages', { headers, body: bytes });
    assert.deepEqual([status, body.detail[0].type], [422, 'json_invalid']);
  });
});
