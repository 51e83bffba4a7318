// Databases in a browser: the table by keyboard, what the server refuses, views of one's own, boards and calendars.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import type { Name } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from './desk.ts';

const browser = await openBrowser();

describe('databases', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let t: DatabaseDesk['t'];
  let made: DatabaseDesk['made'];
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won', 'Lost') },
      { name: 'Amount', type: 'number' },
      { name: 'Due', type: 'date' },
    ]);
    ({ t, made } = desk);
    const stages = ['Open', 'Open', 'Won'];
    for (const [at, stage] of stages.entries())
      await made.row({ Stage: made.option('Stage', stage), Amount: at + 1, Due: `2026-11-1${at}` }, `Row ${at + 1}`);
  });
  after(() => desk.stop());

  async function open(who: Name, view = '', options: BrowserContextOptions = {}, path = ''): Promise<Page> {
    const page = await desk.visit(who, options);
    await page.goto(`${t.url}${path || `/pages/${made.pageId}${view}`}`);
    if (!path && options.javaScriptEnabled !== false) await page.locator(LIVE).waitFor();
    return page;
  }

  const cell = (page: Page, line: number, column: number) =>
    page.locator(`.grid-line[data-line="${line}"] [data-column="${column}"]`);
  /** The cell that keys act on, once it is the one. */
  const onCell = (page: Page, line: number, column: number) =>
    page.locator(`.grid:focus .grid-line[data-line="${line}"] .active[data-column="${column}"]`).waitFor();
  const says = (page: Page, line: number, column: number, text: string) =>
    cell(page, line, column).filter({ hasText: text }).waitFor();
  const values = async (title: string) => {
    const { results: rows } = (await made.query({})).body;
    const row = rows.find((one: { title: string }) => one.title === title);
    return (name: string) => row?.values[made.by[name].id];
  };

  it('are edited by keyboard alone, with what is wrong said where it was typed', async () => {
    const page = await open('edi');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await onCell(page, 0, 1);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').fill('Paused');
    await page.getByRole('option', { name: 'Create “Paused”' }).waitFor();
    await page.keyboard.press('Enter');
    await says(page, 0, 1, 'Paused');
    await onCell(page, 0, 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('7');
    await page.locator('.cell-editor :is(input, textarea)').fill('seven');
    await page.keyboard.press('Enter');
    await onCell(page, 1, 2);
    await says(page, 0, 2, 'This is not a number.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    assert.equal(await page.locator('.cell-editor :is(input, textarea)').inputValue(), 'seven');
    await page.locator('.cell-editor :is(input, textarea)').fill('77');
    await page.keyboard.press('Tab');
    await onCell(page, 0, 3);
    await page.locator('[data-saved="true"]').waitFor();
    assert.equal((await values('Row 1'))('Amount'), 77);
    await page.keyboard.press('Control+z');
    await says(page, 0, 2, '1');
    assert.deepEqual(await axeFaults(page), []);
    await desk.close();
  });

  it('keep their description in sight, and begin heads and names at one place for readers, too', async () => {
    const description = 'All client work, one row each.';
    const change = (text: string) => t.call('ann', 'PATCH', `/api/v2/collections/${made.id}`, { description: text });
    assert.equal((await change(description)).status, 200);
    for (const who of ['edi', 'vic'] as const) {
      const page = await open(who);
      await page.getByText(description).waitFor();
      await page.locator('.row-title').first().waitFor();
      const [head, name] = await page.evaluate(() =>
        ['.head-cell > .icon', '.row-title'].map((one) => document.querySelector(one)?.getBoundingClientRect().left),
      );
      assert.equal(head, name, who);
      await desk.close();
    }
    await change('');
  });

  it('take ranges from spreadsheets, and make rows of what is left over', async () => {
    const page = await open('edi', '', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(() => navigator.clipboard.writeText('Pasted\tWon\t1.5\nFresh\tNew stage\t"2"\n'));
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await onCell(page, 2, 0);
    await page.keyboard.press('Control+v');
    await says(page, 2, 0, 'Pasted');
    await says(page, 3, 1, 'New stage');
    await says(page, 3, 2, '2');
    assert.equal((await values('Fresh'))('Amount'), 2);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await page.locator('[data-saved="true"]').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'Pasted\tWon');
    await desk.close();
  });

  it('change, paste over, delete and bring back rows that nobody has scrolled to', async () => {
    const big = await makeDatabase(t, [{ name: 'Note', type: 'text' }], { title: 'Big' });
    const create = Array.from({ length: 210 }, (_, at) => ({
      title: `R${at}`,
      values: { [big.by.Note.id]: `n${at}` },
    }));
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${big.id}/rows/bulk`, { create })).status, 200);
    const counted = async (filter: object | null) => (await big.query({ filter, limit: 1 })).body.total;
    const noted = () => counted({ property_id: big.by.Note.id, op: 'is_not_empty' });
    const page = await open('edi', '', { permissions: ['clipboard-read', 'clipboard-write'] }, `/pages/${big.pageId}`);
    const start = async () => {
      await page.locator('[data-database][data-ready]').waitFor();
      await cell(page, 0, 0).waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+Home');
      await onCell(page, 0, 0);
    };
    await start();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await until(async () => (await noted()) === 0);
    await page.reload();
    await start();
    const lines = Array.from({ length: 205 }, (_, at) => `P${at}`).join('\n');
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await page.keyboard.press('Control+v');
    await until(async () => (await counted({ property_id: big.by.Name.id, op: 'starts_with', value: 'P' })) === 205);
    assert.equal(await counted(null), 210, 'nothing was made twice');
    await page.keyboard.press('Control+a');
    await onCell(page, 0, 0);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete 210 rows' }).click();
    await page.getByText('210 rows moved to the trash').waitFor();
    assert.equal(await counted(null), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await counted(null)) === 210);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Shift+z');
    await until(async () => (await counted(null)) === 0);
    await page.keyboard.press('Control+z');
    await until(async () => (await counted(null)) === 210);
    await desk.close();
  });

  it('show what a property does before it is deleted, and bring it back', async () => {
    const page = await open('ann');
    await page.getByRole('columnheader', { name: 'Due' }).click();
    await page.getByRole('menuitem', { name: 'Delete property' }).click();
    await page.getByText('3 rows have values that go with it.').waitFor();
    await page.getByRole('button', { name: 'Delete property' }).click();
    await page.getByText('Due was deleted').waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Due' }).count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('columnheader', { name: 'Due' }).waitFor();
    await desk.close();
  });

  it('are boards and calendars whose rows move by keyboard, on a phone in the dark, too', async () => {
    const limits = { [made.option('Stage', 'Won')]: 5 };
    const board = await desk.makeView('board', { group_by: made.by.Stage.id, wip_limits: limits });
    const page = await open('edi', `?view=${board}`, { viewport: { width: 390, height: 780 }, colorScheme: 'dark' });
    // Each column is read by itself, and draws the board anew.
    await page.locator('.row-card').nth(3).waitFor();
    await page.getByRole('link', { name: 'Row 2' }).focus();
    await page.locator('.row-card a:focus').waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('group', { name: 'Won', exact: true }).getByRole('link', { name: 'Row 2' }).waitFor();
    await page.getByText('Row 2 is in Won now').waitFor({ state: 'attached' });
    await page.locator('[data-saved="true"]').waitFor();
    assert.equal((await values('Row 2'))('Stage'), made.option('Stage', 'Won'));
    assert.deepEqual(await axeFaults(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    await desk.makeView('calendar', { date_property_id: made.by.Due.id });
    await desk.close();
  });

  it('change values at the head of a row, while its text is written', async () => {
    const { results: rows } = (await made.query({})).body;
    const row = rows.find(({ title }: { title: string }) => title === 'Row 2');
    const page = await open('edi', '', {}, `/pages/${row.id}`);
    await page.locator('.article[data-ready="true"]').waitFor();
    await page.getByRole('button', { name: 'Edit Amount' }).click();
    await page.locator('.cell-editor :is(input, textarea)').fill('many');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This is not a number.' }).waitFor();
    await page.getByRole('button', { name: 'Edit Amount' }).click();
    await page.locator('.cell-editor :is(input, textarea)').fill('42');
    await page.keyboard.press('Enter');
    await page.locator('.row-properties').getByText('42').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.locator('.article p').last().click();
    await page.locator('.article:focus-within').waitFor();
    await page.keyboard.type('Some words');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await desk.close();
  });

  it('can be read without scripts, and cost other pages nothing', async () => {
    const bare = await open('vic', '', { javaScriptEnabled: false });
    await bare.getByRole('rowheader', { name: 'Row 1' }).waitFor();
    const page = await open('vic');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const { body } = await t.call('ann', 'POST', '/api/pages', { title: 'Plain', workspace_id: t.ws1 });
    await page.goto(`${t.url}/pages/${body.id}`, { waitUntil: 'networkidle' });
    assert.deepEqual(
      loaded.filter((url) => /database|collections/.test(url)),
      [],
    );
    await desk.close();
  });
});
