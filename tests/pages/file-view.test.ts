// The page of an uploaded file: what of it is shown, to whom, and that nothing in it becomes part of the page.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let folder: number;
  before(async () => {
    t = await startApp(await open());
    const made = { title: 'Files', workspace_id: t.ws1 };
    folder = (await t.call('ann', 'POST', '/api/pages', made)).body.id;
  });
  after(() => t.stop());

  const upload = async (name: string, content: Buffer | string): Promise<number> => {
    const sent = multipart({ parent_id: folder }, { field: 'files', name, content: Buffer.from(content) });
    const { body } = await t.call('ann', 'POST', '/api/local-workspace/upload', sent);
    assert.equal(body.ok, true, JSON.stringify(body));
    return body.items[0].id;
  };
  const view = async (id: number, who: Name = 'vic') => {
    const { status, text } = await t.call(who, 'GET', `/pages/${id}`);
    return { status, shown: /<section class="file-view".*?<\/section>/s.exec(text)?.[0] ?? '' };
  };

  const kinds: [string, string | Buffer, RegExp][] = [
    ['a.png', PIXEL, /<img src="\/api\/files\/[^"]+" alt="a.png">/],
    ['a.mp3', Buffer.from('ID3\u0004sound'), /<audio controls/],
    ['a.webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0]), /<video controls/],
    ['a.pdf', '%PDF-1.7', /data-frame="\/api\/files\/[^"]+\/view"/],
    ['a.csv', 'Name;Size\n"<b>";10\n', /<th scope="col">Name<\/th>.*<td>&lt;b&gt;<\/td><td>10<\/td>/s],
    ['a.ts', 'one\ntwo\n', /aria-hidden="true">\n1\n2<\/pre>.*<pre><code class="language-ts">one\ntwo/],
    ['a.log', 'one\ntwo\n', /aria-hidden="true">\n1\n2<\/pre><pre><code>one\ntwo/],
    ['excel.csv', Buffer.from('Name;Größe\nÄpfel;"1,5"\n', 'latin1'), /<th scope="col">Größe<.*<td>Äpfel<.*<td>1,5</s],
    ['wide.tsv', Buffer.from('\ufeffName\tGröße\nÄpfel\t1\n', 'utf16le'), /<th scope="col">Größe<.*<td>Äpfel</s],
    ['a.md', '# Title\n\n<script>x</script> [out](https://example.org) [in](other.md)', /<h2[^>]*>Title<\/h2>/],
    ['a.bin', Buffer.from([0, 1, 2]), /no preview here.*application\/octet-stream/s],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>', /<code class="language-svg">&lt;svg/],
  ];
  for (const [name, content, expected] of kinds) {
    it(`shows ${name}`, async () => {
      const id = await upload(name, content);
      const { status, shown } = await view(id);
      assert.equal(status, 200);
      assert.match(shown, expected);
      assert.match(shown, /\?download=1" download/);
      assert.doesNotMatch(shown, /<script>/);
      assert.equal((await view(id, 'bob')).status, 404);
    });
  }

  it('goes out as Markdown: words as they stand, anything else as a link', async () => {
    const table: [string, string | Buffer, RegExp][] = [
      ['b.md', '# Title\n\n*words*\n', /^# Title\n\n\*words\*\n$/],
      ['b.ts', 'one\n```\ntwo', /^````\none\n```\ntwo\n````\n?$/],
      ['b.pdf', '%PDF-1.7', /^\[b\.pdf\]\(\/api\/files\/[^)]+\)\n$/],
    ];
    for (const [name, content, expected] of table) {
      const id = await upload(name, content);
      assert.match((await t.call('vic', 'GET', `/api/v2/pages/${id}/markdown`)).text, expected);
      assert.match((await t.call('vic', 'GET', `/pages/${id}.md`)).text, new RegExp(`^# ${name}\n\n`));
      assert.equal((await t.call('bob', 'GET', `/pages/${id}.md`)).status, 404);
    }
  });

  it('leads from a Markdown file to other sites, and nowhere within this one', async () => {
    const { shown } = await view(
      await upload('links.md', '[out](https://example.org) [in](../../settings) [js](javascript:x)'),
    );
    assert.deepEqual(
      [...(/<div class="article">.*?<\/div>/s.exec(shown)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(
        ([, href]) => href,
      ),
      ['https://example.org'],
    );
  });

  it('stays readable to all readers of its page, with another cover too, and is never cleaned up', async () => {
    const id = await upload('kept.txt', 'kept');
    const download = async () => (await t.call('vic', 'GET', `/api/pages/${id}/download`)).text;
    const system = t.app.context({ type: 'system', reason: 'tests' });
    const cover = await t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { cover_url: '' });
    assert.equal(cover.status, 200);
    await system.tx((tx) => tx.db('files').update({ created_at: '2020-01-01T00:00:00.000Z' }));
    await purgeFiles(system);
    assert.equal(await download(), 'kept');
  });

  it('shows the beginning of a long text, cut between characters', async () => {
    const { shown } = await view(await upload('long.txt', `${'ü'.repeat(70_000)}\n`.repeat(3)));
    assert.match(shown, /Only the beginning is shown/);
    assert.doesNotMatch(shown, /\ufffd/);
  });

  it('gives a PDF to the viewer of a browser, and nothing else', async () => {
    const pdf = await view(await upload('b.pdf', '%PDF-1.7'));
    const frame = /data-frame="([^"]+)"/.exec(pdf.shown)?.[1] ?? '';
    const answer = await t.call('vic', 'GET', frame);
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/pdf']);
    assert.equal(answer.headers['content-security-policy'], "frame-ancestors 'self'");
    assert.match(answer.headers['content-disposition'] ?? '', /^inline/);
    assert.equal((await t.call('bob', 'GET', frame)).status, 404);
    const image = /src="(\/api\/files\/[^"]+)"/.exec((await view(await upload('b.png', PIXEL))).shown)?.[1];
    assert.equal((await t.call('vic', 'GET', `${image}/view`)).status, 404);
  });

  it('sends parts of a sound, and nothing that the browser has already', async () => {
    const { shown } = await view(await upload('c.mp3', Buffer.from('ID3-a long sound')));
    const url = /src="([^"]+)"/.exec(shown)?.[1] ?? '';
    const part = await t.call('vic', 'GET', url, { headers: { range: 'bytes=4-5' } });
    assert.deepEqual([part.status, part.text], [206, 'a ']);
    const { headers } = await t.call('vic', 'GET', url);
    const again = await t.call('vic', 'GET', url, { headers: { 'if-none-match': headers.etag as string } });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal(
      (await t.call('bob', 'GET', url, { headers: { 'if-none-match': headers.etag as string } })).status,
      404,
    );
  });
});
