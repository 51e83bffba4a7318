// What readers of articles throw away with classes and scripts, put where it stays: languages of code as attributes,
// formulas as MathML with their source. For documents of browsers and of jsdom alike.

/** Of a class that names a language, as highlighters write it. */
const LANGUAGE = /^(?:language|lang|brush|highlight-source|highlight-text|highlight)[-:]([\w+#.]+)/;
const NO_LANGUAGE = /^(?:wrapper|block|none|source|text|default)$/;

function languageOf(code: Element): string | undefined {
  const near = [code, ...code.querySelectorAll('code,samp'), code.parentElement, code.parentElement?.parentElement];
  for (const element of near) {
    const said = element?.getAttribute('data-language') ?? element?.getAttribute('data-lang');
    if (said) return said;
    const classes = [...(element?.classList ?? [])];
    // `hljs python` and `sourceCode python` name it by a class of its own.
    const own = /^(?:hljs|sourceCode)$/.test(classes[0] ?? '') ? classes[1] : undefined;
    const named = classes.flatMap((name) => LANGUAGE.exec(name)?.[1] ?? []).find((name) => !NO_LANGUAGE.test(name));
    if (named ?? own) return named ?? own;
  }
  return undefined;
}

function formulaElement(document: Document, tex: string, isDisplay: boolean): Element {
  const math = document.createElement('math');
  math.setAttribute('alttext', tex);
  if (isDisplay) math.setAttribute('display', 'block');
  math.textContent = tex;
  return math;
}

/** What MathJax draws beside a source that it leaves in a script. */
const DRAWN = '.MathJax,.MathJax_Preview,.MathJax_Display,.MathJax_SVG,.MathJax_SVG_Display,.MathJax_CHTML,.mjx-chtml';

function placeFormulas(document: Document): void {
  for (const script of document.querySelectorAll('script[type^="math/tex"]')) {
    const isDisplay = script.getAttribute('type')?.includes('mode=display') ?? false;
    script.replaceWith(formulaElement(document, script.textContent?.trim() ?? '', isDisplay));
  }
  for (const drawn of document.querySelectorAll(DRAWN)) drawn.remove();
  for (const drawn of document.querySelectorAll('.katex,mjx-container')) {
    const math = drawn.querySelector('math');
    const tex =
      math?.querySelector('annotation[encoding*="tex" i]')?.textContent?.trim() ?? math?.getAttribute('alttext');
    const isDisplay = drawn.getAttribute('display') === 'true' || drawn.closest('.katex-display') !== null;
    if (tex) drawn.replaceWith(formulaElement(document, tex, isDisplay));
    else if (math) drawn.replaceWith(math);
  }
}

/** In place: before a reader looks for the article in a document. */
export function exposeSources(document: Document): void {
  placeFormulas(document);
  for (const code of document.querySelectorAll('pre')) {
    const language = languageOf(code);
    if (language) code.setAttribute('data-language', language);
  }
}
