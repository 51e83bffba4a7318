// Tables in the editor: rows and columns by handles and keys, merged cells, widths, cells of spreadsheets, and large ones.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { type Block, tableRows } from '../../../plugins/blocks/block.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled } from '../../kit/browser.ts';
import { close, outline, paste, save, type Written, withEditor } from './editor.ts';

const MARKDOWN = ['| a | b | c |', '| --- | --- | --- |', '| 1 | 2 | 3 |', '| 4 | 5 | 6 |'].join('\n');

/** The texts of a table, row by row; spans as `text:2x1`. */
function cells(block: Block | undefined): string[] {
  return tableRows(block as Block).map((row) =>
    row
      .map(({ content, colspan = 1, rowspan = 1 }) => {
        const text = content.map((node) => ('text' in node ? node.text : '/')).join('');
        return colspan * rowspan > 1 ? `${text}:${colspan}x${rowspan}` : text;
      })
      .join(' '),
  );
}

await withEditor('tables', (desk) => {
  const cell = ({ text }: Written, name: string): Locator => text.locator('td, th').getByText(name, { exact: true });
  /** A click moves the caret a moment later. */
  const caretIn = async (written: Written, name: string) => {
    await cell(written, name).click();
    await settled(written.page);
  };
  const table = async ({ id }: Written) => (await desk.stored(id)).blocks.find(({ type }) => type === 'table');
  const choose = async ({ page }: Written, name: string) => {
    await page.getByRole('menu').getByText(name, { exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await settled(page);
  };
  const menuAt = async (written: Written, name: string) => {
    await caretIn(written, name);
    await written.page.keyboard.press('Control+/');
    await written.page.getByRole('menu', { name: 'Rows and columns' }).waitFor();
  };

  const lineMenuAt = async (written: Written, line: 'Row' | 'Column', name: string) => {
    await menuAt(written, name);
    await written.page.getByRole('menuitem', { name: line, exact: true }).press('Enter');
    await written.page.getByRole('menu', { name: line, exact: true }).waitFor();
  };

  it('moves, adds and deletes rows and columns by keys and by the menu that a key opens', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await caretIn(written, '1');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['b a c', '5 4 6', '2 1 3']);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await lineMenuAt(written, 'Row', '5');
    await choose(written, 'Row above');
    await lineMenuAt(written, 'Column', '5');
    assert.deepEqual(await axeFaults(page), []);
    await choose(written, 'Delete column');
    await lineMenuAt(written, 'Row', '4');
    await choose(written, 'Move row up');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a c', '4 6', ' ', '1 3']);
    const stored = (await table(written))?.data.header;
    assert.deepEqual(stored, { row: true, column: false });
    await menuAt(written, '4');
    await choose(written, 'Heading column');
    await save(written);
    assert.deepEqual((await table(written))?.data.header, { row: true, column: true });
    await close(written);
  });

  it('moves rows and columns by their handles, which open a menu when clicked', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    const drag = async (name: 'Row' | 'Column', from: string, to: string) => {
      await cell(written, from).hover();
      await page.getByRole('button', { name, exact: true }).hover();
      await page.mouse.down();
      const box = await cell(written, to).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 8, { steps: 4 });
      await page.mouse.up();
    };
    await drag('Row', '4', '1');
    await drag('Column', 'a', 'c');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['b c a', '5 6 4', '2 3 1']);
    await cell(written, '6').hover();
    await page.getByRole('button', { name: 'Column', exact: true }).click();
    await choose(written, 'Column after');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['b c  a', '5 6  4', '2 3  1']);
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['b c a', '5 6 4', '2 3 1']);
    await close(written);
  });

  it('merges cells into lines of one, and splits them again', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await caretIn(written, '1');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowRight');
    await page.locator('.selectedCell').nth(1).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('.selectedCell').nth(3).waitFor();
    await page.keyboard.press('Control+/');
    await choose(written, 'Merge cells');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1/2/4/5:2x2 3', '6']);
    await page.keyboard.press('Control+/');
    await choose(written, 'Split cell');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1/2/4/5  3', '  6']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1 2 3', '4 5 6']);
    await page.keyboard.press('Control+Shift+z');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1/2/4/5:2x2 3', '6']);
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1 2 3', '4 5 6']);
    await close(written);
  });

  it('sets the width of a column by pointer and by number, for readers too, and takes it back', async () => {
    const written = await desk.write(MARKDOWN);
    const { page, id } = written;
    const box = await cell(written, '2').boundingBox();
    const right = (box?.x ?? 0) + (box?.width ?? 0);
    const middle = (box?.y ?? 0) + 10;
    await page.mouse.move(right - 20, middle);
    await page.mouse.move(right - 1, middle);
    await page.locator('.table-edge').waitFor();
    await page.mouse.down();
    await page.mouse.move(right + 79, middle, { steps: 4 });
    await page.mouse.up();
    await save(written);
    const widths = ((await table(written))?.data.widths ?? []) as number[];
    assert.equal(widths.length, 3);
    assert.ok(Math.abs((widths[1] ?? 0) - (box?.width ?? 0) - 80) <= 2, `${widths}`);
    // The line between two columns can be taken from its other side, too.
    const line = await cell(written, '2').boundingBox();
    await page.mouse.move((line?.x ?? 0) + 20, middle);
    await page.mouse.move((line?.x ?? 0) + 2, middle);
    await page.mouse.down();
    await page.mouse.move((line?.x ?? 0) + 42, middle, { steps: 4 });
    await page.mouse.up();
    await save(written);
    const moved = ((await table(written))?.data.widths ?? []) as number[];
    assert.deepEqual(moved, [(widths[0] ?? 0) + 40, widths[1], widths[2]]);
    await page.keyboard.press('Control+z');
    await lineMenuAt(written, 'Column', '3');
    await choose(written, 'Width of the column');
    await page.getByLabel('Width of the column').last().fill('333');
    await page.keyboard.press('Enter');
    await save(written);
    assert.deepEqual((await table(written))?.data.widths, [widths[0], widths[1], 333]);
    const drawn = (await cell(written, '3').boundingBox())?.width ?? 0;
    assert.ok(Math.abs(drawn - 333) < 2, `${drawn}`);
    const reader = await desk.browser.visit({ javaScriptEnabled: false });
    await reader.context.addCookies(await page.context().cookies());
    await reader.page.goto(`${desk.t.url}/pages/${id}`);
    const read = await reader.page.locator('.article td').getByText('3', { exact: true }).boundingBox();
    assert.ok(Math.abs((read?.width ?? 0) - 333) < 2);
    await reader.close();
    await lineMenuAt(written, 'Column', '3');
    await choose(written, 'Width of the column');
    await page.getByLabel('Width of the column').last().fill('');
    await page.keyboard.press('Enter');
    await save(written);
    assert.equal((await table(written))?.data.widths, undefined);
    await close(written);
  });

  it('takes the cells of spreadsheets, as text or HTML, into its cells, or makes a table of them', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await caretIn(written, '5');
    await paste(written, { 'text/plain': 'x\ty\tz\r\n7\t\t9\r\n' });
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c ', '1 2 3 ', '4 x y z', ' 7  9']);
    assert.equal(await written.text.locator('th').count(), 4);
    await page.keyboard.press('Control+z');
    await caretIn(written, 'c');
    await paste(written, {
      'text/plain': 'p\nq',
      'text/html': '<table><tr><td style="width:9px">p</td></tr><tr><td><b>q</b></td></tr></table>',
    });
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b p', '1 2 q', '4 5 6']);
    assert.equal(await written.text.locator('th').count(), 3);
    await close(written);
    const empty = await desk.write('');
    await paste(empty, { 'text/plain': 'Name\tCount\nApples\t3' });
    await empty.text.locator('td').first().waitFor();
    await save(empty);
    assert.deepEqual(cells(await table(empty)), ['Name Count', 'Apples 3']);
    await close(empty);
  });

  it('cuts off nothing of the cells that come into fewer chosen ones', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await caretIn(written, '2');
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) {
      await page.keyboard.press(key);
      await settled(page);
    }
    assert.equal(await written.text.locator('.selectedCell').count(), 4);
    await paste(written, { 'text/plain': 'p\tq\tr\ns\tt\tu\nv\tw\tx' });
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c ', '1 p q r', '4 s t u', ' v w x']);
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(cells(await table(written)), ['a b c', '1 2 3', '4 5 6']);
    await close(written);
  });

  it('copies cells as a spreadsheet has them, and makes a table of them outside of one', async () => {
    const written = await desk.write(`${MARKDOWN}\n\nafter`);
    const { page } = written;
    const plain = () => page.evaluate(() => navigator.clipboard.readText());
    await caretIn(written, '2');
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) {
      await page.keyboard.press(key);
      await settled(page);
    }
    assert.equal(await written.text.locator('.selectedCell').count(), 4);
    await page.keyboard.press('Control+c');
    assert.equal(await plain(), '2\t3\n5\t6');
    await written.text.getByText('after').click();
    await settled(page);
    for (const key of ['End', 'Enter', 'Control+v']) await page.keyboard.press(key);
    await save(written);
    const { blocks } = await desk.stored(written.id);
    assert.deepEqual(outline(blocks), ['table:', 'paragraph: after', 'table:']);
    assert.deepEqual(cells(blocks[2]), ['2 3', '5 6']);
    await close(written);
  });

  it('copies a word of a cell as that word, and takes one cell, and a line of Markdown, as text', async () => {
    const written = await desk.write('| a | b |\n| --- | --- |\n| some words | 2 |\n\nafter');
    const { page } = written;
    await written.text.getByText('some words').dblclick({ position: { x: 75, y: 15 } });
    await settled(page);
    await page.keyboard.press('Control+c');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'words');
    const one = '<google-sheets-html-origin><table><tr><td style="font-weight:bold">one</td></tr></table>';
    await written.text.getByText('after').click();
    await settled(page);
    await page.keyboard.press('End');
    await paste(written, { 'text/plain': 'one', 'text/html': one });
    await caretIn(written, '2');
    await page.keyboard.press('End');
    await paste(written, { 'text/plain': 'one', 'text/html': one });
    await paste(written, { 'text/plain': ' and **strong** words' });
    await written.text.locator('td strong').getByText('strong').waitFor();
    await save(written);
    const { blocks } = await desk.stored(written.id);
    assert.deepEqual(cells(blocks[0]), ['a b', 'some words 2one and strong words']);
    assert.deepEqual(blocks[1]?.content, [
      { type: 'text', text: 'after' },
      { type: 'text', text: 'one', marks: [{ type: 'bold' }] },
    ]);
    await close(written);
  });

  it('begins with a line of names and one of dashes, as Markdown has it', async () => {
    const written = await desk.write('');
    const { page } = written;
    for (const line of ['| Name | **Count** |', '| - | -: |']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('Apples');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await save(written);
    const made = await table(written);
    assert.deepEqual(cells(made), ['Name Count', 'Apples 3']);
    assert.deepEqual(tableRows(made as Block)[0]?.[1]?.content, [
      { type: 'text', text: 'Count', marks: [{ type: 'bold' }] },
    ]);
    assert.deepEqual(made?.data.header, { row: true, column: false });
    assert.equal((await desk.stored(written.id)).blocks.length, 1);
    await close(written);
    const other = await desk.write('');
    await other.page.keyboard.type('| a | b |');
    await other.page.keyboard.press('Enter');
    await other.page.keyboard.type('| - | - | - |');
    await other.page.keyboard.press('Enter');
    await save(other);
    assert.equal(await table(other), undefined);
    await close(other);
  });

  it('takes 200 rows of 50 columns, and writing in them stays possible', async () => {
    const written = await desk.write('');
    const rows = Array.from({ length: 200 }, (_none, y) => Array.from({ length: 50 }, (_none2, x) => `${y}.${x}`));
    await paste(written, { 'text/plain': rows.map((row) => row.join('\t')).join('\n') });
    await caretIn(written, '120.3');
    await written.page.keyboard.press('End');
    await written.page.keyboard.type(' here');
    await written.page.keyboard.press('Alt+Shift+ArrowUp');
    await save(written);
    const stored = tableRows((await table(written)) as Block);
    assert.equal(stored.length, 200);
    assert.deepEqual(stored[119]?.[3]?.content, [{ type: 'text', text: '120.3 here' }]);
    await close(written);
  });
});
