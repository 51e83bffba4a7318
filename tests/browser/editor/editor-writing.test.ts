// Writing in the editor: typing, Markdown as it is typed, nesting, keys at the edges, choosing and moving blocks, undo.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settled } from '../../kit/browser.ts';
import { close, outline, paste, save, withEditor } from './editor.ts';

await withEditor('writing', (desk) => {
  const typed: [string, string[], string[]][] = [
    ['headings', ['# One', 'Enter', '#### Four'], ['h1: One', 'h4: Four']],
    [
      'a list',
      ['- one', 'Enter', 'two', 'Enter', 'Enter', 'after'],
      ['bullet: one', 'bullet: two', 'paragraph: after'],
    ],
    ['a numbered list', ['1. one', 'Enter', 'Tab', 'in'], ['numbered: one', '  numbered: in']],
    ['to-dos', ['[] open', 'Enter', 'more'], ['todo: open', 'todo: more']],
    ['a quote', ['> said'], ['quote: said']],
    ['code', ['``` let a', 'Enter', '  b'], ['code: let a\n  b']],
    ['code begun with Enter', ['```js', 'Enter', 'let a', 'Enter', '  b'], ['code: let a\n  b']],
    ['a callout, as Markdown has it', ['> [!tip] Drink'], ['callout: Drink']],
    ['a callout begun with Enter', ['> [!warning]', 'Enter', 'Hot'], ['callout: Hot']],
    ['a quote of a sign nobody knows', ['> [!nobody] x'], ['quote: [!nobody] x']],
    ['a divider', ['---below'], ['divider:', 'paragraph: below']],
    ['marks', ['a **b** *i* `c` ~~s~~ ==m== d'], ['paragraph: a b i c s m d']],
    ['a link', ['see [here](https://example.org) now'], ['paragraph: see here now']],
    [
      'nesting and back',
      ['- a', 'Enter', 'Tab', 'b', 'Enter', 'Shift+Tab', 'c'],
      ['bullet: a', '  bullet: b', 'bullet: c'],
    ],
    ['leaving a nested item', ['- a', 'Enter', 'Tab', 'Enter', 'b'], ['bullet: a', 'bullet: b']],
    ['Backspace at the start', ['# x', 'Home', 'Backspace'], ['paragraph: x']],
    ['joining lines', ['ab', 'Enter', 'cd', 'Home', 'Backspace'], ['paragraph: abcd']],
    ['Delete at the end', ['ab', 'Enter', 'cd', 'ArrowUp', 'End', 'Delete'], ['paragraph: abcd']],
    ['Enter before a heading', ['# x', 'Home', 'Enter'], ['paragraph:', 'h1: x']],
    ['a line break', ['a', 'Shift+Enter', 'b'], ['paragraph: a<hardBreak>b']],
    ['turning by keyboard', ['x', 'Control+Alt+2', 'Enter', 'y', 'Control+Shift+7'], ['h2: x', 'numbered: y']],
    ['a toggle', ['>> head', 'Enter', 'inside'], ['toggle: head', '  paragraph: inside']],
    ['moving a line', ['a', 'Enter', 'b', 'Alt+Shift+ArrowUp', '!'], ['paragraph: b!', 'paragraph: a']],
    ['duplicating', ['a', 'Control+d'], ['paragraph: a', 'paragraph: a']],
    ['deleting chosen lines', ['a', 'Enter', 'b', 'Enter', 'c', 'Escape', 'Shift+ArrowUp', 'Delete'], ['paragraph: a']],
    [
      'turning several into another kind, and doing more to them',
      ['a', 'Enter', 'b', 'Escape', 'Shift+ArrowUp', 'Control+Shift+9', 'Control+d'],
      ['todo: a', 'todo: b', 'todo: a', 'todo: b'],
    ],
    ['all and gone', ['a', 'Enter', 'b', 'Control+a', 'Control+a', 'Delete', 'new'], ['paragraph: new']],
    ['undoing a deletion', ['a', 'Enter', 'b', 'Escape', 'Delete', 'Control+z'], ['paragraph: a', 'paragraph: b']],
    ['undoing a move', ['a', 'Enter', 'b', 'Alt+Shift+ArrowUp', 'Control+z'], ['paragraph: a', 'paragraph: b']],
    ['undoing what signs became', ['- ', 'Control+z', 'a'], ['paragraph: - a']],
    ['undoing a divider', ['---', 'Control+z', 'a'], ['paragraph: ---a']],
    ['typing below a chosen divider', ['---', 'Backspace', 'a'], ['divider:', 'paragraph: a']],
    ['Enter below a chosen divider', ['---', 'Backspace', 'Enter', 'a'], ['divider:', 'paragraph: a']],
    [
      'indenting several',
      ['a', 'Enter', 'b', 'Enter', 'c', 'Escape', 'Shift+ArrowUp', 'Tab'],
      ['paragraph: a', '  paragraph: b', '  paragraph: c'],
    ],
  ];
  const KEY =
    /^(?:(?:Control|Shift|Alt)\+)*(?:Enter|Tab|Home|End|Escape|Backspace|Delete|ArrowUp|ArrowDown)$|^Control\+.|^Control\+Shift\+7$/;

  it('does what people know from Markdown and from other editors', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    const found: [string, string[]][] = [];
    for (const [name, keys] of typed) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      for (const key of keys) await (KEY.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
      await save(written);
      found.push([name, outline((await desk.stored(id)).blocks)]);
    }
    assert.deepEqual(
      found,
      typed.map(([name, , expected]) => [name, expected]),
    );
    await close(written);
  });

  it('does what a key says where the caret was put last, be it just before', async () => {
    const lines = ['first', 'second', 'third'].map((text) => ({
      type: 'paragraph',
      data: {},
      content: [{ type: 'text', text }],
    }));
    const written = await desk.write(lines);
    const { page, id, text } = written;
    await text.getByText('first').click();
    await page.keyboard.type('!');
    await text.getByText('third').click();
    for (const key of ['Escape', 'Delete']) await page.keyboard.press(key);
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks).length, 2);
    assert.ok(outline((await desk.stored(id)).blocks).every((line) => !line.includes('third')));
    await close(written);
  });

  it('begins a formula with two signs and Enter', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await page.keyboard.type('$$');
    await page.keyboard.press('Enter');
    await page.locator('textarea.source-field:focus').fill('x^2');
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual([block?.type, block?.data.tex], ['math', 'x^2']);
    await close(written);
  });

  it('begins a diagram with the signs of its fence, and has one of pasted fences', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    const field = page.locator('textarea.source-field:focus');
    await page.keyboard.type('```mermaid ');
    await field.fill('graph LR');
    await field.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('```mermaid');
    await page.keyboard.press('Enter');
    await field.fill('graph TD');
    await field.press('Escape');
    await page.keyboard.press('Enter');
    await paste(written, { 'text/plain': '```mermaid\ngraph RL\n```' });
    await page.locator('.block-mermaid').nth(2).waitFor();
    await save(written);
    const { blocks } = await desk.stored(id);
    assert.deepEqual(
      blocks.flatMap(({ type, data }) => (type === 'mermaid' ? data.source : [])),
      ['graph LR', 'graph TD', 'graph RL'],
    );
    await close(written);
  });

  it('makes a diagram of code whose language becomes Mermaid', async () => {
    const written = await desk.write('```\ngraph LR\n```');
    const { page, id, text } = written;
    await text.getByRole('button', { name: 'Language of the code: Plain text' }).click();
    await page.keyboard.type('merm');
    await page.keyboard.press('Enter');
    await text.locator('.block-mermaid.ProseMirror-selectednode').waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual([block?.type, block?.data], ['mermaid', { source: 'graph LR' }]);
    await close(written);
  });

  it('asks for the label of a button in a field of one line', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await page.keyboard.type('/button');
    await page.locator('#suggestions [role="option"]').first().waitFor();
    await page.keyboard.press('Enter');
    const field = page.locator('input.source-field:focus');
    await field.fill('Send');
    const { height = 0 } = (await field.boundingBox()) ?? {};
    assert.ok(height >= 30 && height < 60, `${height} px`);
    await page.keyboard.press('Enter');
    await page.getByText('This button starts nothing yet').waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual([block?.type, block?.data.label], ['button', 'Send']);
    await close(written);
  });

  it('keeps marks as they are typed, and toggles them by keys', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await page.keyboard.type('a **b** ');
    for (const key of ['Control+i', 'c', 'Control+i', ' ', 'Control+Shift+s', 'd']) await page.keyboard.press(key);
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual(
      block?.content?.map((node) => ('text' in node ? [node.text, node.marks?.map(({ type }) => type) ?? []] : node)),
      [
        ['a ', []],
        ['b', ['bold']],
        [' ', []],
        ['c', ['italic']],
        [' ', []],
        ['d', ['strike']],
      ],
    );
    await close(written);
  });

  it('stays in its column, whatever is deleted there', async () => {
    const column = (text: string) => ({
      type: 'column',
      children: [{ type: 'paragraph', data: {}, content: [{ type: 'text', text }] }],
    });
    const written = await desk.write([{ type: 'columns', data: {}, children: [column('left'), column('right')] }]);
    const { page, id, text } = written;
    await text.getByText('right').click();
    for (const key of ['Home', 'Backspace', 'Escape', 'Delete']) {
      await page.keyboard.press(key);
      await settled(page);
    }
    await page.keyboard.type('new');
    await save(written);
    const lines = ['columns:', '  column:', '    paragraph: left', '  column:', '    paragraph: new'];
    assert.deepEqual(outline((await desk.stored(id)).blocks), lines);
    await close(written);
  });

  it('makes links of typed addresses, without the signs that end the sentence', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    await page.keyboard.type('See https://example.org/a?b=c. And https://');
    await page.keyboard.type(' (https://example.com/x) `https://code.example` now');
    await save(written);
    const linked = (await desk.stored(id)).blocks[0]?.content?.flatMap((node) =>
      'text' in node && node.marks?.some(({ type }) => type === 'link') ? [node.text] : [],
    );
    assert.deepEqual(linked, ['https://example.org/a?b=c', 'https://example.com/x']);
    await page.keyboard.type(' https://undone.example ');
    await page.keyboard.press('Control+z');
    assert.equal(await written.text.locator('a').count(), 2);
    await close(written);
  });

  it('lets the title be written and takes the caret up and down', async () => {
    const written = await desk.write('text');
    const { page, title, id } = written;
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type(' of notes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('More ');
    await save(written);
    const stored = await desk.stored(id);
    assert.deepEqual([stored.title, outline(stored.blocks)], ['A page of notes', ['paragraph: More text']]);
    await title.click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'long '.repeat(2000));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.getByText('A title has at most 500 characters').waitFor();
    await page.getByRole('button', { name: 'Put the rest on the page' }).click();
    await save(written);
    const cut = await desk.stored(id);
    assert.equal(cut.title.length, 499);
    const rest = 'long '.repeat(1900).trim();
    assert.deepEqual(outline(cut.blocks), [`paragraph: ${rest}`, 'paragraph: More text']);
    await close(written);
  });

  it('drags a block below and into another one, and undoes it', async () => {
    const written = await desk.write('one\n\ntwo\n\nthree');
    const { page, id, text } = written;
    const drag = async (from: string, to: string, offset: { x: number; y: number }) => {
      await text.getByText(from, { exact: true }).hover();
      const grip = page.locator('.block-grip');
      await grip.waitFor();
      const target = text.locator('.block', { hasText: to }).last();
      await grip.dragTo(target, { targetPosition: offset });
    };
    await drag('one', 'three', { x: 8, y: 26 });
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: two', 'paragraph: three', 'paragraph: one']);
    await drag('one', 'two', { x: 120, y: 26 });
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), [
      'paragraph: two',
      '  paragraph: one',
      'paragraph: three',
    ]);
    await text.click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: one', 'paragraph: two', 'paragraph: three']);
    await close(written);
  });

  it('leaves readers without a script of the editor, and locked pages too', async () => {
    const id = await desk.make('text');
    for (const who of ['vic', 'com', 'edi'] as const) {
      if (who === 'edi') await desk.t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
      const answer = await desk.t.call(who, 'GET', `/pages/${id}`);
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.text, /editor\.js|editor\.css|data-blocks/, who);
    }
  });
});
