// Options and people chosen by the keyboard: what is typed is what is taken, however late the answer, and nothing is lost by a look.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from './desk.ts';

const browser = await openBrowser();

describe('the editor of choices', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Owner', type: 'person', config: { multiple: false } },
      { name: 'State', type: 'select', config: named('Open', 'Waiting', 'Shut') },
      { name: 'Kinds', type: 'multi_select', config: named('Wood', 'Stone') },
      { name: 'Bare', type: 'select', config: { options: [] } },
    ]);
    const { t, made } = desk;
    const Kinds = [made.option('Kinds', 'Wood'), made.option('Kinds', 'Stone')];
    await made.row({ Owner: [t.user('ann').id], State: made.option('State', 'Shut'), Kinds }, 'Row');
  });
  after(() => desk.stop());

  it('takes the person whose name was typed, though the list of people comes after Enter', async () => {
    const page = await desk.open('ann');
    const held = Promise.withResolvers<void>();
    await page.route('**/members', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/members');
    await page.locator('.grid-cell', { hasText: 'Ann Example' }).dblclick();
    await asked;
    await page.getByRole('combobox', { name: 'Owner' }).pressSequentially('Edi');
    await page.keyboard.press('Enter');
    held.resolve();
    await page.locator('.grid-cell', { hasText: 'Edi Example' }).waitFor();
    await desk.close();
  });

  it('shows what is chosen, each with a way to take it out', async () => {
    const page = await desk.open('ann');
    const cell = page.getByRole('gridcell').nth(2);
    await cell.dblclick();
    const chosen = page.locator('.chosen-value');
    await chosen.nth(1).waitFor();
    assert.deepEqual(await chosen.allInnerTexts(), ['Wood', 'Stone']);
    await page.getByRole('button', { name: 'Remove Wood' }).click();
    assert.deepEqual(await chosen.allInnerTexts(), ['Stone']);
    await page.locator('h1').click();
    // Its line is drawn anew.
    await cell.filter({ hasText: /^Stone$/ }).waitFor();
    await desk.close();
  });

  it('says where there are no options that typing makes one, and makes it', async () => {
    const page = await desk.open('ann');
    const cell = page.getByRole('gridcell').nth(3);
    await cell.dblclick();
    await page.getByPlaceholder('Select an option or create one').waitFor();
    const status = page.locator('.chooser [role="status"]');
    assert.equal(await status.textContent(), 'Select an option or create one');
    await page.keyboard.type('High');
    await page.getByRole('option', { name: 'Create “High”' }).waitFor();
    await page.keyboard.press('Enter');
    await cell.getByText('High', { exact: true }).waitFor();
    await desk.close();
  });

  it('keeps the only value by Enter, and takes it away by a press on it', async () => {
    const page = await desk.open('ann');
    const cell = page.getByRole('gridcell').nth(1);
    const field = page.getByRole('combobox', { name: 'State' });
    for (const typed of ['', 'Shut']) {
      await cell.dblclick();
      await field.waitFor();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      assert.equal(await cell.textContent(), 'Shut');
    }
    await cell.dblclick();
    await page.getByRole('option', { name: 'Shut' }).click();
    await field.waitFor({ state: 'detached' });
    assert.equal(await cell.textContent(), '');
    await desk.close();
  });
});
