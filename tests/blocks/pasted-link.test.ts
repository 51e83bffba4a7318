// A pasted address and what it can become: followed through changes of others, given up once somebody goes on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { fromDoc } from '../../plugins/blocks/schema/document.ts';
import { schema } from '../../plugins/blocks/schema/schema.ts';
import { linkAsBlock, titledLink } from '../../plugins/editor/client/paste/link-choices.ts';
import {
  offerChoices,
  type PastedLink,
  pastedLink,
  withoutChoices,
} from '../../plugins/editor/client/paste/pasted-link.ts';
import { at, draw } from './editing.ts';

const ADDRESS = 'https://a.test/b';

/** The address pasted at a place, with what follows it. */
class Pasted {
  readonly #plugin = pastedLink(1, {} as never);
  state: EditorState;

  constructor(lines: string[], line: number, offset: number) {
    const { doc, selection } = at(lines, line, offset);
    this.state = EditorState.create({ doc, selection, plugins: [this.#plugin] });
    const text = schema.text(ADDRESS, [schema.marks.link!.create({ href: ADDRESS })]);
    this.apply((tr) => offerChoices(tr.replaceSelectionWith(text, false), ADDRESS));
  }

  apply(change: (tr: Transaction) => Transaction): this {
    this.state = this.state.apply(change(this.state.tr));
    return this;
  }

  get link(): PastedLink | null {
    return this.#plugin.getState(this.state) ?? null;
  }

  get lines(): string[] {
    return draw(fromDoc(this.state.doc));
  }

  /** What is chosen, made of the link. */
  take(make: (state: EditorState, link: PastedLink) => Transaction): string[] {
    assert.ok(this.link);
    this.state = this.state.apply(make(this.state, this.link));
    return this.lines;
  }
}

const says = ({ state, link }: Pasted): string => (link ? state.doc.textBetween(link.from, link.to) : '');

describe('a pasted address', () => {
  it('is followed while others write around it', () => {
    const pasted = new Pasted(['paragraph:one', 'paragraph:see ', 'paragraph:two'], 1, 4);
    pasted.apply((tr) => tr.insertText('more ', 2));
    const { from } = pasted.state.selection;
    pasted.apply((tr) => tr.insertText('!', from + 6));
    pasted.apply((tr) => tr.insertText('Please ', from - ADDRESS.length - 4));
    assert.equal(says(pasted), ADDRESS);
    assert.deepEqual(pasted.lines, ['paragraph:more one', `paragraph:Please see ${ADDRESS}`, 'paragraph:tw!o']);
  });

  it('is given up when it is gone or changed, when somebody goes on, or wants it as it is', () => {
    const ends: ((tr: Transaction) => Transaction)[] = [
      (tr) => tr.insertText('x'),
      (tr) => tr.delete(tr.selection.from - 1, tr.selection.from),
      (tr) => tr.insertText('x', tr.selection.from - 3),
      (tr) => tr.delete(0, tr.doc.firstChild!.nodeSize),
      (tr) => tr.setSelection(TextSelection.create(tr.doc, 2)),
      (tr) => tr.removeMark(2, tr.selection.from, schema.marks.link!),
      withoutChoices,
    ];
    for (const end of ends)
      assert.equal(new Pasted(['paragraph:', 'paragraph:b'], 0, 0).apply(end).link, null, `${end}`);
  });

  it('becomes its title, as a link', () => {
    const pasted = new Pasted(['paragraph:see , there'], 0, 4);
    assert.deepEqual(
      pasted.take((state, link) => titledLink(state, link, 'A title')),
      ['paragraph:see A title, there'],
    );
    const marks = pasted.state.selection.$head.nodeBefore?.marks.map(({ attrs }) => attrs.href);
    assert.deepEqual([marks, pasted.link], [[ADDRESS], null]);
  });

  it('becomes a block in place of a line of its own, and below any other', () => {
    const card = (lines: string[], offset = 0) =>
      new Pasted(lines, 0, offset).take((state, link) => linkAsBlock(state, link, 'bookmark'));
    assert.deepEqual(card(['paragraph:', 'paragraph:after']), ['bookmark:', 'paragraph:after']);
    assert.deepEqual(card(['paragraph:']), ['bookmark:', 'paragraph:']);
    assert.deepEqual(card(['paragraph:', '  paragraph:in']), ['bookmark:', 'paragraph:', '  paragraph:in']);
    assert.deepEqual(card(['paragraph:see ', 'paragraph:b'], 4), [
      `paragraph:see ${ADDRESS}`,
      'bookmark:',
      'paragraph:b',
    ]);
    assert.deepEqual(card(['bullet:', 'paragraph:b']), [`bullet:${ADDRESS}`, 'bookmark:', 'paragraph:b']);
  });
});
