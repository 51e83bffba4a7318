// The editor of dates: words by keyboard, the month by pointer and keys, ends, times, and words that are none.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

describe('the editor of dates', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let row: { id: number };
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Due', type: 'date' }]);
    row = await desk.made.row({ Due: '2026-11-20' }, 'Report');
  });
  after(() => desk.stop());

  const cell = (page: Page) => page.locator('[role="row"]', { hasText: 'Report' }).locator('[data-column="1"]');
  const field = (page: Page) => page.getByRole('dialog', { name: 'Due' }).getByRole('textbox', { name: 'Due' });
  const stored = async () => (await desk.made.read(row.id)).values[desk.made.by.Due.id];

  async function begin(options: BrowserContextOptions = {}): Promise<Page> {
    await desk.made.change(row.id, { Due: '2026-11-20' });
    const page = await desk.open('ann', undefined, options);
    await cell(page).click();
    return page;
  }

  async function saved(page: Page, press: () => Promise<unknown>): Promise<unknown> {
    const answer = page.waitForResponse((one) => one.request().method() !== 'GET' && one.url().includes('/rows'));
    await press();
    await answer;
    return stored();
  }

  it('understands words that are typed onto the cell', async () => {
    const page = await begin();
    await page.keyboard.type('24 dec 2027');
    await page.getByText('Friday, 24 December 2027').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    const value = await saved(page, () => page.keyboard.press('Enter'));
    assert.deepEqual(value, { start: '2027-12-24', end: null, timezone: null });
  });

  it('keeps what a fast hand types on after words that are a date already', async () => {
    const page = await begin();
    await page.keyboard.press('Enter');
    await field(page).evaluate(async (input: HTMLInputElement) => {
      input.value = '';
      for (const key of ['24 dec', ' ', '2', '0', '2', '7']) {
        input.value += key;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        // What was typed is shown, and no frame has passed, as between two keys of a hand that is ahead of its machine.
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
    });
    await page.getByText('Friday, 24 December 2027').waitFor();
    assert.equal(await field(page).inputValue(), '24 dec 2027');
    const value = await saved(page, () => page.keyboard.press('Enter'));
    assert.deepEqual(value, { start: '2027-12-24', end: null, timezone: null });
  });

  it('takes every key that is pressed until its field is there', async () => {
    const page = await begin();
    const [pressed, taken] = await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      let count = 0;
      while (!(document.activeElement instanceof HTMLInputElement)) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true }),
        );
        count += 1;
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      }
      return [count, document.activeElement.value.length];
    });
    assert.ok(pressed > 1, 'the field was there before the second key');
    assert.equal(taken, pressed);
  });

  /** Keys in one task, as a hand presses them that is ahead of the editor's code. */
  const pressAtOnce = (page: Page, keys: string[]) =>
    page.evaluate((all) => {
      for (const key of all)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, keys);

  it('keeps what is typed and ended by Enter before its field is there', async () => {
    const page = await begin();
    const value = await saved(page, () => pressAtOnce(page, [...'24 dec 20278', 'Backspace', 'Enter']));
    assert.deepEqual(value, { start: '2027-12-24', end: null, timezone: null });
    await field(page).waitFor({ state: 'detached' });
  });

  it('does not open after Escape, and leaves the next keys to the table', async () => {
    const page = await begin();
    await pressAtOnce(page, ['2', '4', 'Escape']);
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    assert.equal(await field(page).inputValue(), '20 Nov 2026');
    await page.keyboard.press('Escape');
    assert.equal(((await stored()) as { start: string }).start, '2026-11-20');
  });

  it('takes a time and an end from words', async () => {
    const page = await begin();
    await page.keyboard.press('Enter');
    await field(page).fill('1 dec 2026 9:30 - 3 dec 2026 17:00');
    const value = (await saved(page, () => page.keyboard.press('Enter'))) as Record<string, string>;
    assert.deepEqual([value.start, value.end], ['2026-12-01T09:30:00', '2026-12-03T17:00:00']);
    assert.ok(value.timezone);
  });

  it('goes through the month by keys and takes a day by Enter', async () => {
    const page = await begin();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Friday, 20 November 2026' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('table', { name: 'December 2026' }).waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Saturday, 5 December 2026',
    );
    await page.keyboard.press('Enter');
    assert.equal(await field(page).inputValue(), '5 Dec 2026');
    await field(page).focus();
    assert.deepEqual(await saved(page, () => page.keyboard.press('Enter')), {
      ...{ start: '2026-12-05', end: null, timezone: null },
    });
  });

  it('makes a span of two clicks, whichever comes first', async () => {
    const page = await begin();
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'End date' }).check();
    await page.getByRole('button', { name: 'Wednesday, 11 November 2026' }).click();
    assert.equal(await page.locator('.date-day.between').count(), 8);
    await field(page).focus();
    const value = await saved(page, () => page.keyboard.press('Enter'));
    assert.deepEqual(value, { start: '2026-11-11', end: '2026-11-20', timezone: null });
  });

  it('keeps words that are no date, and says so', async () => {
    const page = await begin();
    await page.keyboard.type('someday');
    await page.getByText('This isn’t a date.', { exact: false }).waitFor();
    await page.keyboard.press('Enter');
    await cell(page).getByText('someday').waitFor();
    assert.equal(((await stored()) as { start: string }).start, '2026-11-20');
    await page.keyboard.press('Escape');
  });

  it('gives up by Escape, and clears', async () => {
    const page = await begin();
    await page.keyboard.type('24 dec 2027');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    assert.equal(((await stored()) as { start: string }).start, '2026-11-20');
    await page.keyboard.press('Enter');
    assert.equal(await saved(page, () => page.getByRole('button', { name: 'Clear' }).click()), null);
  });

  it('switches a reminder on and off, which is kept with the row', async () => {
    const remind = async () => (await desk.made.read(row.id)).calendar?.remind ?? null;
    const page = await begin();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Due' });
    await dialog.getByRole('switch', { name: 'Reminder' }).check();
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('1 day before');
    assert.deepEqual(await axeFaults(page), []);
    await field(page).focus();
    await saved(page, () => page.keyboard.press('Enter'));
    assert.equal(await remind(), 1440);
    await page.reload();
    await cell(page).click();
    await page.keyboard.press('Enter');
    const shown = dialog.getByRole('combobox', { name: 'When' });
    assert.equal(await shown.inputValue(), '1440');
    await dialog.getByRole('switch', { name: 'Reminder' }).uncheck();
    await shown.waitFor({ state: 'detached' });
    await field(page).focus();
    await saved(page, () => page.keyboard.press('Enter'));
    assert.equal(await remind(), null);
    await desk.close();
  });

  it('stays inside of a phone, with days that a finger hits', async () => {
    const page = await begin(PHONE);
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    const box = await page.getByRole('dialog', { name: 'Due' }).boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 780,
      JSON.stringify(box),
    );
    const day = await page.getByRole('button', { name: 'Friday, 20 November 2026' }).boundingBox();
    assert.ok(day && day.height >= 40, JSON.stringify(day));
    assert.deepEqual(await axeFaults(page), []);
  });
});
