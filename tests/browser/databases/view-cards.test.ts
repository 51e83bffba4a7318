// Cards and lines of rows: values that do not say what they are have their names beside them, amounts are written as money.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('cards of rows', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  const views: Record<string, number> = {};
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Guests', type: 'number' },
      { name: 'Budget', type: 'number', config: { format: 'currency', currency: 'EUR' } },
      { name: 'Due', type: 'date' },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Note', type: 'text' },
    ]);
    const values = { Stage: desk.made.option('Stage', 'Open'), Guests: 45, Budget: 1200, Paid: true, Note: 'Chairs' };
    await desk.made.row({ ...values, Due: { start: '2026-12-01', end: null, timezone: null } }, 'Party');
    views.board = await desk.makeView('board', { group_by: desk.made.by.Stage.id });
    for (const kind of ['gallery', 'list']) views[kind] = await desk.makeView(kind);
  });
  after(() => desk.stop());

  for (const kind of ['board', 'gallery', 'list'])
    it(`name what a number, a day and a check are of in a ${kind}`, async () => {
      const page = await desk.open('ann', views[kind]);
      await page.getByRole('link', { name: 'Party' }).waitFor();
      const names = await page.locator('.card-facts dt:not(.hidden)').allInnerTexts();
      // On lines all of them are, which phones show.
      const all = kind === 'list' ? ['Stage'] : [];
      assert.deepEqual(names, [...all, 'Guests', 'Budget', 'Due', 'Paid']);
      await page.getByText('€1,200.00', { exact: true }).waitFor();
      await desk.close();
    });

  for (const kind of ['board', 'gallery', 'list'])
    it(`show the first properties in a ${kind}, and all that somebody chooses`, async () => {
      const page = await desk.open('ann', views[kind]);
      await page.getByText('€1,200.00', { exact: true }).waitFor();
      assert.equal(await page.getByText('Chairs').count(), 0);
      await desk.close();
      const config = { visible: [desk.made.by.Note.id] };
      const chosen = await desk.makeView(kind, { ...config, group_by: desk.made.by.Stage.id });
      const again = await desk.open('ann', chosen);
      await again.getByText('Chairs').waitFor();
      assert.equal(await again.getByText('€1,200.00').count(), 0);
      await desk.close();
    });

  it('stand below each other in a list, whatever a row lacks, and are named once above', async () => {
    const row = await desk.made.row({ Budget: 7 }, 'Walk');
    const page = await desk.open('ann', views.list);
    await page.getByText('€7.00', { exact: true }).waitFor();
    const sides = await page
      .locator('.row-line dd[title="Budget"]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    assert.deepEqual([sides.length, new Set(sides).size], [2, 1]);
    assert.deepEqual(await page.locator('.row-list-names span').allInnerTexts(), [
      ...['Name', 'Stage', 'Guests', 'Budget', 'Due', 'Paid'],
    ]);
    const align = (one: Element) => getComputedStyle(one).textAlign;
    assert.equal(await page.locator('.row-line dd[title="Budget"]').first().evaluate(align), 'end');
    await desk.close();
    await desk.t.call('ann', 'DELETE', `/api/v2/rows/${row.id}`);
  });

  it('take one line for their values on a phone, and no more width than that has', async () => {
    const page = await desk.open('ann', views.list, PHONE);
    const line = page.locator('.row-line', { hasText: 'Party' });
    await line.locator('dd[title="Budget"]').waitFor();
    const box = await line.locator('.card-facts').boundingBox();
    assert.ok(box && box.height < 30, JSON.stringify(box));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await desk.close();
  });

  it('leave the title of a line its room beside an open row, and mark what is cut', async () => {
    const page = await desk.open('ann', views.list, { viewport: { width: 1440, height: 900 } });
    const names = page.locator('.row-list-names > span');
    await page.locator('.row-line .card-facts > div').first().waitFor();
    const all = await names.count();
    await page.locator('.row-line', { hasText: 'Party' }).getByRole('link').first().click();
    await page.locator('.peek').waitFor();
    await until(async () => (await names.count()) < all, 'fewer columns');
    const title = page.locator('.row-line .card-title').first();
    await until(async () => ((await title.boundingBox())?.width ?? 0) >= 259, 'room for the title');
    const wide = await page.locator('.row-list').evaluate((one) => one.scrollWidth - one.clientWidth);
    assert.equal(wide, 0);
    await desk.close();
  });

  for (const kind of ['list', 'gallery'])
    it(`have their options and checks changed where they stand in a ${kind}`, async () => {
      const page = await desk.open('ann', views[kind]);
      const card = page.locator('[data-row]', { hasText: 'Party' });
      const value = (property: string) => card.locator(`dd[title="${property}"] button`);
      await value('Stage').click();
      await page.locator('.cell-editor').getByRole('option', { name: 'Won' }).click();
      await card.getByText('Won').waitFor();
      await value('Paid').click();
      await page.locator('[data-saved="true"]').waitFor();
      const { values } = await desk.made.read(Number(await card.getAttribute('data-row')));
      assert.deepEqual(
        [values[desk.made.by.Stage.id], values[desk.made.by.Paid.id]],
        [desk.made.option('Stage', 'Won'), false],
      );
      await desk.made.change(Number(await card.getAttribute('data-row')), {
        Stage: desk.made.option('Stage', 'Open'),
        Paid: true,
      });
      await desk.close();
      const reader = await desk.open('vic', views[kind]);
      await reader.locator('[data-row] dd').first().waitFor();
      assert.equal(await reader.locator('[data-row] dd button').count(), 0, 'readers only read');
      await desk.close();
    });

  it('end a gallery with a place for the next card, and show pictures whole where that is set', async () => {
    const page = await desk.open('ann', await desk.makeView('gallery', { cover_fit: 'fit' }));
    const last = page.locator('.gallery > li').last();
    await last.getByRole('button', { name: 'New row' }).waitFor();
    assert.equal(await page.locator('.gallery').getAttribute('data-fit'), 'fit');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('radio', { name: 'Fill the card' }).check();
    await page.locator('.gallery[data-fit="crop"]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await desk.close();
  });

  it('can be copied, undone, and kept as a template from their menu', async () => {
    const page = await desk.open('ann', views.gallery);
    const choose = async (title: string, item: string) => {
      await page.locator('.row-card', { has: page.getByRole('link', { name: title, exact: true }) }).hover();
      await page.getByRole('button', { name: `More about ${title}`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Party', 'Duplicate');
    const copy = page.getByRole('link', { name: 'Party (copy)' });
    await copy.waitFor();
    assert.equal(await page.getByText('€1,200.00', { exact: true }).count(), 2);
    await page.keyboard.press('Control+z');
    await copy.waitFor({ state: 'detached' });
    await choose('Party', 'Save as template');
    await page.getByText('“Party” is now a template for new rows.').waitFor();
    await page.getByRole('button', { name: 'New from a template' }).click();
    await page.getByRole('menuitem', { name: 'Party' }).waitFor();
    await desk.close();
  });

  it('write amounts as the language of the reader does', async () => {
    const page = await desk.open('ann', views.list, { locale: 'de-DE' });
    await page.getByText('1.200,00 €', { exact: true }).waitFor();
    await desk.close();
  });

  it('have their menu at the top of the card, always where nothing hovers', async () => {
    for (const options of [{}, PHONE]) {
      const page = await desk.open('ann', views.gallery, options);
      const card = page.locator('.row-card', { hasText: 'Party' });
      const menu = card.getByRole('button', { name: 'More about Party' });
      const opacity = () => menu.evaluate((button) => getComputedStyle(button).opacity);
      await menu.waitFor();
      assert.equal(await card.locator('.card-cover').count(), 0, 'no row has a picture');
      const isTouched = 'hasTouch' in options;
      assert.equal(await opacity(), isTouched ? '1' : '0');
      if (!isTouched) await card.hover();
      assert.equal(await opacity(), '1');
      const [outer, inner] = [await card.boundingBox(), await menu.boundingBox()];
      assert.ok(outer && inner && inner.y - outer.y < 20, 'the menu stands at the top');
      await desk.close();
    }
  });

  it('offer in a gallery what has no value yet, by pointer, by menu and by key, and nothing to readers', async () => {
    const row = await desk.made.row({ Guests: 3 }, 'Bare');
    const page = await desk.open('ann', views.gallery);
    const card = page.locator('[data-row]', { hasText: 'Bare' });
    await card.waitFor();
    const offers = card.locator('.card-offers');
    const height = () => card.evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    assert.equal(await offers.isVisible(), false);
    await card.hover();
    assert.deepEqual(await offers.locator('button').allInnerTexts(), ['Stage', 'Budget', 'Due']);
    assert.equal(await height(), before, 'nothing moves');
    await offers.getByRole('button', { name: 'Stage' }).click();
    await page.locator('.cell-editor').getByRole('option', { name: 'Won' }).click();
    await card.getByText('Won').waitFor();
    assert.equal(await offers.getByRole('button', { name: 'Stage' }).count(), 0);
    await card.hover();
    await offers.getByRole('button', { name: 'Budget' }).click();
    // The card may be drawn anew at that moment.
    await until(async () => {
      const [outer, panel] = [await card.boundingBox(), await page.locator('.cell-editor').boundingBox()];
      return outer && panel && panel.x + panel.width <= outer.x + outer.width;
    }, 'an editor as wide as its card at most');
    await page.keyboard.press('Escape');
    const title = card.getByRole('link');
    await title.press(' ');
    await page.getByRole('menuitem', { name: 'Set Budget' }).click();
    await page.getByRole('textbox', { name: 'Budget' }).fill('much');
    await page.keyboard.press('Enter');
    await page.locator('.toast').waitFor();
    await title.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Set Budget' }).click();
    await page.getByRole('textbox', { name: 'Budget' }).fill('12');
    await page.keyboard.press('Enter');
    await card.getByText('€12.00').waitFor();
    await card.getByRole('button', { name: 'Guests: 3' }).click();
    await page.getByRole('textbox', { name: 'Guests' }).fill('4');
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Guests: 4' }).waitFor();
    await title.press(' ');
    await page.getByRole('menuitem', { name: 'Change Stage' }).click();
    await page.locator('.cell-editor').getByRole('option', { name: 'Open' }).click();
    await card.getByText('Open').waitFor();
    await desk.close();
    const phone = await desk.open('ann', views.gallery, PHONE);
    const held = phone.locator('[data-row]', { hasText: 'Bare' });
    await held.locator('.card-more').tap();
    await phone.getByRole('menuitem', { name: 'Set Paid' }).tap();
    await held.locator('.check.on').waitFor();
    await desk.close();
    const reader = await desk.open('vic', views.gallery);
    await reader.locator('[data-row]', { hasText: 'Bare' }).waitFor();
    assert.equal(await reader.locator('.card-offers').count(), 0);
    await desk.close();
    await desk.t.call('ann', 'DELETE', `/api/v2/rows/${row.id}`);
  });

  it('are gone through by arrows, beside each other and line by line', async () => {
    const made = [];
    for (let at = 0; at < 6; at++) made.push(await desk.made.row({}, `Card ${at}`));
    const page = await desk.open('vic', views.gallery, { viewport: { width: 1280, height: 900 } });
    await page.getByRole('link', { name: 'Card 5' }).waitFor();
    const cards = page.locator('.gallery > [data-row]');
    const tops = await cards.evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetTop));
    const line = tops.filter((top) => top === tops[0]).length;
    const titles = await cards.locator('.card-title').allInnerTexts();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await cards.first().locator('.card-title').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), titles[1]);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), titles[1 + line]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), titles[0]);
    await page.keyboard.press('End');
    assert.equal(await focused(), titles[line - 1]);
    assert.notEqual(titles.length % line, 0, 'the last line is a shorter one');
    await cards
      .nth(titles.length - (titles.length % line) - 1)
      .locator('.card-title')
      .focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), titles.at(-1));
    await page.keyboard.press('Control+Home');
    assert.equal(await focused(), titles[0]);
    await page.keyboard.press('Control+End');
    assert.equal(await focused(), titles.at(-1));
    await page.keyboard.press('Home');
    assert.equal(await focused(), titles[titles.length - (titles.length % line || line)]);
    const ring = (one: Element) => getComputedStyle(one).outlineStyle;
    const last = page.locator('[data-row]:has(:focus)');
    assert.deepEqual([await last.evaluate(ring), await last.locator('.card-title').evaluate(ring)], ['solid', 'none']);
    await desk.close();
    for (const { id } of made) await desk.t.call('ann', 'DELETE', `/api/v2/rows/${id}`);
  });

  it('have one ring where their row is open beside, and offer their days to a press', async () => {
    const page = await desk.open('ann', views.gallery, { viewport: { width: 1440, height: 900 } });
    const card = page.locator('.row-card', { hasText: 'Party' });
    await card.getByRole('button', { name: /^Due: / }).click();
    await page.getByRole('dialog', { name: 'Due' }).waitFor();
    await page.keyboard.press('Escape');
    const title = card.getByRole('link');
    await title.press('Enter');
    await page.locator('.row-card[aria-current]').waitFor();
    let rings: string[] = [];
    // The row that opens takes the focus once it is there.
    await until(async () => {
      await title.press('Shift');
      rings = await title.evaluate((one) => {
        const [own, whole] = [getComputedStyle(one), getComputedStyle(one.closest('.row-card') as Element)];
        return one.matches(':focus-visible') ? [whole.outlineStyle, whole.boxShadow, own.outlineStyle] : [];
      });
      return rings.length > 0;
    }, 'the title has the focus');
    assert.deepEqual(rings, ['solid', 'none', 'none']);
    await desk.close();
  });

  it('have room for the settings of their view, which close the row that is open beside', async () => {
    const page = await desk.open('ann', views.gallery, { viewport: { width: 1440, height: 900 } });
    await page.locator('.row-card', { hasText: 'Party' }).getByRole('link').click();
    await page.locator('.peek').waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.locator('dialog.beside').waitFor();
    await page.locator('.peek').waitFor({ state: 'detached' });
    const end = () => page.locator('.gallery').evaluate((one) => one.getBoundingClientRect().right);
    const panel = await page.locator('dialog.beside').boundingBox();
    assert.ok((await end()) < (panel?.x ?? 0), 'what is set is seen');
    const names = page.locator('.card-facts dt:not(.hidden)');
    await page
      .getByRole('group', { name: 'Names of properties' })
      .getByRole('radio', { name: 'All', exact: true })
      .check();
    await names.getByText('Stage').first().waitFor();
    await page
      .getByRole('group', { name: 'Names of properties' })
      .getByRole('radio', { name: 'None', exact: true })
      .check();
    await until(async () => (await names.count()) === 0, 'no name');
    await page
      .getByRole('group', { name: 'Picture', exact: true })
      .getByRole('radio', { name: 'None', exact: true })
      .check();
    assert.equal(await page.getByRole('group', { name: 'Fit of the picture' }).count(), 0);
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await names.getByText('Guests').first().waitFor();
    await until(async () => (await end()) > (panel?.x ?? 0), 'all of its room for the view');
    await desk.close();
  });
});
