// Undo in the table: each thing that was done is one step, and what others have written since is not taken back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { until } from '../../../testing/until.ts';
import { type Made, makeDatabase } from '../../databases/database.ts';
import type { TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();

describe('undo in a table', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let made: Made;
  let visit: Visit;
  let page: Page;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
  });
  after(async () => {
    await t.stop();
    await stored.cleanup();
  });

  /** A database of three rows, `Row 1` to `Row 3`, with the keys at this cell. */
  async function start(line: number, column: number): Promise<void> {
    made = await makeDatabase(t, [
      { name: 'Amount', type: 'number' },
      { name: 'Note', type: 'text' },
    ]);
    for (const at of [1, 2, 3]) await made.row({ Amount: at }, `Row ${at}`);
    const options = { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] };
    visit = await (browser as TestBrowser).visit(options);
    page = visit.page;
    await signIn(visit, t, t.session('edi'));
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.getByRole('grid').focus();
    await go(line, column);
  }

  async function end(allowed?: RegExp): Promise<void> {
    assert.deepEqual(
      visit.complaints.filter((one) => !allowed?.test(one)),
      [],
    );
    await visit.close();
  }

  async function go(line: number, column: number): Promise<void> {
    await page.keyboard.press('Control+Home');
    for (let at = 0; at < line; at++) await page.keyboard.press('ArrowDown');
    for (let at = 0; at < column; at++) await page.keyboard.press('ArrowRight');
    await page.locator(`.grid:focus .grid-line[data-line="${line}"] .active`).waitFor();
  }

  async function type(text: string): Promise<void> {
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill(text);
    await page.keyboard.press('Enter');
    await page.locator('.grid:focus').waitFor();
  }

  async function paste(text: string): Promise<void> {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await page.keyboard.press('Control+v');
  }

  /** Rows as words, each with its values of all columns that somebody fills. */
  const rows = async (): Promise<string[]> =>
    (await made.query({ limit: 100 })).body.results.map(({ title, values }: { title: string; values: object }) =>
      [title, ...['Amount', 'Note'].map((name) => (values as Record<string, unknown>)[made.by[name].id] ?? '')].join(),
    );
  async function become(...wanted: string[]): Promise<void> {
    let now = '';
    await until(
      async () => {
        now = JSON.stringify(await rows());
        return now === JSON.stringify(wanted);
      },
      () => now,
    );
  }
  const said = async () => (await page.locator('.toast').allTextContents()).join('; ');
  async function says(text: string): Promise<void> {
    let now = '';
    await until(
      async () => {
        now = await said();
        return now.includes(text);
      },
      () => now,
    );
  }

  it('takes back a paste that makes rows as one step, and only then what was typed before', async () => {
    await start(0, 1);
    await type('77');
    await become('Row 1,77,', 'Row 2,2,', 'Row 3,3,');
    await go(3, 0);
    await paste('a\t1\nb\t2\nc\t3\nd\t4\n');
    const pasted = ['Row 1,77,', 'Row 2,2,', 'Row 3,3,', 'a,1,', 'b,2,', 'c,3,', 'd,4,'];
    await become(...pasted);
    await page.keyboard.press('Control+z');
    await says('Undone: 4 new rows');
    await become('Row 1,77,', 'Row 2,2,', 'Row 3,3,');
    await page.locator('.grid-line[data-line="3"].new').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await says('Redone: 4 new rows');
    await become(...pasted);
    await page.keyboard.press('Control+z');
    await become('Row 1,77,', 'Row 2,2,', 'Row 3,3,');
    await page.keyboard.press('Control+z');
    await says('Undone: 1 cell');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,');
    await end();
  });

  it('takes back cells and rows of one paste together, before the server has answered, too', async () => {
    await start(1, 0);
    const held: Route[] = [];
    await page.route('**/rows/bulk', (route) => void held.push(route), { times: 1 });
    await paste('x\t8\ny\t9\nz\t10\n');
    await until(() => held.length === 1, 'the paste');
    await page.keyboard.press('Control+z');
    await held[0]?.continue();
    await says('Undone: 1 new row, 4 cells');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,');
    await page.keyboard.press('Control+y');
    await become('Row 1,1,', 'x,8,', 'y,9,', 'z,10,');
    await end();
  });

  it('writes a value once whose answer was lost, and never over what somebody else has written since', async () => {
    await start(0, 1);
    let requests = 0;
    await page.route('**/rows/bulk', async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fetch();
      const id = (await made.query({ limit: 1 })).body.results[0].id;
      await t.call('ann', 'PATCH', `/api/v2/rows/${id}`, { values: { [made.by.Amount.id]: 90 } });
      return route.abort('connectionreset');
    });
    await type('77');
    await until(() => requests === 2, 'the change is sent again');
    await page.locator('.grid-line[data-line="0"]', { hasText: '90' }).waitFor();
    await become('Row 1,90,', 'Row 2,2,', 'Row 3,3,');
    await page.keyboard.press('Control+z');
    await become('Row 1,90,', 'Row 2,2,', 'Row 3,3,');
    await end(/ERR_CONNECTION_RESET|Failed to load resource/);
  });

  it('goes to the next line before another key can come, when what was typed is taken', async () => {
    await start(0, 1);
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('7');
    const line = await page.evaluate(async () => {
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      document.querySelector('.cell-editor :is(input, textarea)')?.dispatchEvent(key);
      // Everything that comes before the next key, and nothing of what comes after it.
      for (let turn = 0; turn < 50; turn++) await undefined;
      return document.querySelector<HTMLElement>('.grid:focus .grid-line:has(.active)')?.dataset.line;
    });
    assert.equal(line, '1');
    await become('Row 1,7,', 'Row 2,2,', 'Row 3,3,');
    await end();
  });

  it('takes back a new row, a fill, and the deletion of rows, in this order', async () => {
    await start(3, 0);
    await page.keyboard.press('Enter');
    await page.locator('.cell-editor :is(input, textarea)').fill('New one');
    await page.keyboard.press('Enter');
    await go(0, 1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await become('Row 1,1,', 'Row 2,1,', 'Row 3,1,', 'New one,,');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete 3 rows' }).click();
    await become('New one,,');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await says('Undone: 3 deleted rows');
    await page.keyboard.press('Control+z');
    await says('Undone: 2 cells');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,', 'New one,,');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await says('Undone: 1 new row');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,');
    await end();
  });

  it('takes back the type and the deletion of a property, in their order with cells, and does both again', async () => {
    await start(0, 1);
    await type('77');
    await become('Row 1,77,', 'Row 2,2,', 'Row 3,3,');
    const typeNow = async () => (await made.reload()).by.Amount?.type;
    const menu = async (item: string, button: string) => {
      await page.getByRole('columnheader', { name: 'Amount' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').getByRole('button', { name: button }).click();
    };
    await menu('Change type', 'Change type');
    await says('The type of Amount was changed');
    assert.equal(await typeNow(), 'text');
    await menu('Delete property', 'Delete property');
    await says('Amount was deleted');
    assert.equal(await typeNow(), undefined);
    await page.locator('.grid').focus();
    await page.keyboard.press('Control+z');
    await says('Undone: the deletion of Amount');
    assert.equal(await typeNow(), 'text');
    await go(1, 0);
    await page.keyboard.press('Control+z');
    await says('Undone: the change of type of Amount');
    assert.equal(await typeNow(), 'number');
    await page.keyboard.press('Control+Shift+z');
    await says('Redone: the change of type of Amount');
    assert.equal(await typeNow(), 'text');
    await page.keyboard.press('Control+z');
    await until(async () => (await typeNow()) === 'number', 'the type before');
    await page.keyboard.press('Control+z');
    await says('Undone: 1 cell');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,');
    await end();
  });

  it('leaves what somebody else has written since, and says so', async () => {
    await start(0, 1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await become('Row 1,,', 'Row 2,,', 'Row 3,3,');
    const [first] = (await made.query({ limit: 1 })).body.results;
    assert.equal((await made.change(first.id, { Amount: 500 })).status, 200);
    await page.locator('.grid-line[data-line="0"]').filter({ hasText: '500' }).waitFor();
    await page.keyboard.press('Control+z');
    await says('Undone: 1 cell. 1 cell was changed elsewhere since and stays as it is.');
    await become('Row 1,500,', 'Row 2,2,', 'Row 3,3,');
    await end();
  });

  it('removes the rows of a paste of which somebody has deleted one already', async () => {
    await start(3, 0);
    await paste('a\nb\nc\n');
    await page.locator('.grid-line[data-line="5"]').filter({ hasText: 'c' }).waitFor();
    const { id } = (await made.query({ limit: 100 })).body.results.at(-2);
    const deleted = await t.call('ann', 'POST', `/api/v2/collections/${made.id}/rows/bulk`, { delete: [id] });
    assert.equal(deleted.status, 200);
    await page.keyboard.press('Control+z');
    await says('Undone: 2 new rows');
    await become('Row 1,1,', 'Row 2,2,', 'Row 3,3,');
    await end(/404/);
  });
});

after(() => browser?.close());
