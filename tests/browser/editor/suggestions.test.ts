// Suggestions of the agent for a selected text: what it is asked with, where they go, and how they are taken back.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { modelEnvironment, startModel } from '../../agent/model-server.ts';
import { settled } from '../../kit/browser.ts';
import { close, type Written, withEditor } from './editor.ts';

const model = await startModel();

/** Selects from the first place of some words to the end of others, as a pointer does. */
const select = ({ page }: Written, [from, to]: readonly [string, string]): Promise<void> =>
  page.evaluate(
    ([first, last]) => {
      const root = document.querySelector<HTMLElement>('.ProseMirror');
      const texts = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
      const places: [Node, number][] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent ?? '';
        if (!places.length && text.includes(first)) places.push([node, text.indexOf(first)]);
        if (places.length === 1 && text.includes(last)) places.push([node, text.indexOf(last) + last.length]);
      }
      root?.focus();
      const [start, end] = places as [[Node, number], [Node, number]];
      getSelection()?.setBaseAndExtent(...start, ...end);
    },
    [from, to] as const,
  );

interface Case {
  name: string;
  markdown: string;
  chosen: readonly [string, string];
  /** what the model is shown */
  asked: string;
  said: string;
  way: 'Replace the text' | 'Insert below';
  becomes: string;
}

const TABLE = (cell: string) => `| a | b |\n| --- | --- |\n| ${cell} | right |`;
const WIKI = '[the wiki](https://wiki.example.org/)';

const CASES: Case[] = [
  {
    ...{ name: 'keep the links and marks of one line', markdown: `See ${WIKI} **now**.`, chosen: ['See', '.'] },
    ...{ asked: `See ${WIKI} **now**.`, said: `Look at ${WIKI} **today**.`, way: 'Replace the text' },
    becomes: `Look at ${WIKI} **today**.`,
  },
  {
    ...{
      name: 'are read as Markdown, also where it is hardly any',
      markdown: 'Five \\* three.',
      chosen: ['Five', '.'],
    },
    ...{ asked: 'Five \\* three.', said: 'Six \\* four.', way: 'Replace the text', becomes: 'Six \\* four.' },
  },
  {
    ...{ name: 'that are an address stand in place of the text', markdown: 'One two three.', chosen: ['two', 'two'] },
    ...{ asked: 'two', said: 'https://example.org/x', way: 'Replace the text' },
    becomes: 'One https://example.org/x three.',
  },
  {
    ...{ name: 'show no picture of elsewhere', markdown: 'One two.', chosen: ['two', 'two'], asked: 'two' },
    ...{ said: '![pic](https://evil.example/a.png)', way: 'Replace the text' },
    becomes: 'One [pic](https://evil.example/a.png).',
  },
  {
    ...{ name: 'stand on a line of their own in a cell', markdown: TABLE('left'), chosen: ['left', 'left'] },
    ...{ asked: 'left', said: 'Next', way: 'Insert below', becomes: TABLE('left<br>Next') },
  },
  {
    ...{ name: 'take the place of several items of a list', markdown: '- alpha\n- beta\n- gamma' },
    ...{ chosen: ['alpha', 'beta'], asked: '- alpha\n- beta', said: '- A\n- B', way: 'Replace the text' },
    becomes: '- A\n- B\n- gamma',
  },
];

await withEditor(
  'suggestions',
  (desk) => {
    after(() => model.close());

    const stored = async (id: number): Promise<string> =>
      (await desk.t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text.trim();
    const panelOf = ({ page }: Written) => page.getByRole('dialog', { name: 'Ask the agent' });

    async function ask(written: Written, chosen: Case['chosen'], text: string): Promise<string | undefined> {
      model.asked = [];
      model.script = () => ({ text });
      await select(written, chosen);
      await written.page.locator('.selection-toolbar').getByRole('button', { name: 'Ask the agent' }).click();
      await panelOf(written).getByRole('button', { name: 'Rewrite' }).click();
      await panelOf(written).getByRole('region', { name: 'Suggestion' }).waitFor();
      // Between the marks of data.
      return model.asked[0]?.messages[0]?.text.split('\n').slice(1, -1).join('\n');
    }

    for (const { name, markdown, chosen, asked, said, way, becomes } of CASES)
      it(name, async () => {
        const written = await desk.write(markdown);
        assert.equal(await ask(written, chosen, said), asked);
        await panelOf(written).getByRole('button', { name: way }).click();
        await until(async () => (await stored(written.id)) === becomes, becomes);
        await settled(written.page);
        await written.page.keyboard.press('Control+z');
        await until(async () => (await stored(written.id)) === markdown, `${markdown} again`);
        await close(written);
      });

    it('do not overwrite what somebody else has written meanwhile', async () => {
      const written = await desk.write('One two three.');
      await ask(written, ['two', 'three'], 'X');
      const other = await desk.open(written.id, { who: 'edi' });
      await select(other, ['two', 'two']);
      await other.page.keyboard.press('ArrowRight');
      await other.page.keyboard.type(' and a half');
      await written.text.filter({ hasText: 'half' }).waitFor();
      const panel = panelOf(written);
      await panel.getByRole('button', { name: 'Replace the text' }).click();
      await panel.getByRole('status').filter({ hasText: 'was changed meanwhile' }).waitFor();
      await panel.getByRole('button', { name: 'Insert below' }).click();
      await until(async () => (await stored(written.id)) === 'One two and a half three.\n\nX', 'both texts');
      await close(other);
      await close(written);
    });
  },
  { settings: modelEnvironment(model) },
);
