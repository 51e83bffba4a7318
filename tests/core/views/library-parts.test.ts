// A library of which some parts are left out does what the whole one does.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { Readability as Whole } from '@mozilla/readability';
import { build } from 'esbuild';
import { JSDOM } from 'jsdom';
import { INNER_NAMES, libraryParts } from '../../../core/views/library-parts.ts';

const recorded = join(import.meta.dirname, '../../importers/recorded');
const words = 'The keeper trimmed the wick at dusk, and the beam swept across the water until the morning came. ';

/** Each asks for another of its rules. */
const PIECES = [
  `<h1>On lighthouses</h1><p class="byline">Ada Keeper</p><p>${words.repeat(6)}</p>`,
  `<div>${words.repeat(3)}<br><br>${words.repeat(3)}</div><font color="red">${words}</font>`,
  '<div class="comment"><p>First, and then, and so on, and no more of it than that</p></div><aside>Aside</aside>',
  `<ul>${'<li><a href="/x">x</a></li>'.repeat(30)}</ul><ol>${`<li>${words}</li>`.repeat(5)}</ol>`,
  '<table><tr><th>Lamp</th><th>Oil</th></tr><tr><td>Fresnel</td><td>4</td></tr></table><table role="presentation"><tr><td>one</td></tr></table>',
  '<figure><img data-src="/lamp.jpg" class="lazy"><figcaption>A lamp</figcaption></figure><noscript><img src="/wick.png"></noscript>',
  '<iframe src="https://www.youtube.com/embed/1"></iframe><iframe src="/other"></iframe><object data="x"></object>',
  `<div class="share">Share</div><div style="display:none">${words}</div><form><input><input></form><p>ad</p><div>Loading…</div>`,
  `<section class="related"><h2>Related</h2><p>${words}<a href="javascript:void 0">more</a></p></section><img src="a.png"><img src="b.png">`,
];
const HEAD =
  '<title>On lighthouses | Coast</title><meta property="og:site_name" content="Coast"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"On lighthouses","author":{"name":"Ada Keeper"},"datePublished":"2026-01-02"}</script>';

function pages(): string[] {
  const files = readdirSync(recorded, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const made = PIECES.map((_, at) => [...PIECES.slice(at), ...PIECES.slice(0, at)].join(''));
  return [
    ...files.map((name) => readFileSync(join(recorded, name), 'utf8')),
    ...[...PIECES, ...made].map((body) => `<html lang="en"><head>${HEAD}</head><body>${body}</body></html>`),
  ];
}

it('articles are the same without what the library says of them', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { Readability } from '@mozilla/readability';", resolveDir: import.meta.dirname },
    ...{ bundle: true, minify: true, write: false, format: 'iife', globalName: 'parts' },
    plugins: [libraryParts],
    mangleProps: INNER_NAMES,
  });
  const { Readability: Parts } = runInThisContext(`${outputFiles[0]?.text}; parts`) as { Readability: typeof Whole };
  const read = (Reader: typeof Whole, html: string) =>
    new Reader(new JSDOM(html, { url: 'https://example.org/a' }).window.document, { maxElemsToParse: 60_000 }).parse();
  let found = 0;
  for (const html of pages()) {
    const whole = read(Whole, html);
    assert.deepEqual(read(Parts, html), whole, html.slice(0, 500));
    if (whole?.content) found++;
  }
  assert.ok(found > 20, `${found} articles`);
});
