// A database from a template in a browser: made and filled by keyboard alone, without faults in light and dark.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keptFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();

describe('a new database', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('make a database from a template, a row in it, and fill that, by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.locator('summary[aria-label="More to create"]').press('Enter');
    await page.getByRole('link', { name: 'New database' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('My tasks');
    await look(page);
    await page.getByRole('radio', { name: /Task list/ }).press('Space');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { name: 'My tasks' }).waitFor();
    await page.locator('[data-database][data-ready]').waitFor();
    // The keys are at its first row already.
    await page.locator('.grid:focus').waitFor();
    await page.keyboard.type('Water the plants');
    await until(async () => (await page.locator('.cell-editor textarea').count()) === 1, 'the field of its name');
    await page.keyboard.press('Enter');
    // The line of a new row is next: what is typed there is the name of one.
    await page.keyboard.type('Feed the cat');
    const editor = page.locator('.cell-editor textarea');
    await until(async () => (await editor.count()) === 1 && (await editor.inputValue()) === 'Feed the cat');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'Feed the cat' }).waitFor();
    const row = page.getByRole('rowheader', { name: 'Water the plants' });
    await row.waitFor();
    await page.locator('[data-saved="true"]').waitFor();
    await page.goto(new URL((await row.locator('a').getAttribute('href')) as string, page.url()).href);
    await page.locator('.article[data-ready="true"]').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Edit properties' }).count(),
      0,
      'a form for what is set in place',
    );
    await page.getByRole('button', { name: 'Edit Status' }).press('Enter');
    await page.getByRole('combobox', { name: 'Status' }).fill('Done');
    await look(page);
    await page.keyboard.press('Enter');
    await page.locator('.row-properties').getByText('Done').waitFor();
    await leave(visit);
  });

  it('begins with its name where nobody has given it one, which is written in its title', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const name = page.getByRole('textbox', { name: 'Title of this database' });
    const make = async (template?: RegExp) => {
      await page.goto(`${frame.t.url}/databases/new`);
      if (template) await page.getByRole('radio', { name: template }).check();
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('.page-title > [role="textbox"]:focus').waitFor();
    };
    await make();
    assert.equal(await name.textContent(), '');
    assert.equal(await name.getAttribute('data-placeholder'), 'Untitled');
    await page.keyboard.type('Plants');
    const kept = page.waitForResponse(/\/rename$/);
    await page.keyboard.press('Enter');
    assert.equal((await kept).status(), 200);
    await page.locator('.grid:focus').waitFor();
    await page.locator('.sidebar').getByRole('treeitem', { name: 'Plants' }).waitFor();
    await make(/Reading list/);
    assert.equal(await name.textContent(), 'Reading list');
    await page.keyboard.type('Books');
    assert.equal(await name.textContent(), 'Books', 'the name of the template goes with the first key');
    await page.keyboard.press('Escape');
    assert.equal(await name.textContent(), 'Reading list');
    await leave(visit);
  });

  it('gets a property beside the column in whose menu it is asked for', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, [
      { name: 'Size', type: 'number' },
      { name: 'Note', type: 'text' },
    ]);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const add = async (head: string, where: string, name: string) => {
      await page.getByRole('columnheader', { name: head }).click();
      await page.getByRole('menuitem', { name: where }).click();
      await page.getByPlaceholder('Property name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('columnheader', { name }).waitFor();
    };
    await add('Size', 'Insert to the right', 'After');
    await add('Size', 'Insert to the left', 'Before');
    await add('Name', 'Insert to the right', 'First');
    const heads = async () => (await page.locator('.head-cell').allInnerTexts()).map((text) => text.trim()).join();
    await until(async () => (await heads()) === 'Name,First,Before,Size,After,Note', 'the columns in this order');
    await leave(visit);
  });

  it('gets properties that keep what was refused, buttons, and what new rows begin with', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, [{ name: 'Stage', type: 'select', config: { options: [{ name: 'Won' }] } }]);
    await made.row({}, 'one');
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const dialog = page.getByRole('dialog');
    const begin = async (name: string, type: string, field: string) => {
      await page.locator('[data-tool="property"]').click();
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByRole('option', { name: type, exact: true }).click();
      await dialog.getByLabel(field, { exact: true }).waitFor();
      await dialog.locator(':focus').waitFor();
    };
    const add = () => dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await begin('Double', 'Formula', 'Formula');
    await dialog.getByLabel('Formula', { exact: true }).fill('1 +');
    await add();
    await dialog.getByRole('alert').filter({ hasText: 'line 1' }).waitFor();
    assert.equal(await dialog.getByLabel('Formula', { exact: true }).inputValue(), '1 +');
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Double');
    await dialog.getByLabel('Formula', { exact: true }).fill('1 + 1');
    await add();
    await page.getByRole('columnheader', { name: 'Double' }).waitFor();
    await page.locator('[data-tool="property"]').click();
    await dialog.getByLabel('Name', { exact: true }).fill('Note');
    await dialog.getByRole('option', { name: 'Text', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Note' }).click();
    await page.getByRole('menuitem', { name: 'Edit property' }).click();
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel('Default value').fill('hello');
    await dialog.getByLabel('Max. length').fill('8');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await begin('Win', 'Button', 'Words on the button');
    await dialog.getByLabel('Words on the button').fill('Win it');
    await dialog.getByLabel('Property', { exact: true }).selectOption({ label: 'Stage' });
    await dialog.getByLabel('Value', { exact: true }).selectOption({ label: 'Won' });
    assert.deepEqual(await axeFaults(page), []);
    await add();
    await page.getByText('Win it').click();
    await page.locator('.grid-cell .chip').filter({ hasText: 'Won' }).waitFor();
    await begin('Parts', 'Relation', 'Show the related rows as sub-items of this one');
    await dialog.getByLabel('Show the related rows as sub-items of this one').check();
    await dialog.getByLabel('Name of the property there').fill('Whole');
    await add();
    await page.getByRole('columnheader', { name: 'Parts' }).waitFor();
    const { by } = await made.reload();
    assert.deepEqual([by.Note.config.default, by.Note.validation], ['hello', { max_length: 8 }]);
    assert.deepEqual([by.Parts.config.sub_items, by.Whole.config.sub_items], ['children', 'parent']);
    await leave(visit, /422/);
  });

  it('gets properties in place, at the end of the heads, by keyboard and on a phone', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, [{ name: 'Stage', type: 'text' }]);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const panel = page.getByRole('dialog', { name: 'Add property' });
    await page.locator('.add-cell button').click();
    await page.locator('input:focus[aria-label="Name"]').waitFor();
    for (const family of ['Basic', 'People and time', 'Computed'])
      await panel.getByText(family, { exact: true }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.type('N'.repeat(250));
    assert.equal((await panel.getByLabel('Name').inputValue()).length, 100);
    await panel.getByLabel('Name').fill('Worth');
    await page.keyboard.press('Tab');
    await page.keyboard.type('numb');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Worth' }).waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.locator('.grid:focus').waitFor();
    await page.setViewportSize({ width: 900, height: 780 });
    await page.locator('[data-tool="property"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus[aria-label="Name"]').waitFor();
    await page.keyboard.type('Plain');
    await page.keyboard.press('Enter');
    // It comes into sight.
    const plain = page.getByRole('columnheader', { name: 'Plain' });
    await until(
      async () => (await plain.evaluate((cell) => cell.getBoundingClientRect().right <= innerWidth)) === true,
    );
    await page.locator('[data-tool="property"]:focus').waitFor();
    const { by } = await made.reload();
    assert.deepEqual([by.Worth.type, by.Plain.type], ['number', 'text']);
    await page.setViewportSize({ width: 390, height: 780 });
    await page.locator('[data-tool="options"]').click();
    await page.getByRole('menuitem', { name: 'Add property' }).click();
    const box = await panel.boundingBox();
    assert.deepEqual([box?.x, Math.round(box?.width ?? 0)], [0, 390]);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await leave(visit);
  });

  it('gets a currency from a list, and another type, where its name is edited', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, [{ name: 'Price', type: 'number' }]);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.getByRole('columnheader', { name: 'Price' }).click();
    await page.getByRole('menuitem', { name: 'Edit property' }).click();
    const dialog = page.locator('.dialog.beside');
    await dialog.getByLabel('Shown as').selectOption({ label: 'Currency' });
    await dialog.getByRole('button', { name: 'Currency: Euro (EUR)' }).click();
    await page.keyboard.type('swiss fr');
    await page.getByRole('option', { name: 'Swiss Franc (CHF)' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Currency: Swiss Franc (CHF)' }).waitFor();
    await dialog.getByRole('button', { name: 'Type: Number' }).click();
    await page.getByLabel('New type').waitFor();
    const { by } = await made.reload();
    assert.equal(by.Price.config.currency, 'CHF');
    await leave(visit);
  });

  it('gets other colours and another order of options below its column', async () => {
    const { t } = frame;
    const options = ['Open', 'Done'].map((name) => ({ name, color: 'green' }));
    const made = await makeDatabase(t, [{ name: 'Stage', type: 'select', config: { options } }]);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.getByRole('columnheader', { name: 'Stage' }).click();
    await page.getByRole('menuitem', { name: 'Edit property' }).click();
    const dialog = page.locator('.dialog.beside');
    const [form, head] = await Promise.all([
      dialog.boundingBox(),
      page.getByRole('columnheader', { name: 'Stage', includeHidden: true }).boundingBox(),
    ]);
    assert.ok(form && head && Math.abs(form.x - head.x) <= 1, 'it does not stand below its column');
    await dialog.getByRole('button', { name: 'Colour: Green' }).first().click();
    const colours = dialog.getByRole('radiogroup', { name: 'Colour' });
    await colours.getByText('Blue').click();
    await colours.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Colour: Blue' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await dialog
      .getByRole('button', { name: 'Move Done', exact: true })
      .dragTo(dialog.locator('[name="name"]').first(), {
        targetPosition: { x: 20, y: 2 },
      });
    const names = () =>
      dialog.locator('[name="name"]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    assert.deepEqual(await names(), ['Done', 'Open']);
    await dialog.getByRole('button', { name: 'Move Done', exact: true }).press('ArrowDown');
    assert.deepEqual(await names(), ['Open', 'Done']);
    await page.keyboard.press('ArrowUp');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = async () => {
      const { by } = await made.reload();
      return by.Stage.config.options.map(({ name, color }: { name: string; color: string }) => `${name} ${color}`);
    };
    await until(async () => (await stored()).join() === 'Done green,Open blue', 'the options');
    await leave(visit);
  });

  it('gets rows by a button above them, from a template or from nothing, and undo takes them back', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, [{ name: 'Stage', type: 'text' }]);
    const template = { name: 'Meeting', values: { [made.by.Stage.id]: 'planned' } };
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${made.id}/templates`, template)).status, 200);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.getByRole('button', { name: 'New from a template' }).click();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('menuitem', { name: 'Meeting' }).click();
    await page.frameLocator('.peek-frame').locator('.row-properties').getByText('planned').waitFor();
    await page.getByRole('gridcell', { name: 'planned' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.peek').waitFor({ state: 'detached' });
    // Two clicks make one.
    await page.getByRole('button', { name: 'New', exact: true }).dblclick();
    await page.locator('.peek').waitFor();
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.peek').waitFor({ state: 'detached' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('1 row', { exact: true }).waitFor();
    await leave(visit);
  });

  it('gets a row for each name that a quick hand types on a slow line, which end with Enter', async () => {
    const { t } = frame;
    const made = await makeDatabase(t, []);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const held: Route[] = [];
    let isHeld = true;
    await page.route(/\/api\/v2\/collections\/\d+\/rows/, (route) =>
      isHeld ? void held.push(route) : route.continue(),
    );
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.locator('.grid-line').last().click();
    for (const key of 'Dune\nEmma\n\nFaust') await page.keyboard.press(key === '\n' ? 'Enter' : key);
    await until(() => held.length > 0, 'no row is asked for');
    isHeld = false;
    for (const route of held) await route.continue();
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.value === 'Faust');
    await page.keyboard.press('Enter');
    const titles = async () => (await made.query({})).body.results.map(({ title }: { title: string }) => title);
    await until(async () => JSON.stringify(await titles()) === JSON.stringify(['Dune', 'Emma', '', 'Faust']));
    await leave(visit);
  });
});
