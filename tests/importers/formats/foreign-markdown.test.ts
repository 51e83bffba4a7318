// Markdown of other programs: HTML in it, terms with meanings, more states of tasks; nothing goes without being counted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { markdownToBlocks } from '../../../plugins/blocks/markdown/lazy.ts';
import { convertNote } from '../../../plugins/importers/conversion/note.ts';
import { keptAndLeftOut } from '../../../plugins/importers/left-out.ts';

const place = { type: 'page' as const, id: 'note', path: 'note.md', title: 'note' };
const picture = { type: 'file' as const, id: 'a.png', path: 'a.png', title: 'a.png' };

/** Blocks as lines: type, what matters of the data, words, each level indented by two. */
const linesOf = (blocks: Block[], depth = 0): string[] =>
  blocks.flatMap(({ type, data, content = [], children = [] }) => {
    const { fileId, url, level, checked, width } = data as Record<string, unknown>;
    const said = [fileId && 'file', url, level, checked === undefined ? '' : checked ? 'done' : 'open', width]
      .filter(Boolean)
      .join(' ');
    const words = content
      .map((node) =>
        node.type === 'text'
          ? `${node.text}${node.marks ? `{${node.marks.map(({ type: mark }) => mark).join()}}` : ''}`
          : `<${node.type}${node.type === 'math' ? ` ${node.tex}` : ''}>`,
      )
      .join('');
    return [`${'  '.repeat(depth)}${[type, said, words].filter(Boolean).join(' ')}`, ...linesOf(children, depth + 1)];
  });

async function convert(markdown: string, wiki = false) {
  const around = {
    names: { wiki: () => undefined, relative: (path: string) => (path === 'a.png' ? picture : undefined) },
    pageId: () => undefined,
    file: () => ({ fileId: 7, kind: 'image' as const, name: 'a.png' }),
  };
  const item = { id: 'note', path: 'note.md', title: 'note', markdown, wiki };
  return convertNote(item as never, place as never, around as never);
}

async function read(markdown: string, wiki = false) {
  const { blocks, unsupported } = await convert(markdown, wiki);
  return { lines: linesOf(blocks), unsupported };
}

