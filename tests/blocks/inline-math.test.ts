/** Formulas within a line, in every form that a page takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as Y from 'yjs';
import { type Block, type Inline, inlineRuns } from '../../plugins/blocks/block.ts';
import { blockText } from '../../plugins/blocks/block-text.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { inlineToHtml, parseInlineHtml } from '../../plugins/blocks/editorjs/inline-html.ts';
import { renderHtml } from '../../plugins/blocks/html/render.ts';
import { parseMarkdownBlocks } from '../../plugins/blocks/markdown/parse.ts';
import { blocksToMarkdown } from '../../plugins/blocks/markdown/serialize.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { fromDocJson, toDocJson } from '../../plugins/blocks/schema/prosemirror-json.ts';
import { levelJson } from '../../plugins/blocks/ydoc/read.ts';
import { writeLevel } from '../../plugins/blocks/ydoc/write.ts';
import { block, links } from './lists.ts';

const text = (words: string): Inline => ({ type: 'text', text: words });
const math = (tex: string): Inline => ({ type: 'math', tex });
const paragraph = (...content: Inline[]): Block => ({ id: 'a', type: 'paragraph', data: {}, content });
const written = (...content: Inline[]): string => blocksToMarkdown([paragraph(...content)], links).trim();

/** A line of Markdown in short, each formula in angle brackets. */
const read = (line: string): string =>
  parseMarkdownBlocks(line, {})
    .flatMap(inlineRuns)
    .flat()
    .map((node) => (node.type === 'text' ? node.text : node.type === 'math' ? `<${node.tex}>` : ''))
    .join('');

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are variables of shells
const LINES: [string, string][] = [
  ['so $x$.', 'so <x>.'],
  ['($x^2$, $y_1$)', '(<x^2>, <y_1>)'],
  ['$$x$$ in a line', '<x> in a line'],
  ['both $$x$$ and $$y$$', 'both <x> and <y>'],
  ['**$x$**', '<x>'],
  ['$a\\$b$', '<a\\$b>'],
  ['$a*b*c$', '<a*b*c>'],
  ['令$x$为', '令<x>为'],
  ['$5 and $6', '$5 and $6'],
  ['US$100, CA$200', 'US$100, CA$200'],
  ['$HOME/$PATH', '$HOME/$PATH'],
  ['$ x$ and $x $', '$ x$ and $x $'],
  ['$x$y and y$x$', '$x$y and y$x$'],
  ['a $$$ and $$', 'a $$$ and $$'],
  ['\\$x$', '$x$'],
  ['$a `b$ c` d$', '$a b$ c d$'],
  ['`$x$`', '$x$'],
  ['$a\nb$', '$a b$'],
  ['[a](/x$b) c$', 'a c$'],
  ...[
    'Cost ($) and revenue ($)',
    'Fee ($)/Rate ($)',
    'in ($, €) or ($, £)',
    '${HOME}/${USER}',
    'path ${HOME}:${PATH}',
    'echo "${a}" "${b}"',
    '"$", "€", "$"',
    'sed s/$/x/; s/y$/',
    'pay in $/£/$.',
    '$a(b$',
    '$a]$',
  ].map((line): [string, string] => [line, line]),
  ...[
    '\\{a\\}',
    '(0,1]',
    '[0,1)',
    'x',
    '-1',
    '+',
    '=',
    '\\pi r^2',
    '|x|',
    '{x}^2',
    '\\left(x\\right.',
    '\\left[a,b\\right)',
    '\\bigl( x \\Big] \\left\\{ y \\right.',
  ].map((tex): [string, string] => [`so $${tex}$.`, `so <${tex}>.`]),
  ['$f(\\{)$ $\\leftarrow($', '<f(\\{)> $\\leftarrow($'],
];

for (const [line, expected] of LINES)
  test(`Markdown with dollar signs: ${JSON.stringify(line)}`, () => assert.equal(read(line), expected));

