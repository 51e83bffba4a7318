// Pages as shared documents, without any I/O: there and back, written by keys, and each trap of the binding.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { initProseMirrorDoc, prosemirrorToYXmlFragment } from 'y-prosemirror';
import * as Y from 'yjs';
import type { Block } from '../../plugins/blocks/block.ts';
import { fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { schema } from '../../plugins/blocks/schema/schema.ts';
import { createYDoc, project, seed, updateTo, write } from '../../plugins/rooms/document/ydoc.ts';
import { anyBlocks } from '../blocks/lists.ts';

const text = (id: string, value: string, more: Partial<Block> = {}): Block => ({
  id,
  type: 'paragraph',
  data: {},
  content: value ? [{ type: 'text', text: value }] : [],
  ...more,
});

const docOf = (blocks: Block[], title = 'Title'): Y.Doc => createYDoc([seed({ title, blocks })]);
const blocksOf = (doc: Y.Doc): Block[] => project(doc).blocks;
const copyOf = (doc: Y.Doc): Y.Doc => createYDoc([Y.encodeStateAsUpdate(doc)]);
const bytesOf = (doc: Y.Doc): string => Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex');

function merge(a: Y.Doc, b: Y.Doc): void {
  Y.applyUpdate(a, Y.encodeStateAsUpdate(b));
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a));
}

/** The first text of a block, wherever that stands. */
function textOf(doc: Y.Doc, id: string): Y.XmlText {
  const stack = doc.getXmlFragment('blocks').toArray();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!(node instanceof Y.XmlElement)) continue;
    const content = node.get(0);
    if (node.getAttribute('id') === id && content instanceof Y.XmlElement) return content.get(0) as Y.XmlText;
    stack.push(...node.toArray());
  }
  throw new Error(`no block ${id}`);
}

/** The same list, with some blocks left out, some moved and some of them changed. */
const rearranged = (blocks: Block[], order: number[]): Block[] =>
  order
    .map((place) => blocks[place % Math.max(1, blocks.length)])
    .filter((block, index, all): block is Block => block !== undefined && all.indexOf(block) === index);

describe('a page as a document', () => {
  it('comes back as it went in', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        assert.deepEqual(blocksOf(docOf(blocks)), blocks);
      }),
      { numRuns: 200 },
    );
  });

  it('is what the editor makes of it, and reading it there changes nothing', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const doc = docOf(blocks);
        const before = bytesOf(doc);
        const { doc: shown } = initProseMirrorDoc(doc.getXmlFragment('blocks'), schema);
        shown.check();
        assert.deepEqual(fromDoc(shown), blocks.length ? blocks : [text('first', '')]);
        assert.equal(bytesOf(doc), before);
      }),
      { numRuns: 100 },
    );
  });

  it('is read as the editor writes it', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const doc = new Y.Doc();
        prosemirrorToYXmlFragment(toDoc(blocks.length ? blocks : [text('first', '')]), doc.getXmlFragment('blocks'));
        assert.deepEqual(blocksOf(doc), blocks);
        assert.equal(updateTo([Y.encodeStateAsUpdate(doc)], { blocks }), null, 'nothing to write');
      }),
      { numRuns: 100 },
    );
  });

  it('is not changed by being read', () => {
    const doc = docOf([text('a', 'one'), text('b', 'two')]);
    const before = bytesOf(doc);
    project(doc);
    assert.equal(bytesOf(doc), before);
  });

  it('is there once, however many processes seed it', () => {
    const body = { title: 'Title', blocks: [text('a', 'one'), text('b', 'two')] };
    assert.deepEqual(project(createYDoc([seed(body), seed(body)])), body);
  });

  it('is empty until somebody writes, and then two who begin at once share a paragraph', () => {
    const one = docOf([]);
    const two = copyOf(one);
    assert.deepEqual(blocksOf(one), []);
    write(one, { blocks: [text('first', 'Hello')] });
    write(two, { blocks: [text('first', 'World')] });
    merge(one, two);
    assert.deepEqual(blocksOf(one), blocksOf(two));
    assert.equal(blocksOf(one).length, 1);
  });
});