describe('Markdown of other programs', () => {
  it('says where films and frames in a line of text lead', async () => {
    const { lines } = await read(
      'Watch <iframe src="https://video.test/1" title="The film"></iframe> or <video src="https://video.test/2"></video>.',
    );
    assert.deepEqual(lines, ['paragraph Watch The film{link} or https://video.test/2{link}.']);
  });

  it('reads HTML that is indented by some spaces as well', async () => {
    const { lines, unsupported } = await read(
      '  <img src="a.png" width="120">\n\n   <!-- note -->\n\n <p>some <b>words</b></p>',
    );
    assert.deepEqual(lines, ['image file 120', 'paragraph some words{bold}']);
    assert.deepEqual(unsupported, { html_comment: 1 });
  });

  it('keeps how wide a picture is, and counts the size of one that is a link here', async () => {
    const sizes =
      '<img src="a.png" width="120" height="9">\n\n![a boat|300x200](a.png)\n\n![b|200](https://x.test/b.png)';
    const { lines } = await read(sizes, true);
    assert.deepEqual(lines, ['image file 120', 'image file 300', 'image https://x.test/b.png 200']);
    const inText = await read('See ![a boat|300](a.png) and ![b|200](https://x.test/b.png) and ![c|d](a.png).', true);
    assert.deepEqual(inText.lines, ['paragraph See a boat and b{link} and c|d.', 'image file 300', 'image file']);
    assert.deepEqual(inText.unsupported, { inline_image: 3, picture_size: 1 });
    assert.deepEqual((await read('![a|300](a.png)')).lines, ['image file']);
  });

  it('counts the title of a picture in a line of text', async () => {
    const { lines, unsupported } = await read('See ![a boat](https://x.test/a.png "Vega, 1932") here.');
    assert.deepEqual(lines, ['paragraph See a boat{link} here.']);
    assert.deepEqual(unsupported, { inline_image: 1, link_title: 1 });
  });

  it('says behind its words where a link leads that is not followed', async () => {
    const { lines, unsupported } = await read(
      '<p><a href="file:///C:/a.docx">the <b>plan</b></a>, <a href="onenote:x">onenote:x</a>, <a href="javascript:go()">button</a></p>',
    );
    assert.deepEqual(lines, ['paragraph the plan{bold} (file:///C:/a.docx), onenote:x, button']);
    assert.equal(unsupported.link_scheme, 3);
  });

  it('reads boxes without the sign of a list as tasks, but not in code or within a line', async () => {
    const { lines } = await read(
      '[ ] open\n[x] done\n    [ ] nested\n\n```\n[ ] code\n```\n\n    [ ] indented code\n\nnot [x] this\n\n[x](https://x.test)\n\n- [ ] usual',
    );
    assert.deepEqual(lines, [
      'todo open open',
      'todo done done',
      '  todo open nested',
      'code',
      'code',
      'paragraph not [x] this',
      'paragraph x{link}',
      'todo open usual',
    ]);
  });

  it('brings pictures, frames and tables that are written as HTML', async () => {
    const { lines } = await read(
      [
        'Intro <img src="a.png" alt="A cat"> text',
        '<p align="center"><img src="https://x.test/logo.png" width="200"></p>',
        '<img src="a.png">',
        '<iframe src="https://video.test/embed/1"></iframe>',
        '<table><tr><td>a</td><td>b</td></tr></table>',
        '<div>\n\n**bold**\n\n</div>',
      ].join('\n\n'),
    );
    assert.deepEqual(lines, [
      'paragraph Intro A cat text',
      'image file',
      'image https://x.test/logo.png 200',
      'image file',
      'embed https://video.test/embed/1',
      'table',
      'paragraph bold{bold}',
    ]);
  });

  it('has marks for tags in running text, and keeps what only looks like one', async () => {
    const { lines, unsupported } = await read(
      'See <a href="https://x.test/?a=1&amp;b=2">a *link*</a>, H<sub>2</sub>O, e<sup>10</sup>, <kbd>Ctrl</kbd>, List<String>, <font color=red>red</font> <!-- hidden --> <a name="x">end\n\n<Foo>\nbar',
    );
    assert.deepEqual(lines, [
      'paragraph See a {link}link{link,italic}, H_2O, e^(10), Ctrl{code}, List<String>, red{color}  end',
      'paragraph <Foo><hardBreak>bar',
    ]);
    assert.deepEqual(unsupported, { subscript: 1, superscript: 1, html_comment: 1 });
  });

  it('reads formulas in running text with all their signs, and counts what is raised, lowered or noted by signs', async () => {
    const { lines, unsupported } = await read(
      'Let $\\{a\\}$ and $\\alpha*b*c$, $$\\sum_{i} x_i$$ or $a\\$b$.\n\nx^2^, H~2~O, 3 ^ 2, a ~ b ~ c, ~~gone~~ and more^[see *there*].',
    );
    assert.deepEqual(lines, [
      'paragraph Let <math \\{a\\}> and <math \\alpha*b*c>, <math \\sum_{i} x_i> or <math a\\$b>.',
      'paragraph x^2^, H~2~O, 3 ^ 2, a ~ b ~ c, gone{strike} and more^[see there{italic}].',
    ]);
    assert.deepEqual(unsupported, { raised_letters: 2, inline_note: 1 });
  });

  it('has marks for tags with a look, and no ends of those that say nothing', async () => {
    const { lines } = await read(
      '<mark style="background: #f00">a</mark> <u class="x">b</u> <span style="color:red">c</span> <span class="y">d</span> <span data-color="red">e</span>',
    );
    assert.deepEqual(lines, ['paragraph a{highlight} b{underline} c{color} d e{color}']);
  });

  it('has colours of letters and of what is behind them, and looks that a style gives', async () => {
    const { lines, unsupported } = await read(
      '<span style="background:yellow">a **b**</span> <font color="#0000ff">c</font> <font face="Arial">d</font> <span style="color:red;font-weight:bold">e</span> <span class="x">f <span data-color="red">g</span> h</span> x<sup>2<b>n</b></sup> y<sup>[1](https://x.test)</sup> <font color="red">open',
    );
    assert.deepEqual(lines, [
      'paragraph a {highlight}b{bold,highlight} c{color} d e{bold,color} f g{color} h x^(2n{bold}) y1{link} <font color="red">open',
    ]);
    assert.deepEqual(unsupported, { superscript: 1 });
  });

  it('reads attributes as a browser does, whatever stands in them', async () => {
    const { blocks } = await convert('<a href="https://x.test/?a=1&#38;b=2&#x2F;" title="a > b &eacute;">link</a> end');
    const [link, end] = blocks[0]?.content ?? [];
    assert.partialDeepStrictEqual(link, {
      text: 'link',
      marks: [{ type: 'link', attrs: { href: 'https://x.test/?a=1&b=2/' } }],
    });
    assert.partialDeepStrictEqual(end, { type: 'text', text: ' end' });
  });

  it('keeps a picture in its item of a list', async () => {
    const { lines } = await read('- one ![pic](a.png) text\n- two <img src="a.png">\n- three');
    assert.deepEqual(lines, [
      'bullet one pic text',
      '  image file',
      'bullet two a.png',
      '  image file',
      'bullet three',
    ]);
  });

  it('reads terms with their meanings', async () => {
    const { lines } = await read('Term\n: Meaning *one*\n: Meaning two\n\nOther\n\n: Third');
    assert.deepEqual(lines, [
      'paragraph Term',
      '  paragraph Meaning one{italic}',
      '  paragraph Meaning two',
      'paragraph Other',
      '  paragraph Third',
    ]);
  });

  it('counts states of tasks, deep headings and titles of links, which have no equal', async () => {
    const { lines, unsupported } = await read(
      '- [/] begun\n- [-] cancelled\n- [x] done\n\n###### Six\n\n[t](https://x.test "Title") $x^2$',
    );
    assert.deepEqual(lines, [
      'todo open begun',
      'todo open cancelled',
      'todo done done',
      'heading 4 Six',
      'paragraph t{link} <math x^2>',
    ]);
    assert.deepEqual(unsupported, { task_state: 2, heading_level: 1, link_title: 1 });
    const { kept, leftOut } = keptAndLeftOut(unsupported);
    assert.deepEqual(
      [kept.map(([kind]) => kind).toSorted(), leftOut.map(([kind]) => kind).toSorted()],
      [['heading_level'], ['link_title', 'task_state']],
    );
  });

  it('says what letters in a line of text stand for, and counts what appears where one points', async () => {
    const { lines, unsupported } = await read(
      'The <abbr title="estimated time">ETA</abbr> of <kbd title="a key">K</kbd>',
    );
    assert.deepEqual(lines, ['paragraph The ETA (estimated time) of K{code}']);
    assert.deepEqual(unsupported, { tooltip: 1 });
  });

  it('shows at the end which addresses it defines for links that nobody made, and counts remarks in their form', async () => {
    const { lines, unsupported } = await read(
      [
        '[one], [two][B] and [none]\n\n[one]: https://x.test/1\n[b]: https://x.test/2',
        '[The Plan]: https://x.test/plan "as of May"\n[b]: https://x.test/again\n[//]: # (a remark)\n[//]: # (another)',
        '```\n[code]: https://x.test/code\n```',
      ].join('\n'),
    );
    assert.deepEqual(lines, [
      'paragraph one{link}, two{link} and [none]',
      'code',
      'paragraph The Plan{link}: as of May',
      'paragraph b{link}',
    ]);
    assert.deepEqual(unsupported, { link_definition: 2, html_comment: 2 });
  });

  it('is not what our own Markdown means: there a tag is text', () => {
    assert.deepEqual(linesOf(markdownToBlocks('<img src="a.png"> and\n\n- [/] text')), [
      'paragraph <img src="a.png"> and',
      'bullet [/] text',
    ]);
  });
});
