// A new block type is a folder of plugins/blocks/types and words, and nothing else: one is added to a copy and used.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scratchFolder } from '../../testing/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const paper = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files that the paper shows, by their name in the folder of the type. */
const files = [...paper.matchAll(/^```ts\n(?:\/\/|\/\*\*) types\/rating\/([\w.]+):[\s\S]*?^```/gm)].map(
  ([source, name]) => ({
    name: name as string,
    source: source.replace(/^```ts\n|```$/g, ''),
  }),
);

/** Runs in the copy, and says what became of a rating in every form. */
const SCRIPT = `
  const load = (path) => import('./plugins/' + path);
  const [{ readBlocks, writeBlocks }, { renderHtml }, { blocksToMarkdown }, { parseMarkdownBlocks }, { fromDoc, toDoc }] =
    await Promise.all(['blocks/codec/codec.ts', 'blocks/html/render.ts', 'blocks/markdown/serialize.ts',
      'blocks/markdown/parse.ts', 'blocks/schema/document.ts'].map(load));
  const { DocumentBody } = await load('exporters/formats/docx/body.ts');
  const { DocumentFootnotes } = await load('exporters/formats/docx/inline.ts');
  const links = { page: () => null, user: () => null, file: () => null };
  const { blocks } = readBlocks([{ id: 'one', type: 'rating', data: { stars: 3 },
    content: [{ type: 'text', text: 'Good' }], children: [{ id: 'two', type: 'paragraph', data: {} }] }]);
  const markdown = blocksToMarkdown(blocks, links);
  const shared = { pictures: new Map(), footnotes: new DocumentFootnotes(), starts: new Set(), lists: 0 };
  console.log(JSON.stringify({
    sent: writeBlocks(blocks),
    edited: fromDoc(toDoc(blocks)),
    html: renderHtml(blocks, links),
    markdown,
    back: parseMarkdownBlocks(markdown),
    site: await (await load('exporters/styles.ts')).siteStyle(),
    word: JSON.stringify(new DocumentBody(shared, blocks, { page: 1, above: 0 }).all()),
  }));`;

describe('a new block type', () => {
  const copy = scratchFolder();
  before(async () => {
    for (const part of ['core', 'plugins', 'templates', 'package.json', 'package-lock.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const folder = join(copy, 'plugins/blocks/types/rating');
    mkdirSync(folder);
    for (const { name, source } of files) writeFileSync(join(folder, name), source);
    const style = /^```css types\/rating\/style\.css\n([\s\S]*?)^```/m.exec(paper)?.[1];
    assert.ok(style, 'the paper shows no style');
    writeFileSync(join(folder, 'style.css'), style);
    writeFileSync(join(folder, 'site.css'), '.rating {\n  margin: 1px;\n}\n');
  });
  after(() => rmSync(copy, { recursive: true }));

  it('is shown in the paper, file by file', () => {
    assert.deepEqual(files.map(({ name }) => name).sort(), ['client.ts', 'index.ts', 'model.ts']);
  });

  it('is found by its folder alone: others take the registries, and what types import is loaded before them', () => {
    const sources = readdirSync(join(root, 'plugins'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path, text: readFileSync(join(root, 'plugins', path), 'utf8') }));
    const importsOf = ({ path, text }: { path: string; text: string }): string[] =>
      [...text.matchAll(/^import (?!type )[^;]*?'(\.[^']+)';/gm)].map(([, target]) =>
        relative(join(root, 'plugins'), resolve(root, 'plugins', dirname(path), target as string)),
      );
    const loaded = new Set(
      sources.filter(({ path }) => /^blocks\/types\/(registry|models)\.ts$/.test(path)).flatMap(importsOf),
    );
    for (const source of sources) {
      const isType = /^blocks\/types\/[^/]+\//.test(source.path);
      for (const target of importsOf(source)) {
        const leadsToType = /^blocks\/types\/[^/]+\//.test(target);
        if (!isType) assert.ok(!leadsToType, `${source.path} imports ${target}`);
        else if (!leadsToType && !/\/client(-[a-z]+)?\.ts$/.test(source.path))
          assert.ok(
            loaded.has(target),
            `${source.path} imports ${target}, which types/registry.ts does not load first`,
          );
      }
    }
  });

  it('goes in as JSON, through the editor, and out as HTML with its look, Markdown and Word', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', SCRIPT], { cwd: copy });
    const made = JSON.parse(stdout);
    const rating = { type: 'rating', data: { stars: 3 }, content: [{ type: 'text', text: 'Good' }] };
    assert.deepEqual(made.sent[0].data, { stars: 3, text: 'Good' });
    assert.equal(made.sent[0].children.length, 1);
    assert.deepEqual(
      { ...made.edited[0], id: undefined, children: undefined },
      { ...rating, id: undefined, children: undefined },
    );
    assert.match(made.html, /^<p class="rating" id="one">★★★ Good<\/p>/);
    assert.match(made.markdown, /"type":"rating"/);
    assert.match(made.markdown, /^Good$/m);
    const [{ id: _, ...back }] = made.back;
    assert.deepEqual(back, rating);
    assert.match(made.site, /\.rating \{\n {2}margin: 1px/);
    assert.match(made.word, /★★★/);
    assert.match(made.word, /Good/);
  });

  it('stands in the slash menu, is typed, and has its look where pages are read and published', async () => {
    const out = join(copy, 'built');
    const script = `const { buildAssets } = await import('./core/views/asset-build.ts');
      console.log(await buildAssets(${JSON.stringify(out)}));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: copy });
    const editor = JSON.parse(readFileSync(join(stdout.trim(), 'pieces.json'), 'utf8'))['editor.js'];
    const text = [editor.file, ...editor.needs]
      .map((name: string) => readFileSync(join(stdout.trim(), 'static', name), 'utf8'))
      .join('');
    assert.match(text, /type:"rating",kinds:\[\{icon:"star"/);
    for (const name of ['page.css', 'published.css'])
      assert.match(
        readFileSync(join(stdout.trim(), 'static', name), 'utf8'),
        /\.article \.rating\{letter-spacing:\.1em\}/,
      );
  });
});
