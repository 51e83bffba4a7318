// The text bound to a shared document: the same on both sides, small steps for what others write, undo of one's own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EditorState, TextSelection } from 'prosemirror-state';
import { fixTables } from 'prosemirror-tables';
import * as Y from 'yjs';
import type { Block } from '../../../plugins/blocks/block.ts';
import * as commands from '../../../plugins/blocks/commands/block-commands.ts';
import { type BlockPosition, blockAround, blockById } from '../../../plugins/blocks/commands/block-position.ts';
import { fromDoc, toDoc } from '../../../plugins/blocks/schema/document.ts';
import {
  chooseBlock,
  deleteBlocks,
  moveBlocks,
  moveChosen,
} from '../../../plugins/editor/client/block-controls/range-commands.ts';
import { patch } from '../../../plugins/editor/client/live/document-patch.ts';
import { write } from '../../../plugins/rooms/document/ydoc.ts';
import { build, draw, written } from '../../blocks/editing.ts';
import { anyBlocks } from '../../blocks/lists.ts';
import { crowd, Desk, meet } from './desk.ts';

const FIRST: Block[] = [{ id: 'first', type: 'paragraph', data: {}, content: [] }];
/** A table with holes is filled where it is shown. */
const hasHoles = (blocks: Block[]): boolean => fixTables(EditorState.create({ doc: toDoc(blocks) })) !== undefined;
/** Ids of the blocks that have a text to write in. */
function idsOfTexts({ state }: Desk): string[] {
  const ids: string[] = [];
  state.doc.descendants((node) => {
    if (node.type.name === 'block' && node.firstChild?.inlineContent) ids.push(node.attrs.id);
  });
  return ids;
}

const shown = (blocks: Block[]): Block[] => (blocks.length ? blocks : FIRST);

describe('an editor whose document has come before it', () => {
  const [first] = crowd(build(['paragraph:one', 'bullet:two']), 1) as [Desk];

  it('begins with that and changes nothing', () => {
    const { doc } = first;
    const updates: unknown[] = [];
    doc.on('update', (update) => updates.push(update));
    const desk = new Desk(doc, true);
    const begun = desk.state;
    assert.deepEqual(desk.blocks, first.blocks);
    assert.equal(desk.state, begun);
    assert.deepEqual(updates, []);
  });

  it('shows what changed until it was bound', () => {
    const { doc } = first;
    const desk = new Desk(doc, true, () => first.type('b0', 3, ' more'));
    assert.deepEqual(desk.blocks, first.blocks);
    assert.match(JSON.stringify(desk.blocks), /one more/);
  });
});

describe('the steps from one document to another', () => {
  it('lead exactly there', () => {
    fc.assert(
      fc.property(anyBlocks, anyBlocks, (from, to) => {
        const [before, wanted] = [toDoc(from), toDoc([...to, ...from])];
        const { tr } = EditorState.create({ doc: before });
        patch(tr, wanted);
        assert.ok(tr.doc.eq(wanted));
      }),
      { numRuns: 300 },
    );
  });

  it('leave the caret where it was written', () => {
    const desk = crowd(build(['paragraph:one', 'bullet:two', '  bullet:three', 'paragraph:four']), 1)[0] as Desk;
    const other = new Desk(new Y.Doc());
    meet(desk, other);
    desk.caret('b2', 2);
    other.type('b0', 0, 'a new ');
    other.type('b2', 0, 'not ');
    other.run((state, dispatch) => {
      dispatch?.(state.tr.delete(state.doc.content.size - 8, state.doc.content.size));
      return true;
    });
    meet(desk, other);
    const { $head } = desk.state.selection;
    assert.equal($head.parent.textContent, 'not three');
    assert.equal($head.parentOffset, 6);
  });
});

