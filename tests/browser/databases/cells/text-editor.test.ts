// Words in a cell: gone on with where they end, in a field that is as high as they are and stays in the window.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../../testing/until.ts';
import { axeFaultsInBoth } from '../../../kit/axe.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from '../desk.ts';

const browser = await openBrowser();

describe('the editor of words', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Notes', type: 'long_text' }]);
    await desk.made.row({ Notes: 'One sentence. '.repeat(60).trim() }, 'Long');
    await desk.made.row({ Notes: 'Short' }, 'Brief');
  });
  after(() => desk.stop());

  const field = '.cell-editor textarea';

  it('goes on where a value ends, and wipes nothing out by a key', async () => {
    const page = await desk.open('ann');
    for (const [line, end] of ['sentence.!', 'Short!'].entries()) {
      const cell = page.locator(`.grid-line[data-line="${line}"] [data-column="1"]`);
      await cell.click();
      await page.keyboard.press('Enter');
      await page.locator(field).waitFor();
      await page.keyboard.type('!');
      const written = await page.locator(field).inputValue();
      assert.ok(written.endsWith(end) && written.length >= end.length, written);
      if (line === 0) assert.ok(written.length > 800, 'nothing of it is gone');
      await page.keyboard.press('Escape');
      await page.locator(field).waitFor({ state: 'detached' });
    }
    await desk.close();
  });

  it('grows with what is typed, and scrolls only where the window ends', async () => {
    const page = await desk.open('ann');
    await page.locator('.grid-line[data-line="1"] [data-column="1"]').click();
    await page.keyboard.press('Enter');
    await page.locator(field).waitFor();
    const look = () =>
      page.locator(field).evaluate((one) => {
        const panel = (one.parentElement as HTMLElement).getBoundingClientRect();
        const box = one.getBoundingClientRect();
        const isAtEnd = one.scrollTop + one.clientHeight >= one.scrollHeight - 24;
        return { ...{ height: box.height, isWhole: one.scrollHeight <= one.clientHeight, isAtEnd }, ...{ panel, box } };
      });
    const { height, box, panel } = await look();
    assert.ok(Math.abs(panel.bottom - box.bottom - (box.top - panel.top)) <= 1, 'the same room above and below');
    const write = async (lines: number) => {
      for (let line = 0; line < lines; line++) await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('last');
    };
    await write(6);
    const grown = await look();
    assert.ok(grown.isWhole && grown.height > height + 60, `${height} to ${grown.height}`);
    await write(40);
    await until(async () => (await look()).panel.bottom <= 800);
    const full = await look();
    assert.ok(!full.isWhole && full.isAtEnd && full.panel.top >= 0 && full.panel.height > 700, JSON.stringify(full));
    await desk.close();
  });

  it('shows a long title as a whole, over its own column, on one line for ever', async () => {
    const title = 'A garden along the southern wall with forty kinds of roses and a bench in the shade';
    const row = await desk.made.row({}, title);
    const page = await desk.open('ann');
    const cell = page.locator('.grid-line', { hasText: title }).locator('[data-column="0"]');
    await cell.click();
    await page.keyboard.press('Enter');
    const editor = page.locator(field);
    await editor.waitFor();
    const [own, place] = [await page.locator('.cell-editor').boundingBox(), await cell.boundingBox()];
    assert.ok(own && place && own.x >= place.x - 1 && own.x + own.width <= place.x + place.width + 1);
    assert.ok(own.height > 2 * place.height - 12 && own.height < 4 * place.height, JSON.stringify({ own, place }));
    assert.ok(
      await editor.evaluate((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth),
    );
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await until(async () => (await desk.made.read(row.id)).title === `${title}!`);
    await desk.close();
  });
});