describe('what no schema here knows', () => {
  const newer = (): Y.Doc => {
    const doc = docOf([text('a', 'one'), text('b', 'two')]);
    const block = new Y.XmlElement('block');
    block.setAttribute('id', 'new');
    const content = new Y.XmlElement('hologram');
    content.setAttribute('angle', 42 as never);
    content.insert(0, [new Y.XmlText('of the future')]);
    block.insert(0, [content]);
    doc.getXmlFragment('blocks').insert(1, [block]);
    return doc;
  };

  it('is an unknown block that keeps all of it', () => {
    assert.deepEqual(blocksOf(newer())[1], {
      id: 'new',
      type: 'unknown',
      data: {
        original: { type: 'hologram', attrs: { angle: 42 }, content: [{ type: 'text', text: 'of the future' }] },
      },
    });
  });

  it('stays what it is in the document when the list is written back', () => {
    const doc = newer();
    const [first, ...others] = blocksOf(doc);
    write(doc, { blocks: [{ ...(first as Block), content: [{ type: 'text', text: 'changed' }] }, ...others] });
    const kept = doc.getXmlFragment('blocks').get(1) as Y.XmlElement;
    assert.equal((kept.get(0) as Y.XmlElement).nodeName, 'hologram');
  });
});

describe('what breaks a rule', () => {
  it('is kept, and does not keep the rest from being read', () => {
    const doc = docOf([text('a', 'one'), text('b', 'two', { children: [text('c', 'three')] })]);
    const heading = new Y.XmlElement('heading');
    heading.setAttribute('level', 9 as never);
    const block = doc.getXmlFragment('blocks').get(1) as Y.XmlElement;
    block.delete(0, 1);
    block.insert(0, [heading]);
    const blocks = blocksOf(doc);
    assert.deepEqual(
      blocks.map(({ id, type }) => [id, type]),
      [
        ['a', 'paragraph'],
        ['b', 'unknown'],
        ['c', 'paragraph'],
      ],
    );
  });

  it('gives a block that was moved by two people at once a second id', () => {
    const one = docOf([text('a', 'one'), text('b', 'two'), text('c', 'three')]);
    const two = copyOf(one);
    write(one, { blocks: [text('b', 'two'), text('c', 'three'), text('a', 'one')] });
    write(two, { blocks: [text('b', 'two'), text('a', 'one'), text('c', 'three')] });
    merge(one, two);
    const ids = blocksOf(one).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(blocksOf(one), blocksOf(two));
  });

  it('does not make a block that is there twice into more when many write at once, however often', () => {
    const from = ['a', 'b', 'c', 'd', 'e'].map((id) => text(id, id));
    const crowd = Array.from({ length: 5 }, () => docOf(from));
    const meet = () => {
      for (const doc of crowd.slice(1)) merge(crowd[0] as Y.Doc, doc);
      for (const doc of crowd.slice(1)) merge(crowd[0] as Y.Doc, doc);
    };
    // Three of them move the first block, each to another place.
    for (const [place, doc] of crowd.slice(0, 3).entries())
      write(doc, { blocks: [...from.slice(1, place + 3), from[0] as Block, ...from.slice(place + 3)] });
    meet();
    const present = blocksOf(crowd[0] as Y.Doc).length;
    assert.equal(present, 7, 'one stands in three places');
    for (let round = 0; round < 4; round++) {
      for (const [place, doc] of crowd.entries())
        write(doc, { blocks: [...blocksOf(doc), text(`w${round}-${place}`, 'a word')] });
      meet();
      for (const doc of crowd) assert.deepEqual(blocksOf(doc), blocksOf(crowd[0] as Y.Doc));
      assert.equal(blocksOf(crowd[0] as Y.Doc).length, present + 5 * (round + 1));
    }
  });

  it('keeps both when two people turn one block into different things', () => {
    const one = docOf([text('a', 'one')]);
    const two = copyOf(one);
    write(one, { blocks: [{ ...text('a', 'one'), type: 'quote' }] });
    write(two, { blocks: [{ ...text('a', 'one'), type: 'bullet' }] });
    merge(one, two);
    assert.deepEqual(
      blocksOf(one)
        .map(({ type }) => type)
        .sort(),
      ['bullet', 'quote'],
    );
  });
});