describe('the bound text', () => {
  it('writes what is typed without a look at the blocks around it', () => {
    const [desk, other] = crowd(build(Array.from({ length: 50 }, (_, i) => `paragraph:line ${i}`)), 2) as [Desk, Desk];
    desk.type('b7', 0, 'first ');
    const fragment = desk.doc.getXmlFragment('blocks');
    let walks = 0;
    fragment.toArray = () => {
      walks++;
      return Y.XmlFragment.prototype.toArray.call(fragment);
    };
    for (const sign of 'more') desk.type('b7', 0, sign);
    desk.type('b30', 0, 'there');
    assert.equal(walks, 0);
    meet(desk, other);
    assert.deepEqual(other.blocks, desk.blocks);
    // What others wrote, and what is no text alone, is found all the same.
    other.type('b9', 0, 'theirs ');
    meet(desk, other);
    desk.type('b9', 0, 'ours ');
    desk.run((state, dispatch) => {
      dispatch?.(state.tr.delete(state.doc.content.size - 8, state.doc.content.size));
      return true;
    });
    desk.type('b30', 0, 'still ');
    meet(desk, other);
    assert.deepEqual(desk.projected, desk.blocks);
    assert.deepEqual(other.blocks, desk.blocks);
  });

  it('shows the document, and writes what it shows', () => {
    fc.assert(
      fc.property(anyBlocks, anyBlocks, (from, to) => {
        fc.pre(!hasHoles([...to, ...from]));
        const [one, two] = crowd(from, 2) as [Desk, Desk];
        assert.deepEqual(one.blocks, shown(from));
        const wanted = toDoc([...to, ...from.slice(1)]);
        one.dispatch(one.state.tr.replaceWith(0, one.state.doc.content.size, wanted.content));
        assert.deepEqual(one.projected, fromDoc(wanted));
        meet(one, two);
        assert.deepEqual(two.blocks, one.blocks);
      }),
      { numRuns: 200 },
    );
  });

  it('sends little for a letter, whatever the size of the page', () => {
    const [desk] = crowd(
      Array.from({ length: 500 }, (_, i) => ({
        id: `b${i}`,
        type: 'paragraph',
        data: {},
        content: [{ type: 'text', text: `${i}` }],
      })),
      1,
    ) as [Desk];
    let bytes = 0;
    desk.doc.on('update', (update: Uint8Array) => {
      bytes += update.length;
    });
    desk.type('b250', 1, 'x');
    assert.ok(bytes > 0 && bytes < 60, `${bytes} bytes`);
  });

  it('keeps what is typed into a block that somebody else moves past others', () => {
    const [one, two] = crowd(build(['paragraph:alpha', 'paragraph:bravo', 'paragraph:charlie']), 2) as [Desk, Desk];
    const { doc, tr } = one.state;
    const last = doc.child(2);
    one.dispatch(tr.delete(doc.content.size - last.nodeSize, doc.content.size));
    one.dispatch(one.state.tr.insert(0, last));
    two.type('b0', 5, ' EDITED');
    meet(one, two);
    for (const desk of [one, two])
      assert.deepEqual(draw(desk.blocks), ['paragraph:charlie', 'paragraph:alpha EDITED', 'paragraph:bravo']);
  });

  it('tells others of a move at once, and undoes it at once', () => {
    const [one, two] = crowd(build(['paragraph:alpha', 'paragraph:bravo', 'paragraph:charlie']), 2) as [Desk, Desk];
    const updates: Uint8Array[] = [];
    one.doc.on('update', (update: Uint8Array) => updates.push(update));
    one.caret('b0', 2);
    one.run(moveChosen(1));
    assert.equal(updates.length, 1);
    two.caret('b0', 3);
    for (const update of updates) Y.applyUpdate(two.doc, update);
    two.dispatch(two.state.tr.insertText('!'));
    meet(one, two);
    for (const desk of [one, two])
      assert.deepEqual(draw(desk.blocks), ['paragraph:bravo', 'paragraph:alp!ha', 'paragraph:charlie']);
    one.caret('b2', 0);
    one.run(moveChosen(-1));
    one.binding.undo();
    assert.deepEqual(draw(one.blocks), ['paragraph:bravo', 'paragraph:alp!ha', 'paragraph:charlie']);
    assert.equal(one.state.selection.$head.parent.textContent, 'charlie');
  });

  const homes: [string, string[], (other: Desk) => unknown, string[]][] = [
    [
      'below another one',
      ['paragraph:a', 'paragraph:word', 'paragraph:c'],
      (other) => other.run(commands.indent),
      ['paragraph:a', '  paragraph:wo!rd', 'paragraph:c'],
    ],
    [
      'out of the one it was below',
      ['paragraph:a', '  paragraph:word', 'paragraph:c'],
      (other) => other.run(commands.outdent),
      ['paragraph:a', 'paragraph:wo!rd', 'paragraph:c'],
    ],
    [
      'into a list at another place',
      ['paragraph:a', 'paragraph:word', 'bullet:c', '  bullet:d'],
      (other) => {
        const { pos, node } = blockById(other.state.doc, 'b1') as BlockPosition;
        other.run(moveBlocks(pos, pos + node.nodeSize, { id: 'b3', side: 'before' }));
      },
      ['paragraph:a', 'bullet:c', '  paragraph:wo!rd', '  bullet:d'],
    ],
  ];
  for (const [name, lines, move, expected] of homes)
    it(`keeps the caret in a block that somebody else takes ${name}`, () => {
      const [one, two] = crowd(build(lines), 2) as [Desk, Desk];
      one.caret('b1', 2);
      two.caret('b1', 0);
      assert.ok(move(two) !== false);
      meet(one, two);
      one.dispatch(one.state.tr.insertText('!'));
      meet(one, two);
      for (const desk of [one, two]) assert.deepEqual(draw(desk.blocks), expected);
    });

  it('keeps the caret in its block, whatever somebody else does to that one and to others', () => {
    const deeds = {
      ...{ indent: commands.indent, outdent: commands.outdent, quote: commands.turnInto('quote') },
      ...{
        heading: commands.turnInto('heading', { level: 2 }),
        up: moveChosen(-1),
        down: moveChosen(1),
        split: commands.splitBlock,
      },
    };
    const deed = fc.record({ what: fc.constantFrom(...Object.keys(deeds)), block: fc.nat(9), caret: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 12 }), (done) => {
        const [one, two] = crowd(build(['paragraph:ab', 'bullet:cd', '  bullet:ef', 'paragraph:gh']), 2);
        for (const { what, block, caret } of done) {
          const ids = idsOfTexts(two!);
          const own = ids[caret % ids.length]!;
          one!.caret(own, Math.min(1, blockById(one!.state.doc, own)!.content.content.size));
          two!.caret(ids[block % ids.length]!, 0);
          two!.run(deeds[what as keyof typeof deeds]);
          meet(one!, two!);
          assert.equal(blockAround(one!.state.selection.$head)?.node.attrs.id, own, what);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a block chosen that somebody else takes elsewhere', () => {
    const [one, two] = crowd(build(['paragraph:a', 'paragraph:b', 'paragraph:c']), 2) as [Desk, Desk];
    one.caret('b1', 0);
    one.run(chooseBlock);
    two.caret('b1', 0);
    two.run(commands.indent);
    meet(one, two);
    one.run(deleteBlocks);
    meet(one, two);
    for (const desk of [one, two]) assert.deepEqual(draw(desk.blocks), ['paragraph:a', 'paragraph:c']);
  });

  const clashes: [string, string[], (desk: Desk) => unknown, (desk: Desk) => unknown, string[]][] = [
    [
      'turn one block into different things',
      ['paragraph:a', 'paragraph:b'],
      (one) => one.run(commands.turnInto('quote')),
      (two) => two.run(commands.turnInto('bullet')),
      ['bullet:a', 'paragraph:b', 'quote:a'],
    ],
    [
      'put different blocks below one',
      ['paragraph:a', 'paragraph:b', 'paragraph:c'],
      (one) => {
        one.caret('b1', 0);
        one.run(commands.indent);
      },
      (two) => {
        two.caret('b2', 0);
        two.run(commands.indent);
        two.run(commands.outdent);
        two.caret('b1', 0);
        two.run(commands.indent);
      },
      ['  paragraph:b', '  paragraph:b', 'paragraph:a', 'paragraph:c'],
    ],
    [
      'give a block children and make it a line',
      ['paragraph:', 'paragraph:b'],
      (one) => {
        one.caret('b1', 0);
        one.run(commands.indent);
      },
      (two) => two.run(commands.turnInto('divider')),
      ['divider:', 'paragraph:b'],
    ],
  ];
  for (const [name, lines, first, second, expected] of clashes) {
    it(`keeps everything when two people ${name}`, () => {
      const [one, two] = crowd(build(lines), 2) as [Desk, Desk];
      for (const desk of [one, two]) desk.caret('b0', 0);
      first(one);
      second(two);
      meet(one, two);
      assert.deepEqual(one.blocks, two.blocks);
      assert.deepEqual(draw(one.blocks).sort(), expected);
      assert.deepEqual(draw(one.projected).sort(), expected);
      one.type('b1', 1, '!');
      meet(one, two);
      assert.deepEqual(one.blocks, two.blocks);
      assert.deepEqual(one.blocks, one.projected);
    });
  }

  it('undoes what this person wrote, and leaves what others wrote', () => {
    const [one, two] = crowd(build(['paragraph:one', 'paragraph:two']), 2) as [Desk, Desk];
    one.type('b0', 3, ' mine');
    two.type('b0', 0, 'theirs ');
    two.type('b1', 3, ' too');
    meet(one, two);
    one.binding.undo();
    meet(one, two);
    assert.deepEqual(draw(two.blocks), ['paragraph:theirs one', 'paragraph:two too']);
    one.binding.redo();
    assert.deepEqual(draw(one.blocks), ['paragraph:theirs one mine', 'paragraph:two too']);
    assert.equal(one.state.selection.$head.parent.textContent, 'theirs one mine');
  });

  it('says the same for everybody after anything that people and programs do at once', () => {
    const act = fc.record({
      who: fc.nat(2),
      block: fc.nat(30),
      offset: fc.nat(6),
      what: fc.constantFrom(
        'type',
        'type',
        'type',
        'split',
        'indent',
        'outdent',
        'quote',
        'divider',
        'move',
        'api',
        'undo',
      ),
      meets: fc.boolean(),
    });
    const did = (who: number, what: string, meets = false) => ({ who, block: 0, offset: 0, what, meets });
    /** One block becomes two in two ways at once, and everybody who writes next makes a block of the second. */
    const twice = [
      ...[did(1, 'quote'), did(0, 'quote', true), did(1, 'type'), did(2, 'type'), did(0, 'type')],
      ...[did(0, 'undo'), did(0, 'indent', true), did(0, 'type')],
    ];
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
        const desks = crowd(build(['paragraph:a', 'bullet:b', '  bullet:c', 'paragraph:d']), 3);
        for (const [i, { who, block, offset, what, meets }] of acts.entries()) {
          const desk = desks[who] as Desk;
          const ids = idsOfTexts(desk);
          const id = ids[block % ids.length];
          if (id === undefined) continue;
          if (what === 'api') write(desk.doc, { blocks: [...desk.projected, { ...FIRST[0]!, id: `api${i}` }] });
          else if (what === 'undo') desk.binding.undo();
          else if (what === 'type') desk.type(id, 0, `w${i}`);
          else {
            desk.caret(id, 0);
            const { parent } = desk.state.selection.$head;
            desk.dispatch(
              desk.state.tr.setSelection(
                TextSelection.create(desk.state.doc, desk.state.selection.from + Math.min(offset, parent.content.size)),
              ),
            );
            if (what === 'split') desk.run(commands.splitBlock);
            else if (what === 'indent') desk.run(commands.indent);
            else if (what === 'outdent') desk.run(commands.outdent);
            else if (what === 'move') {
              const { doc } = desk.state;
              const node = doc.child(block % doc.childCount);
              const from = doc.children.slice(0, block % doc.childCount).reduce((sum, one) => sum + one.nodeSize, 0);
              if (doc.childCount > 1) {
                desk.dispatch(desk.state.tr.delete(from, from + node.nodeSize));
                desk.dispatch(desk.state.tr.insert(0, node));
              }
            } else desk.run(commands.turnInto(what));
          }
          assert.deepEqual(desk.blocks, shown(desk.projected), `${what} at ${id}`);
          if (meets) meet(...desks);
        }
        meet(...desks);
        for (const desk of desks) {
          desk.state.doc.check();
          assert.deepEqual(desk.blocks, desks[0]?.blocks);
          assert.deepEqual(written(toDoc(desk.projected)), written(desk.state.doc));
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 150), examples: [[twice]] },
    );
  });
});
