// Databases that begin in the text of a page: by a word of the menu with a view, its name in place, or from a template.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { close, type Desk, outline, save, type Written, withEditor } from '../editor/editor.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

/** Chooses the first thing that the menu finds by these words. */
async function slash({ page }: Written, words: string, name: string): Promise<void> {
  await page.keyboard.type(`/${words}`);
  await page.getByRole('option', { name, exact: true }).and(page.locator('[aria-selected="true"]')).waitFor();
  await page.keyboard.press('Enter');
}

/** Leaves the name, and waits until it is kept. */
async function leaveName({ page }: Written): Promise<void> {
  const kept = page.waitForResponse(/\/rename$/);
  await page.keyboard.press('Enter');
  assert.equal((await kept).status(), 200);
}

const NAME = '.inline-database .inline-name';

await withEditor('a database that begins in the text', (desk: Desk) => {
  const below = async (id: number): Promise<Any[]> =>
    (await desk.t.call('ann', 'GET', `/api/v2/pages?parent_id=${id}&limit=20`)).body;

  it('is a board with a row in each column, whose name is typed at once, and goes by undo', async () => {
    const written = await desk.write('Before');
    const { page, id } = written;
    await page.keyboard.press('Enter');
    await slash(written, 'board', 'Board view');
    // Nobody waits until the database is there.
    await page.locator('.inline-name:focus').waitFor();
    await page.keyboard.type('Road');
    await page.locator(`${NAME}:focus`).waitFor();
    await page.keyboard.type(' map');
    assert.equal(await page.locator('.popover .inline-name').count(), 0);
    assert.equal(await page.locator(NAME).inputValue(), 'Road map');
    await page.locator('.board-column .row-card').nth(2).waitFor();
    for (const [at, title] of ['First row', 'Second row', 'Third row'].entries())
      await page.locator('.board-column').nth(at).getByText(title).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await leaveName(written);
    await page.keyboard.type('Below');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: Before', 'database:', 'paragraph: Below']);
    assert.deepEqual(
      (await below(id)).map(({ title, kind }) => [title, kind]),
      [['Road map', 'collection']],
    );
    while (await page.locator('.block-database').count()) await page.keyboard.press('Control+z');
    await save(written);
    assert.ok(!outline((await desk.stored(id)).blocks).includes('database:'));
    await close(written);
  });

  it('stays without a name until it gets one, which others and readers see', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await slash(written, 'table v', 'Table view');
    await page.locator(`${NAME}:focus`).waitFor();
    await page.keyboard.press('Enter');
    await save(written);
    assert.deepEqual(
      (await below(id)).map(({ title }) => title),
      [''],
    );
    const name = page.locator(NAME);
    assert.equal(await name.getAttribute('placeholder'), 'Untitled database');
    await name.fill('Things');
    await name.press('Escape');
    assert.equal(await name.inputValue(), '');
    await name.fill('Things');
    await leaveName(written);
    await name.fill('');
    await name.press('Enter');
    assert.equal(await name.inputValue(), 'Things');
    const reader = await desk.open(id, { who: 'edi' });
    await reader.page.locator(NAME).waitFor();
    assert.equal(await reader.page.locator(NAME).inputValue(), 'Things');
    await close(reader);
    await close(written);
  });

  it('is there at once and empty, first in its group of the menu, and begins from a template where it stands', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await page.keyboard.type('/database');
    const first = page.getByRole('option').first();
    await first.and(page.locator('[aria-selected="true"]')).waitFor();
    assert.equal((await first.innerText()).trim(), 'Database');
    await page.keyboard.press('Enter');
    await page.locator(`${NAME}:focus`).waitFor();
    await page.keyboard.type('Chores');
    await page.locator('.inline-database').getByRole('columnheader', { name: 'Name' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Start from a template' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Task list/ })
      .click();
    await page.getByRole('columnheader', { name: 'Assignee' }).waitFor();
    await until(async () => (await below(id)).length === 1, 'the empty one to be in the trash');
    assert.deepEqual(
      (await below(id)).map(({ title }) => title),
      ['Chores'],
    );
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks).filter((one) => one === 'database:').length, 1);
    await close(written);
  });

  it('is made once though the answer to the first request was lost', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    let lost = 0;
    await page.route('**/api/v2/collections', async (route) => {
      if (route.request().method() !== 'POST' || lost) return route.fallback();
      lost++;
      await route.fetch();
      return route.abort();
    });
    await slash(written, 'calendar', 'Calendar view');
    await page.locator(`${NAME}:focus`).waitFor();
    assert.deepEqual([lost, (await below(id)).length], [1, 1]);
    await page.keyboard.press('Enter');
    await save(written);
    await close(written, /ERR_FAILED/);
  });

  it('begins from a template, chosen by its picture', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await slash(written, 'database from', 'Database from a template');
    const dialog = page.getByRole('dialog', { name: 'Database from a template' });
    await dialog.locator('.template-choice:focus').waitFor();
    assert.equal(await dialog.locator('.template-choice > svg').count(), 6);
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: /Task list/ }).click();
    await page.locator(`${NAME}:focus`).waitFor();
    await page.getByRole('columnheader', { name: 'Assignee' }).waitFor();
    await page.keyboard.type('Chores');
    await leaveName(written);
    await save(written);
    assert.deepEqual(
      (await below(id)).map(({ title }) => title),
      ['Chores'],
    );
    await close(written);
  });
});
