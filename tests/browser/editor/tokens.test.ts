// What `@` and `[[` offer, with which icons and in which order, the space behind what was chosen, and formulas.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeDatabase } from '../../databases/database.ts';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { settled } from '../../kit/browser.ts';
import { close, paste, save, type Written, withEditor } from './editor.ts';

const options = ({ page }: Written) => page.locator('#suggestions [role="option"]');

await withEditor('tokens in the text', (desk) => {
  async function choose(written: Written, typed: string, label: string): Promise<void> {
    await written.page.keyboard.type(typed);
    await options(written).first().filter({ hasText: label }).waitFor();
    await settled(written.page);
    await written.page.keyboard.press('Enter');
  }

  it('leave one space before a word, and none before a full stop', async () => {
    await desk.make('x', 'Season plan');
    const written = await desk.write('');
    const { page, text } = written;
    await choose(written, '@edi', 'Edi');
    await page.keyboard.type(' and ');
    await choose(written, '[[Seas', 'Season plan');
    await page.keyboard.type('. See ');
    await choose(written, '@edi', 'Edi');
    await page.keyboard.type('too');
    assert.equal(await text.innerText(), '@Edi Example and Season plan. See @Edi Example too');
    await close(written);
  });

  it('begin with people, and offer pages that the person opened, each with its own icon', async () => {
    const own = await desk.make('x', 'Opened');
    await desk.make('x', 'Made by a program');
    const given = await desk.t.call('ann', 'PATCH', `/api/v2/pages/${own}`, { page_icon: '🌻' });
    assert.equal(given.status, 200, given.text);
    await close(await desk.open(own));
    const written = await desk.write('');
    const { page } = written;
    await page.keyboard.type('@');
    await options(written).first().waitFor();
    const groups = await page.locator('#suggestions .suggest-group').allTextContents();
    assert.deepEqual(groups, ['People', 'Dates', 'Recent pages']);
    assert.ok(await options(written).first().locator('img.avatar').isVisible(), 'people have their faces');
    assert.equal(await options(written).filter({ hasText: 'Made by a program' }).count(), 0);
    const line = options(written).filter({ hasText: 'Opened' });
    assert.equal(await line.locator('.suggest-sign').textContent(), '🌻');
    await close(written);
  });

  it('offer rows, and titles before texts, with the whole of a title before its place', async () => {
    const db = await makeDatabase(desk.t, [], { title: 'Gardens of everybody we have ever planted for' });
    await db.row({}, 'Miller rose garden, the long border');
    for (const day of [1, 2, 3])
      await desk.make('Mill, miller, millers: all of them spoke of the mill.', `Meeting ${day}`);
    const written = await desk.write('');
    await choose(written, '[[mill', 'Miller rose garden, the long border');
    await written.page.keyboard.type('and ');
    await written.page.keyboard.type('@border mill');
    const first = options(written).first();
    await first.filter({ hasText: 'Miller rose garden' }).waitFor();
    assert.ok(
      await first.locator('.menu-label').evaluate((label) => label.scrollWidth <= label.clientWidth),
      'the title is cut',
    );
    await close(written);
  });

  const line = async ({ id }: Written, at = 0) => (await desk.stored(id)).blocks[at]?.content;
  const equation = ({ page }: Written) => page.getByRole('textbox', { name: 'Equation', exact: true });
  const shown = ({ text }: Written) => text.locator('.inline-math');

  it('make a formula of what is typed between dollar signs, and give the signs back', async () => {
    const written = await desk.write('');
    const { page, text } = written;
    await page.keyboard.type('So $x^2$ and $$\\frac{a}{b}$$, but $5 and $6, or ($) and ($) ');
    await text.locator('.inline-math mfrac').waitFor();
    await page.keyboard.type('or $y$ ');
    await shown(written).nth(2).waitFor();
    await page.keyboard.press('Control+z');
    await text.getByText('or $y$').waitFor();
    await save(written);
    assert.deepEqual(await line(written), [
      { type: 'text', text: 'So ' },
      { type: 'math', tex: 'x^2' },
      { type: 'text', text: ' and ' },
      { type: 'math', tex: '\\frac{a}{b}' },
      { type: 'text', text: ', but $5 and $6, or ($) and ($) or $y$ ' },
    ]);
    await close(written);
  });

  it('open a formula by a click and by arrow keys, show it while it is written, and give it up by Escape', async () => {
    const written = await desk.write('First\n\na $x$ b');
    const { page, text } = written;
    await shown(written).locator('math').click();
    assert.equal(await equation(written).inputValue(), 'x');
    await equation(written).fill('\\sqrt{x');
    const dialog = page.getByRole('dialog', { name: 'Equation' });
    await dialog.getByText(/expected/i).waitFor();
    await dialog.locator('.stale mi').waitFor();
    await equation(written).fill('\\sqrt{x}');
    await dialog.locator('msqrt').waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await shown(written).locator('msqrt').count(), 0);
    await page.keyboard.press('ArrowLeft');
    await equation(written).fill('\\sqrt{x}');
    await page.keyboard.press('Enter');
    await shown(written).locator('msqrt').waitFor();
    await page.keyboard.type('!');
    await page.waitForFunction(() => getSelection()?.anchorNode?.textContent?.startsWith('!'));
    await settled(page);
    await page.keyboard.press('Home');
    for (const _ of 'a $') await page.keyboard.press('ArrowRight');
    await equation(written).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('?');
    await save(written);
    assert.deepEqual(await line(written, 1), [
      { type: 'text', text: 'a ' },
      { type: 'math', tex: '\\sqrt{x}' },
      { type: 'text', text: '?! b' },
    ]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await equation(written).fill('');
    await page.keyboard.press('Enter');
    await shown(written).waitFor({ state: 'detached' });
    assert.equal(await text.locator('p').last().innerText(), 'a ?! b');
    await close(written);
  });

  it('ask for a formula from the menu, and make one of selected words by keys and by the bar', async () => {
    const written = await desk.write('');
    const { page, text } = written;
    await choose(written, '/inline', 'Inline equation');
    await equation(written).fill('e^x');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.type('is a word');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+Shift+e');
    await shown(written).nth(1).waitFor();
    await page.keyboard.press('Control+Shift+e');
    await text.getByText('is a word').waitFor();
    await page.getByRole('button', { name: /^Equation/ }).click();
    await shown(written).nth(1).waitFor();
    await save(written);
    assert.deepEqual(await line(written), [
      { type: 'math', tex: 'e^x' },
      { type: 'text', text: ' is a ' },
      { type: 'math', tex: 'word' },
    ]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\$e\^x\$ is a \$word\$$/m);
    await close(written);
  });

  it('keep a formula in a copy, in cells and in headings, and one beside another', async () => {
    const cell = (tex: string) => ({ content: [{ type: 'math', tex }] });
    const written = await desk.write([
      {
        type: 'heading',
        data: { level: 2 },
        content: [
          { type: 'math', tex: 'a' },
          { type: 'math', tex: 'b' },
        ],
      },
      { type: 'table', data: { header: { row: false, column: false }, rows: [[cell('c'), cell('|d|')]] } },
      { type: 'paragraph', data: {}, content: [] },
    ]);
    const { page } = written;
    await shown(written).nth(3).waitFor();
    await written.text.locator('h3').click({ position: { x: 200, y: 8 } });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await written.text.locator('p').last().click();
    await page.keyboard.press('Control+v');
    await shown(written).nth(5).waitFor();
    const drawn = '<math><mi>x</mi><annotation encoding="application/x-tex">z</annotation></math>';
    await paste(written, {
      'text/html': `<p><span class="katex">${drawn}<span aria-hidden="true">z</span></span></p>`,
    });
    await shown(written).nth(6).waitFor();
    await paste(written, { 'text/plain': 'and $\\frac{1}{2}$' });
    await shown(written).nth(7).waitFor();
    await save(written);
    const { blocks } = await desk.stored(written.id);
    assert.deepEqual(
      blocks.at(-1)?.content?.flatMap((node) => (node.type === 'math' ? node.tex : [])),
      ['a', 'b', 'z', '\\frac{1}{2}'],
    );
    await close(written);
  });
});