test('only a text that would be read as a formula has signs taken from it in Markdown', () => {
  for (const plain of [
    '$5 and $6',
    'US$100, CA$200',
    '$HOME/$PATH',
    'a $ b',
    '5$ or 6$',
    'Cost ($) and revenue ($)',
    '${HOME}/${USER}',
    's/$/x/; s/y$/',
  ])
    assert.equal(written(text(plain)), plain);
  assert.equal(written(text('so $x$ is')), 'so \\$x$ is');
  assert.equal(written(text('$]$')), '\\$\\]$');
  assert.equal(written(text('$a'), { type: 'text', text: 'b$', marks: [{ type: 'bold' }] }), '\\$a**b$**');
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are variables of shells

test('what cannot stand between signs says all of itself in a link, as other tokens do', () => {
  assert.equal(written(text('so '), math('x^2'), text('.')), 'so $x^2$.');
  assert.equal(written(text('n'), math('x')), 'n[x](#math-x "commonplace:math")');
  for (const tex of ['a$b', 'a\nb', ' x', 'x ', 'a`b', 'x\\'])
    assert.deepEqual(parseMarkdownBlocks(written(math(tex)), {})[0]?.content, [math(tex)], tex);
});

test('a formula in a cell has its bars', () => {
  const cells = [{ content: [math('|x|')] }, { content: [math('\\|y\\|')] }];
  const [table] = readBlocks([{ type: 'table', data: { header: { row: true, column: false }, rows: [cells] } }]).blocks;
  const [back] = parseMarkdownBlocks(blocksToMarkdown([table!], links), {});
  assert.deepEqual(inlineRuns(back!).flat(), [math('|x|'), math('\\|y\\|')]);
});

test('text, search and clients of other editors have the formula with its signs', () => {
  const said = paragraph(text('so '), math('x<y'));
  assert.equal(blocksPlainText([said]), 'so $x<y$');
  assert.equal(blockText(said, links), 'so $x<y$');
  const html = inlineToHtml(said.content!);
  assert.equal(html, 'so <span data-tex="x&lt;y">$x&lt;y$</span>');
  assert.deepEqual(parseInlineHtml(html), said.content);
  assert.deepEqual(parseInlineHtml('$x$'), [text('$x$')]);
});

test('readers have MathML, and the source with what is wrong with it', () => {
  assert.match(renderHtml([paragraph(math('x^2'))], links), /^<p id="a"><span class="katex"><math [^>]*><semantics>/);
  assert.doesNotMatch(renderHtml([paragraph(math('x^2'))], links), /display="block"/);
  const html = renderHtml([paragraph(math('\\frac{<a>'))], links);
  assert.match(html, /<code class="math-inline" title="[^"<>]+">\\frac\{&lt;a&gt;<\/code>/);
  const many = Array.from({ length: 12_000 }, () => math('x'));
  const drawn = renderHtml([paragraph(...many)], links);
  assert.ok(drawn.includes('<math') && drawn.endsWith('<code class="math-inline">x</code></p>'));
});

const bothKinds = (tex: string) => renderHtml([paragraph(math(tex)), block('math', { tex }) as never], links);

test('a formula that gives commands another meaning is shown by its source', () => {
  const bomb = `\\def\\a{${'x'.repeat(8900)}}${'\\a'.repeat(100)}`;
  assert.ok(bothKinds(bomb).length < 3 * bomb.length);
  for (const tex of ['\\gdef\\a{x}\\a', '\\let\\a=x\\a', '\\newcommand{\\a}{x}\\a', '\\expandafter\\def\\a{x}\\a']) {
    assert.equal(bothKinds(tex).split('Definitions of commands are not supported.').length, 3, tex);
    assert.doesNotMatch(bothKinds(tex), /<math/);
  }
  for (const tex of ['\\message{x}', '\\errmessage{x}', '\\show\\a', '\\raisebox{-9000em}{x}', 'a\\kern-900em b'])
    assert.doesNotMatch(bothKinds(tex), /<math/, tex);
  for (const tex of ['a\\\\def', '\\delta', '\\raisebox{-1em}{x}', '\\hspace{100pt}x', '\\text{-9000 mm}'])
    assert.match(bothKinds(tex), /<math/, tex);
});

test('braces within each other are drawn as long as that is quick', () => {
  const nested = (levels: number) => bothKinds(`${'\\boxed{'.repeat(levels)}x${'}'.repeat(levels)}`);
  assert.match(nested(50), /<math/);
  assert.doesNotMatch(nested(51), /<math/);
  assert.match(bothKinds('\\{'.repeat(60)), /<math/);
});

test('a page has an end of what is drawn, of both kinds of formulas', () => {
  const large = `\\begin{matrix}${'&'.repeat(9900)}\\end{matrix}`;
  for (const one of [block('math', { tex: large }) as never, paragraph(math(large))])
    assert.ok(
      renderHtml(
        Array.from({ length: 20 }, () => one),
        links,
      ).length < 3_000_000,
    );
  const wrong = `${'x'.repeat(9000)}\\frac`;
  const html = renderHtml([...Array.from({ length: 20 }, () => paragraph(math(wrong))), paragraph(math('y'))], links);
  assert.ok(html.endsWith('<code class="math-inline">y</code></p>'));
  const small = renderHtml([paragraph(...Array.from({ length: 5000 }, () => math('x')))], links);
  assert.ok(small.split('<math').length > 4500);
});

test('a formula says something, and the editor has it beside the block of that name', () => {
  for (const tex of ['', ' ', 5, 'x'.repeat(10_001)])
    assert.throws(() => readBlocks([{ type: 'paragraph', data: {}, content: [{ type: 'math', tex }] }]));
  assert.equal(read(`$${'x'.repeat(10_000)}$`)[0], '<');
  assert.equal(read(`$${'x'.repeat(10_001)}$`)[0], '$');
  const { blocks } = readBlocks([
    block('paragraph', {}, [text('a '), math('x')]),
    block('math', { tex: 'y' }),
    block('heading', { level: 1 }, [math('z')]),
  ]);
  const doc = toDoc(blocks);
  doc.check();
  assert.equal(doc.firstChild?.textContent, 'a $x$');
  assert.deepEqual(fromDoc(doc), blocks);
});

test('who write together have a formula as one unit, beside the block of that name', () => {
  const { blocks } = readBlocks([
    block('paragraph', {}, [text('a '), math('x'), text(' b')]),
    block('math', { tex: 'y' }),
    { type: 'table', data: { header: { row: false, column: false }, rows: [[{ content: [math('z')] }]] } },
  ]);
  const fragment = new Y.Doc().getXmlFragment('blocks');
  writeLevel(fragment, toDocJson(blocks).content ?? []);
  assert.match(fragment.toString(), /a <inlinemath tex="x"><\/inlinemath> b.*<math tex="y">/i);
  assert.deepEqual(readBlocks(fromDocJson({ type: 'doc', content: levelJson(fragment) })).blocks, blocks);
});

test('many dollar signs are read in time', () => {
  for (const signs of ['$', '$a', '$ a', '$\\$', '[$', '$`', '$$a ', '*$a'])
    assert.ok(read(`${signs.repeat(100_000)} deep`).includes('deep'), signs);
});
