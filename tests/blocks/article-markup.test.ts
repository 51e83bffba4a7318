// Languages of code and sources of formulas stay when a reader of articles throws classes and scripts away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JSDOM } from 'jsdom';
import { exposeSources } from '../../plugins/blocks/article-markup.ts';

function exposed(html: string): Document {
  const { document } = new JSDOM(html).window;
  exposeSources(document);
  return document;
}

describe('what is exposed in a page', () => {
  for (const [html, language] of [
    ['<pre><code class="language-python">x</code></pre>', 'python'],
    ['<div class="highlight highlight-source-js"><pre>x</pre></div>', 'js'],
    ['<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>', 'python'],
    ['<div class="language-ruby highlighter-rouge"><div class="highlight"><pre>x</pre></div></div>', 'ruby'],
    ['<pre><code class="hljs rust">x</code></pre>', 'rust'],
    ['<pre class="sourceCode haskell"><code>x</code></pre>', 'haskell'],
    ['<pre class="brush:php">x</pre>', 'php'],
    ['<div data-lang="go"><pre>x</pre></div>', 'go'],
    ['<pre><code>x</code></pre>', null],
    ['<div class="highlighter-rouge"><pre class="highlight">x</pre></div>', null],
  ] as const)
    it(`of ${html.slice(0, 60)} is ${language ?? 'no language'}`, () => {
      assert.equal(exposed(html).querySelector('pre')?.getAttribute('data-language') ?? null, language);
    });

  it('of formulas is their source, once', () => {
    const document = exposed(
      `<p>a<span class="MathJax_Preview">E</span><span class="MathJax">E=mc2</span><script type="math/tex">E=mc^2</script></p>
       <script type="math/tex; mode=display">a^2</script>
       <span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>b</mi><annotation encoding="application/x-tex">b^2</annotation></semantics></math></span><span class="katex-html">b2</span></span></span>
       <mjx-container display="true"><mjx-math>c</mjx-math><mjx-assistive-mml><math display="block"><mi>c</mi></math></mjx-assistive-mml></mjx-container>`,
    );
    const formulas = [...document.querySelectorAll('math')].map((one) => [
      one.getAttribute('alttext'),
      one.getAttribute('display'),
    ]);
    assert.deepEqual(formulas, [
      ['E=mc^2', null],
      ['a^2', 'block'],
      ['b^2', 'block'],
      [null, 'block'],
    ]);
    assert.equal(document.querySelectorAll('script,.MathJax,.katex,mjx-container').length, 0);
  });
});
