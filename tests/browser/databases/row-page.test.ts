// The page of a row: every value is its own button, a check is set by a press, and values look as the table shows them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser, signIn, type TestBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the page of a row', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let row: number;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Done') },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Owner', type: 'person' },
      { name: 'Due', type: 'date' },
      { name: 'Site', type: 'url' },
      { name: 'Price', type: 'number', config: { format: 'percent' } },
      { name: 'Taxed', type: 'formula', config: { expression: '4450.005' } },
      { name: 'Progress', type: 'number', config: { format: 'progress', max: 50 } },
      { name: 'Score', type: 'rating' },
    ]);
    const { made, t } = desk;
    const values = {
      Stage: made.option('Stage', 'Open'),
      Owner: [t.user('edi').id],
      Site: 'https://example.org/roof',
      Price: 0.125,
      Progress: 10,
      Score: 2,
    };
    row = (await made.row(values, 'Roof')).id;
  });
  after(() => desk.stop());

  it('takes the focus of no finger, for which the keyboard would cover it', async () => {
    for (const [options, isFocused] of [
      [PHONE, false],
      [{}, true],
    ] as const) {
      const page = await desk.visit('ann', options);
      await page.goto(`${desk.t.url}/pages/${row}`);
      await page.locator('.article[data-ready="true"]').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement !== document.body), isFocused);
      await desk.close();
    }
  });

  async function open(options = {}): Promise<Page> {
    const page = await desk.visit('edi', options);
    await page.goto(`${desk.t.url}/pages/${row}`);
    await page.locator('.article[data-ready="true"]').waitFor();
    return page;
  }
  const shown = (page: Page, name: string) =>
    page
      .locator('.row-properties dl > div')
      .filter({ has: page.locator('dt', { hasText: name }) })
      .locator('dd');
  const editor = (page: Page) => page.locator('.cell-editor');

  it('opens the editor of a value by a press on it, also where there is none yet', async () => {
    const page = await open();
    for (const [name, text] of [
      ['Stage', 'Open'],
      ['Due', 'Empty'],
      ['Price', '12.5%'],
    ] as const) {
      const { x, y, width, height } = (await shown(page, name).getByText(text).boundingBox()) as DOMRect;
      await page.mouse.click(x + width / 2, y + height / 2);
      await editor(page).waitFor();
      await page.keyboard.press('Escape');
      await editor(page).waitFor({ state: 'detached' });
    }
    const link = await shown(page, 'Site').locator('a').boundingBox();
    const hit = await page.evaluate(
      ({ x, y, height }) => document.elementFromPoint(x + 4, y + height / 2)?.tagName,
      link as DOMRect,
    );
    assert.equal(hit, 'A', 'an address can still be followed');
    assert.deepEqual(await axeFaults(page), []);
    await desk.close();
  });

  it('sets a check by a press on its box', async () => {
    const page = await open();
    const box = page.getByRole('checkbox', { name: 'Paid' });
    assert.equal(await box.getAttribute('aria-checked'), 'false');
    const { width } = (await shown(page, 'Paid').locator('.check').boundingBox()) as DOMRect;
    assert.ok(width >= 16, 'an empty box is seen');
    const { x, y } = (await shown(page, 'Paid').locator('.check').boundingBox()) as DOMRect;
    await page.mouse.click(x + 8, y + 8);
    await shown(page, 'Paid').locator('.check.on').waitFor();
    assert.equal(await box.getAttribute('aria-checked'), 'true');
    await until(async () => (await desk.made.query({})).body.results[0].values[desk.made.by.Paid.id], 'the check');
    await desk.close();
  });

  it('shows people with their faces, and numbers as the language of the reader has them', async () => {
    const page = await open({ locale: 'de-DE' });
    assert.equal(await shown(page, 'Owner').locator('.named-face .avatar').count(), 1);
    assert.equal((await shown(page, 'Taxed').innerText()).trim(), '4.450,005');
    assert.equal((await shown(page, 'Price').innerText()).trim().replace(/\s/g, ' '), '12,5 %');
    await desk.close();
  });

  it('has a rating chosen by stars, which are pressed, typed and taken away', async () => {
    const page = await desk.visit('ann', { viewport: { width: 1280, height: 800 } });
    await page.goto(`${desk.t.url}/pages/${row}`);
    const value = page.getByRole('button', { name: 'Edit Score' });
    const editor = page.getByRole('dialog', { name: 'Score' });
    const stored = async () => (await desk.made.read(row)).values[desk.made.by.Score.id] ?? null;
    const kept = (count: number | null) => until(async () => (await stored()) === count, `${count} stars are stored`);
    await value.click();
    assert.equal(await editor.getByRole('radio', { name: '2 of 5 stars' }).isChecked(), true);
    assert.deepEqual(await axeFaults(page), []);
    await editor.getByRole('radio', { name: '4 of 5 stars' }).locator('..').click();
    await editor.waitFor({ state: 'detached' });
    await kept(4);
    await value.click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await value.click();
    assert.equal(await editor.getByRole('radio', { name: '4 of 5 stars' }).isChecked(), true, 'Escape gives it up');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await kept(3);
    await value.click();
    await editor.getByText('Clear').click();
    await kept(null);
    await desk.made.change(row, { Score: 2 });
    await desk.close();
  });

  it('shows how much of all it is by a bar and by empty stars', async () => {
    const page = await open();
    const bar = shown(page, 'Progress').locator('progress');
    assert.deepEqual([await bar.getAttribute('value'), await bar.getAttribute('max')], ['10', '50']);
    assert.equal(await shown(page, 'Score').locator('.rate-star:not(.on)').count(), 3);
    await shown(page, 'Score').getByRole('img', { name: 'Score: 2 of 5 stars', exact: true }).waitFor();
    assert.equal((await shown(page, 'Score').innerText()).trim(), '★★★★★');
    const copied = await shown(page, 'Score').evaluate((value) => {
      getSelection()?.selectAllChildren(value);
      return `${getSelection()}`.trim();
    });
    assert.equal(copied, '★★', 'what is missing is drawn and not copied');
    await desk.close();
  });

  it('opens them by a tap on a phone', async () => {
    const page = await open(PHONE);
    await shown(page, 'Stage').getByText('Open').tap({ force: true });
    await editor(page).waitFor();
    await desk.close();
  });

  it('folds what is empty until somebody wants it, keeps each in its place, and adds a property', async () => {
    const wide = await furnishDatabase(null, [
      ...['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({ name, type: 'text' })),
      { name: 'Must', type: 'text', validation: { required: true } },
      { name: 'Last', type: 'text' },
      { name: 'Note', type: 'text' },
    ]);
    const { id } = await wide.made.row({ Five: 'here', Must: 'there', Note: 'too' }, 'Wide');
    const visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    await signIn(visit, wide.t, wide.t.session('ann'));
    const { page } = visit;
    const open = async () => {
      await page.goto(`${wide.t.url}/pages/${id}`);
      await page.locator('.article[data-ready="true"]').waitFor();
    };
    const names = () => page.locator('.row-properties > dl dt').allInnerTexts();
    await open();
    assert.deepEqual(
      await names(),
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Must', 'Last', 'Note'],
      'too few to fold',
    );
    assert.equal((await wide.made.change(id, { Five: null, Note: null, One: 'first' })).status, 200);
    await page.locator('.row-properties dd', { hasText: 'first' }).waitFor();
    assert.ok((await names()).includes('Five'), 'what was just emptied stays');
    await open();
    assert.deepEqual(await names(), ['One', 'Two', 'Three', 'Four', 'Must']);
    await page.getByText('Show 4 empty properties').click();
    await page.getByText('Hide 4 empty properties').waitFor();
    await open();
    assert.ok(await page.locator('.row-empty dt', { hasText: 'Six' }).isVisible(), 'that is remembered');
    await wide.made.change(id, { Six: 'six' });
    await page.locator('.row-empty dd', { hasText: 'six' }).waitFor();
    await page.getByRole('link', { name: 'Add property' }).click();
    await page.locator('.property-panel input:focus').waitFor();
    await page.keyboard.type('Made here');
    await page.keyboard.press('Enter');
    await page.locator('.row-properties dt', { hasText: 'Made here' }).waitFor();
    assert.deepEqual(visit.complaints, []);
    await visit.close();
    await wide.stop();
  });
});

after(() => browser?.close());
