// Markdown of Craft: its own tags become what they mean, but not in code and not in other notes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import markdown from '../../../plugins/importers/formats/markdown/index.ts';
import { itemsIn, of } from '../formats/items.ts';

const bodyOf = async (text: string): Promise<string | undefined> =>
  of(await itemsIn(markdown, 'a.md', text), 'page')[0]?.markdown?.trim();

describe('Markdown of Craft', () => {
  const cases: [what: string, written: string, read: string][] = [
    ['boxes of one line', 'a\n\n<callout>Mind **this**</callout>\n\nb', 'a\n\n\n> [!note]\n> Mind **this**\n\n\nb'],
    ['boxes of several blocks', '<callout>\none\n\n- two\n</callout>', '> [!note]\n> one\n>\n> - two'],
    [
      'highlights and comments',
      '<highlight color="yellow">a</highlight> <comment id="c">b</comment>',
      '<mark>a</mark> b',
    ],
    [
      'pages in pages, without the indent of their text',
      '<page>\n  <pageTitle>Soil</pageTitle>\n  <content>\n    - dry\n      - sand\n  </content>\n</page>\nend',
      '### Soil\n\n  \n\n- dry\n  - sand\n\n\n\nend',
    ],
    ['no end of a box', '<callout>a\n\n<highlight color="red">b</highlight>', '<callout>a\n\n<mark>b</mark>'],
    [
      'code as it is',
      '<highlight>a</highlight> `<callout>b</callout>`\n\n~~~\n<callout>c</callout>\n~~~\n\n<highlight>d</highlight>',
      '<mark>a</mark> `<callout>b</callout>`\n\n~~~\n<callout>c</callout>\n~~~\n\n<mark>d</mark>',
    ],
    ['other notes as they are', 'a <page> <content>b</content>', 'a <page> <content>b</content>'],
  ];
  for (const [what, written, read] of cases)
    it(`has ${what}`, async () => {
      assert.equal(await bodyOf(written), read);
    });
});
