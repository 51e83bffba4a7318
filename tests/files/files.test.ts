// Stored files: who reads them, how they are sent, and that no name or content of an uploader can do harm.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { disposition, sniff } from '../../core/files/file-response.ts';
import { type FileRecord, files, fileUrl } from '../../plugins/files/contract.ts';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('<script>alert(1)</script>'),
]);

function multipart(name: string, content: Buffer) {
  const boundary = 'test-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="../../x.png"\r\nContent-Type: text/html\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let folder: string;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    const database = await open();
    folder = join(database.dataDir, 'files');
    t = await startApp(database, { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const store = (name: string, content: Buffer, who: Name = 'ann'): Promise<FileRecord> =>
    t.app.use(files).store(t.ctx(who), { content, name, workspaceId: t.ws1, maxBytes: 1_000_000 });
  const onDisk = (): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true })
          .map(String)
          .filter((name) => /\.\w+$/.test(name))
      : [];

  describe('reading', () => {
    it('is for the uploader until a page shows it, then for readers of that page', async () => {
      const file = await store('plan.png', PNG);
      const status = async (who: Name | 'anon') => (await t.call(who, 'GET', fileUrl(file))).status;
      assert.deepEqual(
        [await status('ann'), await status('vic'), await status('bob'), await status('anon')],
        [200, 404, 404, 401],
      );
      const stolen = await t.call('edi', 'POST', '/api/pages', {
        title: 'x',
        workspace_id: t.ws1,
        blocks: [{ type: 'image', data: { fileId: file.id } }],
      });
      assert.equal(stolen.status, 422, 'a block showed a file its writer may not read');
      const page = await t.call('ann', 'POST', '/api/pages', {
        title: 'x',
        workspace_id: t.ws1,
        blocks: [{ type: 'image', data: { fileId: file.id } }],
      });
      assert.deepEqual([await status('vic'), await status('bob')], [200, 404]);
      await t.call('ann', 'PUT', `/api/pages/${page.body.id}/content`, { blocks: [] });
      assert.deepEqual([await status('vic'), await status('bob')], [200, 404], 'a version shows it still');
      await t.app.database.writer('page_versions').where({ page_id: page.body.id }).delete();
      await t.call('ann', 'PUT', `/api/pages/${page.body.id}/content`, { blocks: [] });
      assert.equal(await status('vic'), 404, 'the reference is gone, the right is not');
    });

    it('is for readers of a page that shows it by its address, however that came into the page', async () => {
      const ways: [string, (url: string) => [string, object]][] = [
        ['blocks', (url) => ['PUT', { blocks: [{ type: 'image', data: { url } }] }]],
        ['Markdown', (url) => ['PUT', { markdown: `![plan](${url})` }]],
        ['Editor.js', (url) => ['PUT', { blocks: [{ type: 'image', data: { file: { url }, caption: '' } }] }]],
        ['an addition', (url) => ['PATCH', { append: `![plan](${url})` }]],
      ];
      for (const [way, made] of ways) {
        const url = fileUrl(await store('plan.png', Buffer.concat([PNG, Buffer.from(way)])));
        const { id } = (await t.call('ann', 'POST', '/api/pages', { title: way, workspace_id: t.ws1 })).body;
        const [method, body] = made(url);
        const path = method === 'PUT' ? `/api/pages/${id}/content` : `/api/v2/pages/${id}/markdown`;
        const headers = await t.token('edi');
        const saved = (who: Name | 'anon', more = {}) => t.call(who, method, path, { body, ...more });
        assert.equal((await saved('anon', { headers })).status, 422, `${way} showed a file its writer may not read`);
        assert.equal((await saved('anon', { headers: await t.token('ann') })).status, 200, way);
        assert.equal((await t.call('vic', 'GET', url)).status, 200, way);
        now += 3 * 86_400_000;
        await purgeFiles(t.ctx('adm'));
        assert.equal((await t.call('vic', 'GET', url)).status, 200, `${way}: cleared away while a page shows it`);
      }
    });

    it('is refused by address alike whether the file is hidden or there is none, and stays where it stood', async () => {
      const { filename } = await store('hidden.png', PNG, 'bob');
      const shown = (url: string) => [{ type: 'image', data: { url } }];
      const page = (await t.call('edi', 'POST', '/api/pages', { title: 'Shows', workspace_id: t.ws1 })).body;
      const content = `/api/pages/${page.id}/content`;
      const unknown = '00000000-0000-4000-8000-000000000000.png';
      for (const cover of [false, true]) {
        const answers = await Promise.all(
          [filename, unknown].map(async (name) => {
            const url = `/api/files/${t.ws1}/${name}`;
            const answer = cover
              ? await t.call('edi', 'PATCH', `/api/v2/pages/${page.id}`, { cover_url: url })
              : await t.call('edi', 'PUT', content, { blocks: shown(url) });
            return [answer.status, answer.text.replaceAll(name, '').replace(/[0-9a-f-]{36}/g, '')];
          }),
        );
        assert.equal(answers[0]?.[0], 422);
        assert.deepEqual(answers[0], answers[1], cover ? 'as a cover' : 'in a block');
      }
      const gone = { id: 'gone', type: 'image', data: { url: `/api/files/${t.ws1}/${unknown}`, name: '' } };
      const stored = JSON.stringify({ version: '1', time: 0, blocks: [gone] });
      await t.app.database.writer('pages').where({ id: page.id }).update({ content: stored });
      const again = [{ id: 'p', type: 'paragraph', data: {}, content: [] }, gone];
      assert.equal((await t.call('edi', 'PUT', content, { blocks: again })).status, 200);
    });

    it('ends for everybody, the uploader too, when the last page that showed it goes for good', async () => {
      const [gone, kept, again] = await Promise.all(
        ['gone', 'kept', 'again'].map((name) => store(`${name}.txt`, Buffer.from(name))),
      );
      const page = async (...shown: (FileRecord | undefined)[]): Promise<number> => {
        const blocks = shown.map((file) => ({ type: 'file', data: { fileId: file?.id, name: 'x' } }));
        return (await t.call('ann', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1, blocks })).body.id;
      };
      const [id] = [await page(gone, kept, again), await page(kept)];
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      now += 60_000;
      await store('again.txt', Buffer.from('again'));
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`)).status, 200);
      const statuses = async (file: FileRecord | undefined) =>
        Promise.all(
          (['ann', 'adm', 'edi'] as const).map(
            async (who) => (await t.call(who, 'GET', fileUrl(file as FileRecord))).status,
          ),
        );
      assert.deepEqual(await statuses(gone), [404, 404, 404]);
      assert.deepEqual(await statuses(kept), [200, 200, 200], 'another page shows it');
      assert.deepEqual(await statuses(again), [200, 404, 404], 'uploaded anew since the page went into the trash');
      assert.ok(!onDisk().some((name) => name.endsWith((gone as FileRecord).filename)));
      now -= 60_000;
    });

    it('of an empty file sends an empty file', async () => {
      const answer = await t.call('ann', 'GET', `${fileUrl(await store('empty.txt', Buffer.alloc(0)))}?download=1`);
      assert.deepEqual([answer.status, answer.text], [200, '']);
      assert.match(answer.headers['content-disposition'] ?? '', /empty\.txt/);
    });

    it('needs the right workspace in the address', async () => {
      const file = await store('a.png', PNG);
      assert.equal((await t.call('ann', 'GET', `/api/files/${t.ws2}/${file.filename}`)).status, 404);
    });

    for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e%2fx', '..', '%00.png', 'x.png', '%5c..%5cx']) {
      it(`finds nothing at ${name}`, async () => {
        for (const url of [`/api/files/1/${name}`, `/api/settings/avatar/${name}`])
          assert.ok([404, 422].includes((await t.call('ann', 'GET', url)).status), url);
      });
    }
  });

  describe('sending', () => {
    const kinds: [string, Buffer, string, string][] = [
      [
        'an SVG with script',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        'text/plain; charset=utf-8',
        'attachment',
      ],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain; charset=utf-8', 'attachment'],
      ['a raster image', PNG, 'image/png', 'inline'],
      ['a PDF', Buffer.from('%PDF-1.7'), 'application/pdf', 'attachment'],
      ['bytes', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 'attachment'],
    ];
    for (const [what, content, type, how] of kinds) {
      it(`sends ${what} so that no browser runs it`, async () => {
        const file = await store('x.html', content);
        const answer = await t.call('ann', 'GET', fileUrl(file));
        assert.deepEqual([answer.status, answer.headers['content-type']], [200, type]);
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.equal(answer.headers['content-security-policy'], "sandbox; default-src 'none'");
        assert.ok(answer.headers['content-disposition']?.startsWith(how), answer.headers['content-disposition']);
        const saved = await t.call('ann', 'GET', `${fileUrl(file)}?download=1`);
        assert.ok(saved.headers['content-disposition']?.startsWith('attachment'));
      });
    }

    it('serves ranges', async () => {
      const file = await store('letters', Buffer.from('abcdefghij'));
      const range = (value: string) => t.call('ann', 'GET', fileUrl(file), { headers: { range: value } });
      const table: [string, number, string, string | undefined][] = [
        ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
        ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
        ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
        ['bytes=5-99', 206, 'fghij', 'bytes 5-9/10'],
        ['bytes=20-', 416, '', 'bytes */10'],
        ['bytes=x', 200, 'abcdefghij', undefined],
        ['bytes=5-2', 200, 'abcdefghij', undefined],
      ];
      for (const [value, status, text, content] of table) {
        const answer = await range(value);
        assert.deepEqual([answer.status, answer.text, answer.headers['content-range']], [status, text, content], value);
      }
    });

    it('sends a range of the very file that the rest is of, else the whole', async () => {
      const file = await store('letters', Buffer.from('abcdefghij'));
      const given = async (of: string) => {
        const headers = { range: 'bytes=0-3', 'if-range': of };
        return (await t.call('ann', 'GET', fileUrl(file), { headers })).text;
      };
      assert.deepEqual([await given(`"${file.filename}"`), await given('"another"')], ['abcd', 'abcdefghij']);
    });

    it('writes names so that they cannot break out of the header', () => {
      assert.equal(
        disposition('attachment', 'a"\r\nX: y/ü.txt'),
        `attachment; filename="a___X: y/_.txt"; filename*=UTF-8''a%22%0D%0AX%3A%20y%2F%C3%BC.txt`,
      );
    });

    it('believes contents, not names', () => {
      assert.equal(sniff(Buffer.from('GIF89a')).mime, 'image/gif');
      assert.equal(sniff(Buffer.from('RIFF1234WEBP')).mime, 'image/webp');
      assert.equal(sniff(Buffer.from('grüße, größer')).mime, 'text/plain');
      const table: [Buffer, string][] = [
        [Buffer.from('\ufeffName\tGröße', 'utf16le'), 'text/plain; charset=utf-16le'],
        [Buffer.from('\ufeffName\tGröße', 'utf16le').swap16(), 'text/plain; charset=utf-16be'],
        [Buffer.from('Größe;Preis\r\n', 'latin1'), 'text/plain; charset=windows-1252'],
        [Buffer.from('Café', 'latin1'), 'text/plain; charset=windows-1252'],
        [Buffer.from(`${'x'.repeat(4095)}é`).subarray(0, 4096), 'text/plain'],
        [Buffer.from([0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg'],
        [Buffer.from([0xe4, 0xf6, 0xfc, 0x41]), 'application/octet-stream'],
        [Buffer.from('plain \x01 \xe4', 'latin1'), 'application/octet-stream'],
      ];
      for (const [content, mime] of table) assert.equal(sniff(content).mime, mime);
    });
  });

  describe('storing', () => {
    it('keeps equal content of one uploader once, and leaves nothing of what is too large', async () => {
      const before = onDisk().length;
      const [one, two] = [
        await store('same', Buffer.from('same content')),
        await store('same', Buffer.from('same content')),
      ];
      assert.equal(one.id, two.id);
      assert.equal(onDisk().length, before + 1);
      await assert.rejects(
        t.app
          .use(files)
          .store(t.ctx('ann'), { content: Buffer.alloc(100), name: 'big', workspaceId: t.ws1, maxBytes: 99 }),
        /at most 99 bytes/,
      );
      assert.equal(onDisk().length, before + 1);
    });

    it('removes what nobody refers to after a day, blob and all', async () => {
      const kept = await store('kept.png', PNG);
      await t.call('ann', 'POST', '/api/pages', {
        title: 'keeps',
        workspace_id: t.ws1,
        blocks: [{ type: 'image', data: { fileId: kept.id } }],
      });
      const orphan = await store('orphan', Buffer.from('nobody wants me'));
      const system = t.app.context({ type: 'system', reason: 'test' });
      await purgeFiles(system);
      assert.equal((await t.app.use(files).byIds(system, [orphan.id])).length, 1, 'too early');
      now += 25 * 3_600_000;
      await purgeFiles(system);
      assert.deepEqual(
        (await t.app.use(files).byIds(system, [orphan.id, kept.id])).map(({ id }) => id),
        [kept.id],
      );
      assert.ok(
        !onDisk().some((name) => name.endsWith(orphan.filename)) &&
          onDisk().some((name) => name.endsWith(kept.filename)),
      );
      now -= 25 * 3_600_000;
    });
  });

  describe('avatars', () => {
    it('take raster images only, replace the old one, and are drawn for those who have none', async () => {
      const drawn = await t.call('vic', 'GET', `/api/avatar/${t.user('ann').id}`);
      assert.deepEqual(
        [drawn.status, drawn.headers.location],
        [302, `/api/settings/avatar/initials-${t.user('ann').id}.svg`],
      );
      const svg = await t.call('vic', 'GET', drawn.headers.location as string);
      assert.match(svg.text, />AE</);
      const bad = await t.call('ann', 'POST', '/api/settings/avatar', multipart('file', Buffer.from('<svg/>')));
      assert.deepEqual([bad.status, bad.body.detail[0].loc], [422, ['body', 'file']]);
      const before = onDisk().length;
      for (let round = 0; round < 2; round += 1)
        assert.equal((await t.call('ann', 'POST', '/api/settings/avatar', multipart('file', PIXEL))).status, 200);
      assert.equal(onDisk().length, before + 1);
      const own = await t.call('vic', 'GET', `/api/avatar/${t.user('ann').id}`);
      const image = await t.call('vic', 'GET', own.headers.location as string);
      assert.deepEqual([image.status, image.headers['content-type']], [200, 'image/png']);
      assert.equal((await t.call('bob', 'GET', own.headers.location as string)).status, 404);
    });

    it('have a colour of their own', async () => {
      assert.equal(
        (await t.call('ann', 'POST', '/api/settings/avatar-color', { colour: '#AABBCC' })).body.avatar_color,
        '#aabbcc',
      );
      for (const color of ['red', '#12', 'url(x)', '#12345g'])
        assert.equal((await t.call('ann', 'POST', '/api/settings/avatar-color', { color })).status, 422, color);
    });
  });
});
