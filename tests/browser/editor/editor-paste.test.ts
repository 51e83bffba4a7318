// What comes into a page from the clipboard: HTML of other programs, Markdown, addresses, pictures of other sites.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { settled } from '../../kit/browser.ts';
import { PIXEL } from '../../kit/pictures.ts';
import { close, outline, paste, save, type Written, withEditor } from './editor.ts';

/** As a word processor has it: the signs of items stand in the text, their levels in the style. */
const WORD_LIST = [
  ['l0 level1', '·', 'One'],
  ['l0 level2', 'o', 'In'],
  ['l1 level1', '1.', 'First'],
  ['l1 level1', '2.', 'Second'],
]
  .map(
    ([at, sign, text]) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${at} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`,
  )
  .concat('<p class=MsoNormal>End</p>')
  .join('\n');

await withEditor(
  'what is pasted',
  (desk) => {
    const pasted: [string, Record<string, string>, string[]][] = [
      [
        'HTML with scripts',
        {
          'text/html':
            '<p>safe <a href="javascript:alert(1)">link</a><img src="x" onerror="document.title=1"></p><script>document.title=1</script><p style="color:red">two</p>',
          'text/plain': 'safe link two',
        },
        ['paragraph: safe link', 'paragraph: two'],
      ],
      [
        'nested lists of HTML',
        {
          'text/html':
            '<ul><li>a<ul><li>b</li></ul></li><li><input type="checkbox" checked>c</li></ul><ol start="3"><li><p>d</p></li></ol>',
        },
        ['bullet: a', '  bullet: b', 'todo: c', 'numbered: d'],
      ],
      [
        'headings and tables',
        { 'text/html': '<h1>t</h1><table><tr><th>a</th></tr><tr><td>b</td></tr></table><p>c</p>' },
        ['h1: t', 'table:', 'paragraph: c'],
      ],
      [
        'Markdown',
        { 'text/plain': '# t\n\n- a\n  - b\n\n```js\nx\n```\n' },
        ['h1: t', 'bullet: a', '  bullet: b', 'code: x'],
      ],
      ['plain lines', { 'text/plain': 'one\ntwo' }, ['paragraph: one', 'paragraph: two']],
      [
        'lists beside items, and tables with lines in their cells, as online documents have them',
        {
          'text/plain': 'x',
          'text/html':
            '<b style="font-weight:normal"><ul><li><p>One</p></li><ul><li><p>In</p></li><ul><li><p>Deep</p></li></ul></ul><li><p>Two</p></li></ul><table><tbody><tr><td><p>a</p><p>b</p></td><td><div>c</div><ul><li>d</li></ul><img src="https://x.example/i.png" alt="e"></td></tr></tbody></table></b>',
        },
        ['bullet: One', '  bullet: In', '    bullet: Deep', 'bullet: Two', 'table:'],
      ],
      [
        'lists of word processors',
        {
          'text/plain': 'x',
          'text/html': WORD_LIST,
        },
        ['bullet: One', '  bullet: In', 'numbered: First', 'numbered: Second', 'paragraph: End'],
      ],
      [
        'to-dos of online documents and of other editors',
        {
          'text/plain': 'x',
          'text/html':
            '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked"><p><span style="text-decoration:line-through">a</span></p></li></ul><ul><li><div class="checkbox checkbox-off"></div><span>b</span></li><li>[x] c</li></ul>',
        },
        ['todo: a', 'todo: b', 'todo: c'],
      ],
      [
        'text beside elements, in items, quotes and toggles',
        {
          'text/plain': 'x',
          'text/html':
            '<ul>\n<li>\n<p>a</p>\n<ul><li>in</li></ul>after</li><li><div>b</div><div>c</div></li></ul><details><summary>s</summary>loose <b>words</b><p>p</p></details>',
        },
        [
          'bullet: a',
          '  bullet: in',
          '  paragraph: after',
          'bullet: b',
          '  paragraph: c',
          'toggle: s',
          '  paragraph: loose words',
          '  paragraph: p',
        ],
      ],
      [
        'frames of films, numbers above the line, and pictures of emoji',
        {
          'text/plain': 'x',
          'text/html':
            '<p>x<sup>2</sup> <img alt="🎉" src="https://x.example/e.png"></p><iframe src="https://films.example/embed/1"></iframe>',
        },
        ['paragraph: x² 🎉', 'embed:'],
      ],
      [
        'a web page with a title over its table, paths of its own and idle ends of lines',
        {
          'text/plain': 'x',
          'text/html':
            '<h2>Top</h2><br><p>see <a href="/there">there</a> and <a href="#x">x</a></p><p><span>&nbsp;</span></p>' +
            '<table><caption>Sums</caption><tr><td>1</td><td>2</td></tr></table><br>',
        },
        ['h2: Top', 'paragraph: see there and x', 'paragraph: Sums', 'table:'],
      ],
      [
        'code of an editor of code',
        {
          'text/plain': '# a comment\n\n- x\n',
          'text/html': '<meta charset="utf-8"><div style="white-space: pre;"><div># a comment</div></div>',
          'vscode-editor-data': '{"mode":"python"}',
        },
        ['code: # a comment\n\n- x'],
      ],
    ];

    const isLine = (_line: string): boolean => true;
    /** Waits until the server has these lines: the reader of Markdown comes with the first paste that needs it. */
    const becomes = async (written: Written, expected: string[], name = 'what was pasted', counts = isLine) => {
      let lines: string[] = [];
      const holds = async () => {
        await save(written);
        lines = outline((await desk.stored(written.id)).blocks).filter(counts);
        return lines.join('\n') === expected.join('\n');
      };
      await until(holds, () => `${name}: ${JSON.stringify(lines)} is not ${JSON.stringify(expected)}`);
    };

    it('becomes blocks, without scripts and with its nesting', async () => {
      const written = await desk.write('');
      const { page, id } = written;
      for (const [name, data, expected] of pasted) {
        for (const key of ['Control+a', 'Control+a', 'Delete']) await page.keyboard.press(key);
        await paste(written, data);
        await becomes(written, expected, name, (line) => line !== 'paragraph:');
        const { blocks } = await desk.stored(id);
        assert.doesNotMatch(JSON.stringify(blocks), /javascript:|onerror|alert|"\/there"|hardBreak"\}\]/, name);
      }
      assert.notEqual(await page.title(), '1');
      await close(written);
    });

    it('puts whole blocks below the line of the caret, or in the place of an empty one', async () => {
      const table = '<table><tr><td>a</td></tr></table>';
      const cases: [string, Record<string, string>, string[]][] = [
        ['', { 'text/html': table, 'text/plain': 'a' }, ['table:']],
        ['text', { 'text/html': table, 'text/plain': 'a' }, ['paragraph: text', 'table:']],
        ['', { 'text/plain': '| a |\n|---|\n| b |\n\nx' }, ['table:', 'paragraph: x']],
        ['', { 'text/plain': '```js\nx\n```\n\n- y' }, ['code: x', 'bullet: y']],
        ['text', { 'text/plain': '---\n\n# y\n\n- z' }, ['paragraph: text', 'divider:', 'h1: y', 'bullet: z']],
        ['text', { 'text/plain': '# on\n\n- y' }, ['paragraph: texton', 'bullet: y']],
        ['', { 'text/html': '<h2>Only</h2>', 'text/plain': 'Only' }, ['h2: Only']],
        ['', { 'text/html': '<pre><code class="language-python">def f():\n  1</code></pre>' }, ['code: def f():\n  1']],
        ['', { 'text/html': '<blockquote><p>q</p></blockquote>', 'text/plain': 'q' }, ['quote: q']],
        ['text', { 'text/html': '<h2>on</h2>', 'text/plain': 'on' }, ['paragraph: texton']],
      ];
      for (const [start, data, expected] of cases) {
        const written = await desk.write(start);
        await paste(written, data);
        await becomes(written, expected);
        await close(written);
      }
      const written = await desk.write('one\n\ntwo');
      for (const key of ['Escape', 'Control+c', 'Enter', 'Control+v']) {
        await written.page.keyboard.press(key);
        await settled(written.page);
      }
      await save(written);
      const copied = ['paragraph: one', 'paragraph: two', 'paragraph: two'];
      assert.deepEqual(outline((await desk.stored(written.id)).blocks), copied);
      await close(written);
    });

    it('keeps the lines of a cell as lines', async () => {
      const written = await desk.write('');
      const html = '<table><tr><td><p>a</p><p>b</p></td><td><div>c</div><ul><li>d</li></ul></td></tr></table>';
      await paste(written, { 'text/html': html, 'text/plain': 'x' });
      await save(written);
      const table = (await desk.stored(written.id)).blocks.find(({ type }) => type === 'table');
      const [row] = (table?.data.rows ?? []) as { content: { text?: string }[] }[][];
      assert.deepEqual(
        row?.map(({ content }) => content.map((node) => node.text ?? '/').join('')),
        ['a/b', 'c/d'],
      );
      await close(written);
    });

    it('takes hostile HTML in as harmless text, keeps the rest, and the page can be saved', async () => {
      const written = await desk.write('start');
      const { page, id, text } = written;
      const hostile = [
        ...['javascript:x()', 'vbscript:x', 'data:text/html,x', 'java\nscript:x()'].map(
          (to) => `<p><a href="${to}">a</a></p>`,
        ),
        '<p><a href="https://ok.example">ok</a><img src="x" onerror="window.taken = 1"></p>',
        '<svg onload="window.taken = 1"></svg><iframe srcdoc="<script>parent.taken = 1</script>"></iframe>',
        '<div class="block" data-id="&quot;><img src=x>"><p>odd id</p></div>',
        `<div data-block="bookmark" data-attrs='{"url":"javascript:x()"}'></div>`,
        '<p>a\u202eb\u2028c</p>',
        `${'<ul><li>'.repeat(80)}deep${'</li></ul>'.repeat(80)}`,
      ];
      await paste(written, { 'text/html': hostile.join(''), 'text/plain': 'x' });
      await text.getByText('deep', { exact: true }).waitFor();
      await save(written);
      assert.equal(await page.evaluate(() => (window as { taken?: number }).taken), undefined);
      const links = await text.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      assert.deepEqual(links, ['https://ok.example']);
      const stored = JSON.stringify((await desk.stored(id)).blocks);
      assert.doesNotMatch(stored, /javascript|vbscript|text\/html|onerror|srcdoc/);
      assert.match(stored, /odd id/);
      await close(written);
    });

    it('makes lines of a cell of what is pasted into it, and cells of copied cells', async () => {
      const written = await desk.write('p\n\n| a | b |\n|---|---|\n| c | d |');
      const { page, id, text } = written;
      const into = async (cell: string, data: Record<string, string>, shown: RegExp) => {
        await text.getByText(cell, { exact: true }).click();
        await settled(page);
        await paste(written, data);
        await text.getByText(shown).waitFor();
      };
      await into('c', { 'text/plain': '# head\n\n- x\n- y\n' }, /^chead/);
      await into('d', { 'text/plain': 'one\ntwo' }, /^done/);
      const cells = '<table><tr><td>1</td><td>2</td></tr></table>';
      await into('b', { 'text/html': cells, 'text/plain': '1\t2' }, /^2$/);
      await save(written);
      const { blocks } = await desk.stored(id);
      const rows = (blocks[1]?.data.rows ?? []) as { content: { text?: string }[] }[][];
      const found = rows.map((row) =>
        row.map(({ content }) => content.map((node) => node.text ?? '/').join('')).join('|'),
      );
      assert.deepEqual([blocks.length, ...found], [2, 'a|1|2', 'chead/x/y|done/two|']);
      await close(written);
    });

    it('makes links of pasted addresses, and tokens of our own pages', async () => {
      const written = await desk.write('word');
      const { page, id } = written;
      await page.keyboard.press('Shift+Home');
      await settled(page);
      await paste(written, { 'text/plain': 'https://example.org/x' });
      await page.keyboard.press('End');
      await settled(page);
      await page.keyboard.type(' ');
      await paste(written, { 'text/plain': `${desk.t.url}/pages/${id}` });
      await save(written);
      const [block] = (await desk.stored(id)).blocks;
      assert.deepEqual(block?.content, [
        { type: 'text', text: 'word', marks: [{ type: 'link', attrs: { href: 'https://example.org/x' } }] },
        { type: 'text', text: ' ' },
        { type: 'pageLink', pageId: id },
      ]);
      await close(written);
    });

    it('copies as Markdown and HTML, and pastes its own copy with everything', async () => {
      const written = await desk.write('# head\n\n- [x] done\n  - in **bold**\n\nlast');
      const { page } = written;
      for (const key of ['Control+a', 'Control+a']) await page.keyboard.press(key);
      const copied = async () => {
        await page.keyboard.press('Control+c');
        return page.evaluate(() => navigator.clipboard.readText());
      };
      // What writes Markdown comes with the first touch of the page, until then the text is copied as it is.
      await until(async () => (await copied()).startsWith('#'), 'Markdown on the clipboard');
      assert.equal(await copied(), '# head\n\n- [x] done\n  - in **bold**\n\nlast');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Control+v');
      await becomes(written, ['h1: head', 'todo: done', '  bullet: in bold', 'paragraph: last']);
      await close(written);
    });

    it('keeps underlines and colours of documents, not those of web sites', async () => {
      const words =
        '<p><span style="text-decoration:underline">u</span><span style="color:#ff0000">r</span><span style="background-color:rgb(255, 255, 0)">y</span><span style="color:#000000">b</span></p>';
      for (const [html, expected] of [
        [
          `<b style="font-weight:normal" id="docs-internal-guid-1">${words}</b>`,
          'u underline, r color red, y highlight yellow, b',
        ],
        [words, 'uryb'],
      ] as const) {
        const written = await desk.write('');
        await paste(written, { 'text/html': html, 'text/plain': 'uryb' });
        await save(written);
        const [block] = (await desk.stored(written.id)).blocks;
        const found = (block?.content ?? []).map((node) => {
          const { text, marks = [] } = node as { text: string; marks?: { type: string; attrs?: { name: string } }[] };
          return [text, ...marks.flatMap(({ type, attrs }) => (attrs ? [type, attrs.name] : [type]))].join(' ');
        });
        assert.equal(found.join(', '), expected);
        await close(written);
      }
    });

    it('copies pictures of other sites in, each where it stood, and leaves a link where there is none', async () => {
      desk.t.outbound.answer = (url) => {
        const isThere = url.endsWith('there.png');
        return { status: isThere ? 200 : 404, headers: {}, body: isThere ? PIXEL : Buffer.from('no') };
      };
      const there = 'https://x.example/there.png';
      const gone = 'https://x.example/gone.png';
      for (const data of [
        {
          'text/html': `<p>a</p><p><img alt="Sea" src="${there}"></p><p>b</p><img src="${gone}" alt="Gone"><img width="1" src="${gone}">`,
        },
        { 'text/plain': `a\n\n![Sea](${there})\n\n**b**\n\n![Gone](${gone})\n` },
      ] as Record<string, string>[]) {
        const written = await desk.write('');
        await paste(written, { 'text/plain': 'x', ...data });
        await written.text.getByRole('link', { name: 'Gone' }).waitFor();
        await save(written);
        const { blocks } = await desk.stored(written.id);
        const lines = blocks.map(
          ({ type, data }) => `${type}: ${data.alt ?? String(data.text).replace(/<[^>]*>/g, '')}`,
        );
        assert.deepEqual(lines.slice(0, 4), ['paragraph: a', 'image: Sea', 'paragraph: b', 'paragraph: Gone']);
        await close(written, /pictures$/);
      }
      desk.t.outbound.answer = undefined;
      assert.deepEqual(desk.t.outbound.asked, [there, gone, there, gone]);
    });
  },
  { settings: { LINK_PREVIEWS: 'on' } },
);
