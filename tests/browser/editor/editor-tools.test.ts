// Tools beside the text: finding and replacing, the outline, contents in the text, addresses of blocks, counts.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { axeFaults } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, outline, save, type Written, withEditor } from './editor.ts';

await withEditor('tools', (desk) => {
  const count = ({ page }: Written, text: string) =>
    page.locator('.find-count').getByText(text, { exact: true }).waitFor();

  it('finds text over the whole page, goes round, and leaves the last place selected', async () => {
    const written = await desk.write(
      '# Apple\n\nan apple and a **pine**apple\n\n- nothing\n\n| apple |\n| --- |\n| x |\n',
    );
    const { page } = written;
    await page.keyboard.press('Control+Home');
    await settled(page);
    await page.keyboard.press('Control+f');
    const field = page.getByRole('searchbox', { name: 'Find in page' });
    await field.fill('APPLE');
    await count(written, '1 of 4');
    assert.equal(await page.locator('.found').count(), 4);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await count(written, '3 of 4');
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Shift+Enter');
    await count(written, '2 of 4');
    await page.getByRole('button', { name: 'Match case' }).click();
    await page.locator('.find-count').getByText('Nothing found').waitFor();
    await field.fill('pineapple');
    await count(written, '1 of 1');
    await page.keyboard.press('Escape');
    await page.keyboard.type('mango');
    await save(written);
    assert.match(outline((await desk.stored(written.id)).blocks)[1] ?? '', /an apple and a mango/);
    assert.equal(await page.locator('.found').count(), 0);
    await close(written);
  });

  it('finds and replaces what stands below and on blocks as well', async () => {
    const written = await desk.open(
      await desk.make([
        { type: 'code', data: { text: 'a red line', caption: 'Red code' } },
        { type: 'image', data: { url: '/static/cover-harbour.svg', caption: 'red and red' } },
        { type: 'bookmark', data: { url: 'https://example.org/', title: 'Red site', description: 'all red' } },
      ]),
    );
    const { page, id } = written;
    await written.text.click({ position: { x: 4, y: 60 } });
    await page.keyboard.press('Control+h');
    await page.getByRole('searchbox', { name: 'Find in page' }).fill('red');
    await page.locator('.find-count').getByText('of 6').waitFor();
    assert.equal(await page.locator('.found-beside').count(), 3);
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('textbox', { name: 'Replace with' }).fill('blue');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await page.locator('.find-count').getByText('6').waitFor();
    await page.keyboard.press('Escape');
    await save(written);
    const said = async () => (await desk.stored(id)).blocks.flatMap(({ data }) => Object.values(data).map(String));
    const words = (colour: string, large: string) =>
      [`a ${colour} line`, `${large} code`, `${colour} and ${colour}`, `${large} site`, `all ${colour}`] as const;
    for (const text of words('blue', 'blue')) assert.ok((await said()).includes(text), text);
    await page.keyboard.press('Control+z');
    await save(written);
    for (const text of words('red', 'Red')) assert.ok((await said()).includes(text), text);
    await close(written);
  });

  it('replaces one or all in one step that can be undone, and leaves tokens and marks as they are', async () => {
    const target = await desk.make('x', 'Harvest plan');
    const text = (value: string, ...marks: object[]) => ({
      type: 'text',
      text: value,
      ...(marks.length ? { marks } : {}),
    });
    const written = await desk.open(
      await desk.make([
        {
          type: 'paragraph',
          data: {},
          content: [text('red'), { type: 'pageLink', pageId: target }, text('red', { type: 'bold' }), text(' end')],
        },
        { type: 'code', data: { text: 'red = 1' } },
      ]),
    );
    const { page, id } = written;
    await page.keyboard.press('Control+h');
    await page.getByRole('searchbox', { name: 'Find in page' }).fill('red');
    await count(written, '1 of 3');
    await page.getByLabel('Replace with').fill('green');
    await page.keyboard.press('Enter');
    await count(written, '1 of 2');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await page.locator('.find-count').getByText('2 replaced').waitFor();
    await save(written);
    assert.equal(await page.locator('.find-count').textContent(), '2 replaced', 'it stays there');
    const { blocks } = await desk.stored(id);
    assert.deepEqual(blocks[0]?.content, [
      text('green'),
      { type: 'pageLink', pageId: target },
      text('green', { type: 'bold' }),
      text(' end'),
    ]);
    assert.equal(blocks[1]?.data.text, 'green = 1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: green<pageLink>red end', 'code: red = 1']);
    await close(written);
  });

  it('shows an outline that follows the text, remembers whether it was open, and counts words', async () => {
    const filler = Array.from({ length: 40 }, (_none, i) => `line ${i}`).join('\n\n');
    const written = await desk.write(`# One\n\n${filler}\n\n## Two\n\n${filler}\n\n### Three\n\n${filler}\n`);
    const { page } = written;
    const panel = page.getByRole('complementary', { name: 'Outline' });
    await page.keyboard.press('Control+Alt+o');
    await panel.getByRole('link', { name: 'Two' }).click();
    await page
      .locator('.outline-list [aria-current]')
      .getByText('Two')
      .or(panel.locator('[aria-current]').getByText('One'))
      .waitFor();
    assert.ok(page.url().includes('#'));
    await page.locator('.is-target').waitFor();
    await panel.getByText('243 words').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Control+Home');
    await written.text.getByText('One', { exact: true }).click();
    await settled(page);
    await page.keyboard.press('End');
    await page.keyboard.type(' first');
    await panel.getByRole('link', { name: 'One first' }).waitFor();
    await save(written);
    await page.reload();
    await page.locator('.article[data-ready]').waitFor();
    await panel.getByRole('link', { name: 'Three' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await close(written);
  });

  it('has contents in the text that follow it, whose links lead to blocks, also into closed toggles', async () => {
    const written = await desk.open(
      await desk.make([
        { id: 'list', type: 'toc', data: {} },
        {
          id: 'box',
          type: 'toggle',
          data: { open: false },
          content: [{ type: 'text', text: 'more' }],
          children: [{ id: 'deep', type: 'heading', data: { level: 2 }, content: [{ type: 'text', text: 'Inside' }] }],
        },
      ]),
    );
    const { page, text } = written;
    await text.getByRole('navigation').getByRole('link', { name: 'Inside' }).click();
    await text.locator('.is-target[data-id="deep"]').waitFor();
    await text.getByRole('heading', { name: 'Inside' }).waitFor();
    await page.goto(`${desk.t.url}/pages/${written.id}#box`);
    await page.locator('.is-target[data-id="box"]').waitFor();
    await save(written);
    await close(written);
  });

  it('has no faults in light and dark, and the bar fits a phone', async () => {
    const written = await desk.write('# A\n\nfind me\n', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    });
    const { page } = written;
    await page.keyboard.press('Control+h');
    await page.getByRole('searchbox', { name: 'Find in page' }).fill('find');
    await count(written, '1 of 1');
    assert.deepEqual(await axeFaults(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    const middles = await page
      .locator('.find-row')
      .first()
      .locator('button, .find-count')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
    assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `its buttons stand in one line: ${middles}`);
    await close(written);
  });

  it('prints the text alone, with the addresses of links and nothing folded away', async () => {
    const written = await desk.open(
      await desk.make([
        {
          type: 'toggle',
          data: { open: false },
          content: [{ type: 'text', text: 'more' }],
          children: [{ type: 'paragraph', data: {}, content: [{ type: 'text', text: 'inside' }] }],
        },
        {
          type: 'paragraph',
          data: {},
          content: [
            { type: 'text', text: 'site', marks: [{ type: 'link', attrs: { href: 'https://example.org/a' } }] },
          ],
        },
        { type: 'code', data: { language: 'javascript', text: 'let x' } },
        { type: 'button', data: { label: 'Press' } },
        { type: 'footnote', data: { key: '7' }, content: [{ type: 'text', text: 'see there' }] },
      ]),
    );
    const { page, text } = written;
    await page.emulateMedia({ media: 'print' });
    await text.getByText('inside').waitFor();
    const after = await text
      .getByRole('link', { name: 'site' })
      .evaluate((link) => getComputedStyle(link, '::after').content);
    assert.match(after, /https:\/\/example\.org\/a/);
    for (const hidden of ['.sidebar', '.topbar', '.outline-button'])
      await page.locator(hidden).first().waitFor({ state: 'hidden' });
    await text.locator('.note-back', { hasText: '7' }).waitFor();
    for (const hidden of ['.code-head', '.block-button']) await text.locator(hidden).waitFor({ state: 'hidden' });
    const buttons = page.locator('.main :is(.button, .icon-button)');
    assert.equal(await buttons.filter({ visible: true }).count(), 0, 'nobody presses paper');
    await close(written);
  });

  it('prints dark pages on white, and without scripts no fields', async () => {
    const id = await desk.make('text');
    const visit = await desk.browser.visit({ javaScriptEnabled: false });
    const { page } = visit;
    await signIn(visit, desk.t, desk.t.session('ann'));
    await page.goto(`${desk.t.url}/pages/${id}`);
    const fields = page.locator('.main :is(input:not([type="hidden"]), textarea)').filter({ visible: true });
    assert.notEqual(await fields.count(), 0);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await fields.count(), 0);
    assert.equal(await page.getByRole('heading', { name: 'Comments' }).count(), 0);
    const scheme = await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
      return getComputedStyle(document.documentElement).colorScheme;
    });
    assert.equal(scheme, 'light');
    await close({ visit });
  });
});
