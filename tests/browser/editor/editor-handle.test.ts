// The handle beside a block, as a hand reaches it: slowly, from anywhere in the line or in the margin.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { settled } from '../../kit/browser.ts';
import { close, outline, save, type Written, withEditor } from './editor.ts';

interface Point {
  x: number;
  y: number;
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  assert.ok(box, 'it is there');
  return { ...box, end: box.x + box.width, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
};

await withEditor('block handle', (desk) => {
  /** Moves the pointer as a hand does, so many pixels from one event to the next. */
  async function slide({ page }: Written, from: Point, to: Point, pixels: number): Promise<void> {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    await page.mouse.move(from.x, from.y);
    for (let gone = pixels; gone < length; gone += pixels)
      await page.mouse.move(from.x + ((to.x - from.x) * gone) / length, from.y + ((to.y - from.y) * gone) / length);
    await page.mouse.move(to.x, to.y);
  }

  /** Which block the menu of the handle is of, after the hand has gone from `from` to the grip and pressed it. */
  async function reached(written: Written, from: Point, pixels: number): Promise<string> {
    const { page } = written;
    const grip = page.locator('.block-grip');
    await page.mouse.move(from.x, from.y);
    await grip.waitFor();
    const { middle } = await boxOf(grip);
    await slide(written, from, middle, pixels);
    assert.ok(await grip.isVisible(), `gone before the hand was there in steps of ${pixels}`);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('menu').waitFor();
    const chosen = await page.locator('.ProseMirror .is-chosen').first().locator(':scope > :first-child').innerText();
    return chosen.trim();
  }

  /** Nothing is chosen any more, of which the next block would be a part, and the handle is gone. */
  async function release({ page, text }: Written): Promise<void> {
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await text.press('Escape');
    await page.locator('.ProseMirror .is-chosen').first().waitFor({ state: 'detached' });
    await page.mouse.move(2, 2);
    await page.locator('.block-grip').waitFor({ state: 'hidden' });
  }

  const TEXT = '> a quote\n\n- point\n  - below it\n    - and below that\n\n1. number\n\nthe last line';
  for (const direction of ['ltr', 'rtl']) {
    it(`waits for a hand that comes in steps of any length, in a frame that runs ${direction}`, async () => {
      const written = await desk.write(TEXT);
      const { page, text } = written;
      await page.locator('html').evaluate((root, dir) => root.setAttribute('dir', dir), direction);
      for (const words of ['a quote', 'and below that', 'the last line'])
        for (const pixels of [1, 2, 3, 5, 8]) {
          const line = await boxOf(text.getByText(words, { exact: true }));
          const from = { x: direction === 'rtl' ? line.end - 30 : line.x + 30, y: line.middle.y };
          assert.equal(await reached(written, from, pixels), words);
          await release(written);
        }
      await close(written);
    });
  }

  it('shows for the line that the pointer is level with, anywhere in the margin, and drags from there', async () => {
    const written = await desk.write(TEXT);
    const { page, text } = written;
    const grip = page.locator('.block-grip');
    const sidebar = await boxOf(page.locator('.sidebar'));
    const around = await boxOf(text);
    for (const words of ['a quote', 'and below that', 'the last line']) {
      const { middle } = await boxOf(text.getByText(words, { exact: true }));
      for (const x of [sidebar.end + 8, around.end + 60]) {
        assert.equal(await reached(written, { x, y: middle.y }, 5), words, `${words} from ${x}`);
        await release(written);
      }
    }
    // Not beside the page, and not above or below its text.
    const { middle } = await boxOf(text.getByText('a quote'));
    for (const { x, y } of [
      { x: sidebar.end - 20, y: middle.y },
      { x: around.x - 60, y: around.y - 8 },
      { x: around.x - 60, y: around.y + around.height + 8 },
    ]) {
      await page.mouse.move(around.x - 60, middle.y);
      await grip.waitFor();
      await page.mouse.move(x, y);
      await grip.waitFor({ state: 'hidden' });
    }
    const quote = await boxOf(text.getByText('a quote', { exact: true }));
    const last = await boxOf(text.getByText('the last line', { exact: true }));
    await page.mouse.move(around.x - 60, quote.middle.y);
    await grip.waitFor();
    const from = (await boxOf(grip)).middle;
    await slide(written, { x: around.x - 60, y: quote.middle.y }, from, 1);
    await page.mouse.down();
    await slide(written, from, { x: last.x + 8, y: last.y + last.height - 3 }, 8);
    await page.mouse.up();
    await settled(page);
    await save(written);
    assert.equal(outline((await desk.stored(written.id)).blocks).at(-1), 'quote: a quote');
    await close(written);
  });

  it('is the synced block around a line that another editor shows', async () => {
    const blocks = [{ type: 'paragraph', data: { text: 'hours' } }];
    const given = { blocks, page_id: await desk.make('origin') };
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', given)).body;
    const written = await desk.open(await desk.make([{ type: 'synced', data: { syncedBlockId: id } }, ...blocks]));
    const { middle } = await boxOf(written.page.locator('.synced-body').getByText('hours'));
    assert.match(await reached(written, middle, 2), /hours/);
    await close(written);
  });
});
