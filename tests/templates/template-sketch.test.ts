// The small pictures of templates in the gallery: they stay inside their frame, whatever a template holds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownToBlocks } from '../../plugins/blocks/markdown/lazy.ts';
import { SKETCH_HEIGHT, SKETCH_WIDTH, templateSketch } from '../../plugins/templates/template-sketch.ts';

const partsOf = (markdown: string) => templateSketch(markdownToBlocks(markdown)).map(({ part }) => part);

describe('the picture of a template', () => {
  for (const [what, markdown, parts] of [
    ['nothing', '', []],
    ['a heading', '# Plan', ['heading']],
    ['a task with words, and one that is empty', '- [ ] Water\n- [ ] ', ['sign', 'words', 'sign', 'open']],
    ['a remark', '> [!tip]\n> Look back', ['ground', 'words']],
  ] as const)
    it(`shows ${what}`, () => assert.deepEqual(partsOf(markdown), parts));

  it('holds the words of the template, and no questions amid them', () => {
    const shapes = templateSketch(
      markdownToBlocks(
        '# Trip to {{prompt:Where to?}}\n\n{{prompt:What for?}}\n\nBegins {{today}}\n\n| What | Until |\n|---|---|\n| Book | May |',
      ),
    );
    assert.deepEqual(
      shapes.flatMap(({ text, part }) => (text ? [[part, text]] : [])),
      [
        ['heading', 'Trip to …'],
        ['words', 'What for?'],
        ['words', 'Begins …'],
        ['heading', 'What'],
        ['heading', 'Until'],
        ['words', 'Book'],
        ['words', 'May'],
      ],
    );
  });

  it('shows three lines of a long paragraph', () => {
    assert.equal(partsOf('word '.repeat(400)).length, 3);
  });

  it('ends where its frame does', () => {
    const deep = Array.from({ length: 30 }, (_none, at) => `${'  '.repeat(at)}- ${'long words '.repeat(30)}`).join(
      '\n',
    );
    for (const { x, y, width } of templateSketch(markdownToBlocks(`${'# Title\n\n'.repeat(40)}${deep}`))) {
      assert.ok(y < SKETCH_HEIGHT, `${y}`);
      assert.ok(x >= 0 && width > 0 && x + width <= SKETCH_WIDTH, `${x} ${width}`);
    }
    for (const { x, width } of templateSketch(markdownToBlocks(deep)))
      assert.ok(width > 0 && x + width <= SKETCH_WIDTH, `${x} ${width}`);
  });
});
