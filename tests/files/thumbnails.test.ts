// Small forms of pictures: upright, without notes of the camera, made once, for readers of the picture only.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import sharp from 'sharp';
import { type FileRecord, files, fileUrl, thumbnailUrl } from '../../plugins/files/contract.ts';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { claiming, PIXEL } from '../kit/pictures.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let folder: string;
  before(async () => {
    const database = await open();
    folder = join(database.dataDir, 'files', 'derived');
    t = await startApp(database);
  });
  after(() => t.stop());

  const store = (content: Buffer, name = 'a.png'): Promise<FileRecord> =>
    t.app.use(files).store(t.ctx('ann'), { content, name, workspaceId: t.ws1, maxBytes: 10_000_000 });
  const thumbnail = (file: FileRecord, { edge = 320, who = 'ann' as Name } = {}) =>
    t.app.server.inject({ url: `${fileUrl(file)}/thumbnail?edge=${edge}`, headers: t.session(who) });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0e7490' } });

  it('turns a photo upright, makes it fit, and leaves out what the camera noted', async () => {
    const photo = await picture(800, 400)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg();
    const answer = await thumbnail(await store(await photo.toBuffer()));
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp']);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    const { width, height, exif, orientation } = await sharp(answer.rawPayload).metadata();
    assert.deepEqual([width, height, exif, orientation], [160, 320, undefined, undefined]);
  });

  it('shows the first picture of an animation and makes nothing larger', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 40, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { pages = 1, width } = await sharp((await thumbnail(await store(gif, 'a.gif'))).rawPayload).metadata();
    assert.deepEqual([pages, width], [1, 40]);
  });

  it('is for readers of the picture, in three sizes', async () => {
    const file = await store(await picture(2000, 1000).png().toBuffer());
    assert.equal((await thumbnail(file, { who: 'vic' })).statusCode, 404);
    assert.equal((await thumbnail(file, { edge: 333 })).statusCode, 422);
    for (const edge of [96, 320, 1600])
      assert.equal((await sharp((await thumbnail(file, { edge })).rawPayload).metadata()).width, edge);
    const wrong = await t.call('ann', 'GET', `/api/files/${t.ws2}/${file.filename}/thumbnail`);
    assert.equal(wrong.status, 404);
  });

  const none: [string, Buffer][] = [
    ['a damaged picture', PIXEL.subarray(0, 40)],
    ['a picture that promises too much', claiming(60_000, 60_000)],
    ['a text', Buffer.from('words')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ];
  for (const [what, content] of none) {
    it(`has none of ${what}`, async () => {
      assert.equal((await thumbnail(await store(content, 'x'))).statusCode, 404);
    });
  }

  it('is made once, also for many who ask at once, and goes with its picture', async () => {
    const file = await store(await picture(500, 500).jpeg().toBuffer());
    const answers = await Promise.all(Array.from({ length: 8 }, () => thumbnail(file)));
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
    assert.deepEqual(readdirSync(join(folder, file.filename)), ['320.webp']);
    const { etag } = answers[0]!.headers;
    const again = await t.call('ann', 'GET', `${fileUrl(file)}/thumbnail`, {
      headers: { 'if-none-match': etag as string },
    });
    assert.equal(again.status, 304);
    const system = t.app.context({ type: 'system', reason: 'tests' });
    await system.tx((tx) => tx.db('files').where({ id: file.id }).update({ created_at: '2020-01-01T00:00:00.000Z' }));
    await purgeFiles(system);
    assert.equal(existsSync(join(folder, file.filename)), false);
  });

  it('is swept when its picture went another way', async () => {
    const file = await store(await picture(501, 500).jpeg().toBuffer());
    await thumbnail(file);
    rmSync(join(folder, '..', file.filename.slice(0, 2), file.filename));
    await purgeFiles(t.app.context({ type: 'system', reason: 'tests' }));
    assert.equal(existsSync(join(folder, file.filename)), false);
  });

  it('stands for uploaded pictures in the list of pages', async () => {
    const sent = multipart({}, { field: 'files', name: 'x.png', content: PIXEL });
    const cookie = `${t.session('ann').cookie}; workspace=${t.ws1}`;
    const headers = { ...sent.headers, cookie };
    const { body } = await t.call('ann', 'POST', '/api/local-workspace/upload', { ...sent, headers });
    const { text } = await t.call('ann', 'GET', '/local-workspace', { headers: { cookie } });
    const src = /<img class="item-picture" src="([^"]+)"/.exec(text)?.[1] ?? '';
    assert.match(src, /\/thumbnail\?edge=96$/);
    assert.equal((await t.call('vic', 'GET', src)).status, 200, JSON.stringify(body));
    assert.equal(thumbnailUrl({ workspace_id: 1, filename: 'x', mime: 'text/plain' }), null);
  });
});
