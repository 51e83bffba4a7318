// Pages of uploaded files: pictures in their own size, tables by column, documents and texts; in light and dark.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { multipart } from '../../testing/multipart.ts';
import { axeFaults } from '../kit/axe.ts';
import { signIn, type Visit } from '../kit/browser.ts';
import { withEditor } from './editor/editor.ts';

await withEditor('file pages', (desk) => {
  async function upload(name: string, content: Buffer | string): Promise<number> {
    const parent = await desk.make('', 'Files');
    const sent = multipart({ parent_id: parent }, { field: 'files', name, content: Buffer.from(content) });
    const { body } = await desk.t.call('ann', 'POST', '/api/local-workspace/upload', sent);
    return body.items[0].id;
  }
  async function open(id: number, options = {}): Promise<Visit> {
    const visit = await desk.browser.visit(options);
    await signIn(visit, desk.t, desk.t.session('ann'));
    await visit.page.goto(`${desk.t.url}/pages/${id}`);
    return visit;
  }
  async function close(visit: Visit): Promise<void> {
    await visit.close();
    assert.deepEqual(visit.complaints, []);
  }

  it('a picture is shown in its own size by a button, and small again', async () => {
    const content = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0e7490' } }).png();
    const visit = await open(await upload('wide.png', await content.toBuffer()));
    const { page } = visit;
    const width = () => page.locator('.file-image img').evaluate((image) => image.getBoundingClientRect().width);
    assert.ok((await width()) < 1200);
    const button = page.getByRole('button', { name: 'Actual size' });
    await button.click();
    assert.deepEqual([await width(), await button.getAttribute('aria-pressed')], [2400, 'true']);
    await page.locator('.file-image').click();
    assert.ok((await width()) < 1200);
    await close(visit);
  });

  it('a table is sorted by the column that is clicked, numbers as numbers, empty cells last', async () => {
    const visit = await open(await upload('sizes.csv', 'name,size\nb,10\na,9\nc,\nd,"1.5"\n'), { colorScheme: 'dark' });
    const { page } = visit;
    const column = () => page.locator('.file-table tbody td:first-child').allTextContents();
    assert.deepEqual(await column(), ['b', 'a', 'c', 'd']);
    await page.getByRole('button', { name: 'size' }).click();
    assert.deepEqual(await column(), ['d', 'a', 'b', 'c']);
    await page.getByRole('button', { name: 'size' }).click();
    assert.deepEqual(await column(), ['b', 'a', 'd', 'c']);
    assert.equal(await page.getByRole('columnheader', { name: 'size' }).getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await axeFaults(page), []);
    await close(visit);
  });

  it('code has colours, in a file of its own and inside a text', async () => {
    for (const [name, content] of [
      ['code.py', 'def one():\n    return 1\n'],
      ['notes.md', '# Notes\n\n```js\nconst one = 1;\n```\n'],
    ] as const) {
      const visit = await open(await upload(name, content));
      await visit.page.locator('.file-view .hljs-keyword').first().waitFor();
      assert.ok(content.includes((await visit.page.locator('.file-view .code code').textContent()) ?? ' '));
      await visit.page.getByRole('button', { name: 'Copy the code' }).waitFor();
      assert.deepEqual(await axeFaults(visit.page), []);
      await close(visit);
    }
  });

  for (const [name, content] of [
    ['notes.md', '# Notes\n\nText with a [link](https://example.org).'],
    ['code.ts', 'const one = 1;\n\nexport { one };\n'],
    ['paper.pdf', '%PDF-1.7'],
  ] as const) {
    it(`${name} is reachable and readable on a phone`, async () => {
      const visit = await open(await upload(name, content), { viewport: { width: 390, height: 800 } });
      await visit.page.locator('.file-view').waitFor();
      assert.deepEqual(await axeFaults(visit.page), []);
      const overflow = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      await close(visit);
    });
  }
});
