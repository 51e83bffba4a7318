// How blocks help whoever has just made them: the bar over a picture, empty columns, sources, and the window's edge.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, save, type Written, withEditor } from './editor.ts';

await withEditor('blocks that were just made', (desk) => {
  async function insert({ page }: Written, typed: string, label: string): Promise<void> {
    await page.keyboard.type(typed);
    await page.locator('#suggestions [role="option"]').first().filter({ hasText: label }).waitFor();
    await settled(page);
    await page.keyboard.press('Enter');
    await settled(page);
  }

  /** A picture of one colour, chosen by the menu. */
  async function insertPicture(written: Written): Promise<void> {
    const { page } = written;
    const drawn = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 300, height: 500 });
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const choosing = page.waitForEvent('filechooser');
    await insert(written, '/image', 'Image');
    const buffer = Buffer.from(drawn, 'base64');
    await (await choosing).setFiles({ name: 'field.png', mimeType: 'image/png', buffer });
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth === 300);
  }

  it('align and widen a picture by the bar over it, and show it as large as the window', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    await insertPicture(written);
    await text.locator('figure img').click();
    const bar = page.getByRole('toolbar', { name: 'Picture' });
    await bar.getByRole('button', { name: 'Align center' }).click();
    await bar.getByRole('button', { name: 'Align center', pressed: true }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    const middle = await text.locator('figure').evaluate((figure) => {
      const [outer, inner] = [figure, figure.querySelector('img') as Element].map((one) => one.getBoundingClientRect());
      return Math.round((outer?.left ?? 0) + (outer?.right ?? 0) - (inner?.left ?? 0) - (inner?.right ?? 0));
    });
    assert.equal(middle, 0);
    await bar.getByRole('button', { name: 'Full width' }).click();
    await save(written);
    const stored = (await desk.stored(id)).blocks.find(({ type }) => type === 'image');
    const width = await text.evaluate((element) => element.clientWidth);
    assert.deepEqual({ ...stored?.data, fileId: 0 }, { fileId: 0, name: 'field.png', width, align: 'center' });
    await text.locator('figure img').dblclick();
    const large = page.locator('dialog.picture-dialog');
    await large.getByRole('button', { name: 'Close' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    const shown = await desk.t.inject('GET', `/pages/${id}`, { headers: desk.t.session('vic') });
    assert.match(shown.text, /<figure class="image"[^>]* data-align="center"/);
    await close(written);
  });

  it('look the same to readers where they are done, with boxes that are empty until then', async () => {
    const written = await desk.write('- [ ] open\n- [x] done\n');
    const looks = () =>
      written.page.locator('.article input[type="checkbox"]').evaluateAll((boxes) =>
        boxes.map((box) => {
          const words = (box.nextElementSibling ?? box.parentElement?.querySelector('.block-text')) as Element;
          const { backgroundColor, appearance } = getComputedStyle(box);
          return [appearance, backgroundColor, getComputedStyle(words).textDecorationLine];
        }),
      );
    const toWriters = await looks();
    assert.deepEqual(toWriters[0], ['none', 'rgba(0, 0, 0, 0)', 'none']);
    assert.equal(toWriters[1]?.[2], 'line-through');
    await signIn(written.visit, desk.t, desk.t.session('vic'));
    await written.page.reload();
    await written.page.locator('.article li').first().waitFor();
    assert.deepEqual(await looks(), toWriters);
    await close(written);
  });

  it('keep the lines of a table as high for readers, also where nothing stands in them', async () => {
    const written = await desk.write('| a |   |\n| --- | --- |\n|   |   |\n|   |   |');
    const heights = (page: Page) =>
      page.locator('.article tr').evaluateAll((rows) => rows.map((row) => Math.round(row.clientHeight)));
    const reader = await desk.browser.visit({ javaScriptEnabled: false });
    await reader.context.addCookies(await written.page.context().cookies());
    await reader.page.goto(`${desk.t.url}/pages/${written.id}`);
    assert.deepEqual(await heights(reader.page), await heights(written.page));
    await reader.close();
    await close(written);
  });

  it('keep the line after a picture inside the window', async () => {
    const written = await desk.write(Array.from({ length: 18 }, (_none, at) => `line ${at}`).join('\n\n'));
    const { page } = written;
    await page.keyboard.press('Enter');
    await insertPicture(written);
    await page.waitForFunction(() => {
      const line = document.querySelector('.ProseMirror > .block:last-child')?.getBoundingClientRect();
      return line && line.bottom <= innerHeight - 64;
    });
    await close(written);
  });

  it('show columns in which nothing stands', async () => {
    const written = await desk.write('');
    await insert(written, '/two', 'Two columns');
    const second = written.text.locator('.column').nth(1);
    const before = () => second.locator('p').evaluate((line) => getComputedStyle(line, '::before').content);
    assert.equal(await before(), '"Empty column"');
    assert.equal(await second.evaluate((column) => getComputedStyle(column).outlineStyle), 'dashed');
    await second.click();
    await written.page.keyboard.type('x');
    assert.equal(await before(), 'none');
    await close(written);
  });

  it('show an example in a source without words, and no sentence on how to begin', async () => {
    const written = await desk.write('');
    const { page, text } = written;
    await insert(written, '/equation', 'Equation');
    const field = page.getByRole('textbox', { name: 'Equation (TeX)' });
    await field.waitFor();
    assert.match((await field.getAttribute('placeholder')) ?? '', /sqrt/);
    assert.equal(await text.getByText('Empty equation').isVisible(), false);
    await field.press('Escape');
    await text.getByText('Empty equation').waitFor();
    await close(written);
  });
});
