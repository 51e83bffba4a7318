// A row that was just made: what is typed before its page is there is its title, and presses no button on the way.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../../testing/until.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { awaitRowCount, type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();

describe('the title of a new row', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Stage', type: 'select', config: named('Open') }]);
  });
  after(() => desk.stop());

  const titles = async (): Promise<string[]> =>
    (await desk.t.call('ann', 'GET', `/api/v2/collections/${desk.made.id}/rows`)).body.map(
      (row: { title: string }) => row.title,
    );

  /** Clicks, types while the row and then its page are on their way, and once more when the title has the focus. */
  async function typeAhead(page: Page, press: () => Promise<void>): Promise<void> {
    const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
    const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/rows*', async (route) => {
      if (route.request().method() === 'POST') await isMade;
      await route.continue();
    });
    await page.route('**/pages/*embed=1', async (route) => {
      await isSent;
      await route.continue();
    });
    await press();
    await page.keyboard.type('Plan a ');
    make();
    await page.locator('.peek-frame').waitFor();
    await page.keyboard.type('trip to');
    send();
    const title = page.frameLocator('.peek-frame').locator('.page-title [role="textbox"]:focus');
    await title.waitFor();
    await page.keyboard.type(' Rome');
    await until(async () => (await titles()).at(-1) === 'Plan a trip to Rome', 'the title');
    await page.unrouteAll({ behavior: 'wait' });
  }

  it('is all that was typed since New was pressed, of which no space makes a second row', async () => {
    const page = await desk.open('ann');
    await typeAhead(page, () => page.getByRole('button', { name: 'New', exact: true }).click());
    assert.deepEqual(await titles(), ['Plan a trip to Rome']);
    await desk.close();
  });

  it('is so on a board, too', async () => {
    const page = await desk.open('ann', await desk.makeView('board', { group_by: desk.made.by.Stage.id }));
    await typeAhead(page, () => page.getByRole('button', { name: 'New row' }).first().click());
    await desk.close();
  });

  it('is what is typed right after the line that makes one was clicked', async () => {
    const page = await desk.open('ann');
    await page.locator('.grid-line').getByText('New row').click();
    await page.keyboard.type('Tomato', { delay: 25 });
    await page.keyboard.press('Enter');
    await until(async () => (await titles()).at(-1) === 'Tomato', 'the title');
    await desk.close();
  });

  it('has its like in the name of a new property, by the bar and at the end of the heads', async () => {
    const page = await desk.open('ann');
    const named = async (name: string) => {
      await page.keyboard.type(name, { delay: 25 });
      await page.keyboard.press('Enter');
      await page.getByRole('columnheader', { name }).waitFor();
    };
    await page.getByRole('button', { name: 'Add property' }).first().click();
    await named('Owner');
    await page.locator('.add-cell button').click();
    await named('Urgency');
    await desk.close();
  });

  it('is left alone where the row could not be made: keys go where the focus is again', async () => {
    const page = await desk.open('ann');
    await awaitRowCount(page, 3);
    await page.route('**/rows*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.locator('.toast').first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('rome');
    assert.equal(await field.inputValue(), 'rome');
    await desk.close(/503/);
  });
});