describe('the keyed writer', () => {
  it('makes exactly what is wanted of anything', () => {
    fc.assert(
      fc.property(anyBlocks, anyBlocks, fc.array(fc.nat(40)), (from, other, order) => {
        const doc = docOf(from);
        for (const to of [rearranged(from, order), other, from]) {
          write(doc, { blocks: to });
          assert.deepEqual(blocksOf(doc), to);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('writes nothing when nothing changes', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        assert.equal(updateTo([seed({ title: 'T', blocks })], { title: 'T', blocks }), null);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves what is typed elsewhere at the same time where it was typed', () => {
    const list = fc.integer({ min: 2, max: 12 });
    fc.assert(
      fc.property(list, fc.array(fc.nat(40)), fc.nat(40), (length, order, pick) => {
        const blocks = Array.from({ length }, (_, place) => text(`b${place}`, `text ${place}`));
        const to = rearranged(blocks, order);
        const server = docOf(blocks);
        const typist = copyOf(server);
        write(server, { blocks: to });
        const staying = survivors(typist, server);
        if (!staying.length) return;
        const id = staying[pick % staying.length] as string;
        textOf(typist, id).insert(4, ' typed');
        merge(server, typist);
        const found = blocksOf(server);
        assert.deepEqual(found, blocksOf(typist));
        assert.deepEqual(
          found.map((block) => [block.id, (block.content as { text: string }[])[0]?.text]),
          to.map((block) => [block.id, `text${block.id === id ? ' typed' : ''} ${block.id.slice(1)}`]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('does not put a colleague’s letters into another block when the list is reordered', () => {
    const blocks = ['alpha', 'bravo', 'charlie', 'delta'].map((word) => text(word, word));
    const server = docOf(blocks);
    const typist = copyOf(server);
    write(server, { blocks: [...blocks.slice(1), blocks[0] as Block] });
    textOf(typist, 'charlie').insert(7, ' EDITED');
    merge(server, typist);
    assert.deepEqual(
      blocksOf(typist).map(({ content }) => (content as { text: string }[])[0]?.text),
      ['bravo', 'charlie EDITED', 'delta', 'alpha'],
    );
  });

  it('is small for a small change, whatever the size of the page', () => {
    const blocks = Array.from({ length: 2000 }, (_, place) => text(`b${place}`, `This is paragraph ${place}.`));
    const changed = blocks.with(1000, text('b1000', 'This was paragraph 1000.'));
    const update = updateTo([seed({ title: 'T', blocks })], { blocks: changed }) as Uint8Array;
    assert.ok(update.length < 500, `${update.length} bytes`);
  });

  it('never cuts a character in two', () => {
    const doc = docOf([text('a', 'a😀b')]);
    for (const to of ['a😁b', '😁', '😀😁', '']) {
      write(doc, { blocks: [text('a', to)] });
      assert.deepEqual(blocksOf(doc), [text('a', to)]);
    }
  });
});

/** Ids of the blocks that a write left in place: their elements are not among what it deleted. */
function survivors(before: Y.Doc, after: Y.Doc): string[] {
  const ids = (doc: Y.Doc): Map<string, string> =>
    new Map(
      doc
        .getXmlFragment('blocks')
        .toArray()
        .map((node) => [
          (node as Y.XmlElement).getAttribute('id') as string,
          `${node._item?.id.client}:${node._item?.id.clock}`,
        ]),
    );
  const now = ids(after);
  return [...ids(before)].filter(([id, item]) => now.get(id) === item).map(([id]) => id);
}
