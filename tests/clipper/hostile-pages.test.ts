// Pages that mean harm, or are too much: what is clipped of them is blocks, never markup.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { calling, pairDevice } from './device.ts';

const TITLE = '"><script>document.title=1</script><img src=x onerror=alert(1)>';
const CORPUS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="jav&#x09;ascript:alert(1)">a</a>',
  '<a href=" &#14; javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="data:text/html,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">go</button></form>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)">text</p>',
  '<details open ontoggle=alert(1)><summary>s</summary>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<video src="javascript:alert(1)" poster="javascript:alert(1)" onerror=alert(1)></video>',
  '<base href="javascript:alert(1)//"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><link rel=stylesheet href="javascript:alert(1)">',
  '<pre><code class="language-&quot;><script>alert(1)</script>">&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
  '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>',
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let device: ReturnType<typeof calling>;
  before(async () => {
    t = await startApp(await open());
    t.outbound.answer = () => ({ status: 404 });
    device = calling(t, await pairDevice(t, 'ann'));
  });
  after(() => t.stop());
  const clip = (body: object) =>
    device('POST', '/clip', { source_url: 'https://example.org/', title: TITLE, workspace_id: t.ws1, ...body });

  it('leave nothing that runs', async () => {
    const places = CORPUS.map((html, at) =>
      at % 3 === 2 ? { clip_type: 'selection', html: `<p>x</p>${html}` } : { html },
    );
    const properties = { author: TITLE, site: TITLE, description: TITLE };
    const all = [
      ...places,
      { markdown: `${CORPUS.join('\n\n')}\n\n[a](javascript:alert(1)) ![a](javascript:alert(1))` },
    ];
    const whole = await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'All' });
    for (const body of [...all, { html: CORPUS.join('') }]) {
      const { status, text } = await clip({
        ...body,
        workspace_id: undefined,
        page_id: whole.body.id,
        properties,
        highlights: [{ exact: TITLE, note: TITLE }],
      });
      assert.equal(status, 200, `${JSON.stringify(body)} ${text}`);
      await t.app.database.writer('throttles').delete();
    }
    await clip({ clip_type: 'bookmark', properties });
    const stored = JSON.stringify((await t.call('ann', 'GET', `/api/v2/pages/${whole.body.id}/content`)).body.blocks);
    assert.ok(!/"(href|url)":"\s*(javascript|data|vbscript)/i.test(stored), stored);
    for (const url of [`/pages/${whole.body.id}`, '/extensions']) {
      const { status, text } = await t.call('ann', 'GET', url);
      assert.equal(status, 200);
      const article = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
      assert.ok(
        !/<script(?![^>]*type="application\/json")|<[^>]*\son\w+\s*=|(?:href|src|action|data)="\s*(?:javascript|vbscript|data:text)/i.test(
          article,
        ),
        url,
      );
    }
  });

  it('that are too large are refused, and those that only look large are taken', async () => {
    const long = await clip({ html: `<p>${'a '.repeat(9_000_000)}</p>` });
    assert.equal(long.status, 413);
    const many = await clip({ html: '<p>a</p>'.repeat(30_000) });
    assert.deepEqual([many.status, many.body.code], [422, 'validation_failed'], many.text.slice(0, 300));
    const deep = await clip({ html: `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`, title: 'Deep' });
    assert.equal(deep.status, 200, deep.text.slice(0, 300));
    const nested = await clip({ html: `${'<ul><li>x'.repeat(400)}`, title: 'Nested' });
    assert.equal(nested.status, 200, nested.text.slice(0, 300));
    const frames = await clip({
      html: '<frameset><frame src="a.html"><frame src="b.html"></frameset>',
      title: 'Frames',
    });
    assert.equal(frames.status, 200, frames.text);
    const nothing = await clip({ html: '', title: 'Nothing' });
    assert.equal(nothing.status, 200, nothing.text);
  });
});
