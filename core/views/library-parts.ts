// What scripts that run in a place of their own take of libraries: the parts that they use, and nothing that only says
// what a library is doing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/** Of Readability, which nothing outside of its script knows: functions, tables, flags, and what it notes at elements. */
export const INNER_NAMES =
  /^(?:_[a-z]\w+|REGEXPS|HTML_ESCAPE_MAP|FLAG_\w+|DEFAULT_\w+|\w+_(?:ROLES|ELEMS|EXCEPTIONS|ATTRIBUTES)|CLASSES_TO_PRESERVE|readability|contentScore|unlikelyCandidates|okMaybeItsACandidate|shareElements|tokenize|whitespace|hasContent|hashUrl|srcsetUrl|b64DataUrl|commas|jsonLdArticleTypes|adWords|loadingWords|positive|negative|videos|textLength|articleContent)$/;

/** In the text of Readability: what it says while it reads, what it is without a browser, and what it never asks for. */
const LEFT_OUT: [text: RegExp, instead: string][] = [
  [/\bthis\.log\(/g, 'false && ('],
  [/(?<=errs\.push\(\s*)`[^`]*`/g, '1'],
  [/\bthis\._debug(?! =)/g, 'false'],
  [/\bthis\._docJSDOMParser(?! =)/g, 'false'],
  [/^\s*(?:extraneous|replaceFonts|nextLink|prevLink):\s*\/.*,$/gm, ''],
  [/^ {2}if \(options && options\.documentElement\)[\s\S]*?^ {2}}\n(?= {2}options = )/m, ''],
  [/^if \(typeof module [\s\S]*$/m, 'export { Readability };'],
];

function readabilityText(file: string): string {
  return LEFT_OUT.reduce(
    (text, [found, instead]) => {
      if (text.search(found) < 0) throw new Error(`Readability has no ${found} any more: see library-parts.ts.`);
      return text.replace(found, instead);
    },
    readFileSync(file, 'utf8'),
  );
}

export const libraryParts: Plugin = {
  name: 'library-parts',
  setup(build) {
    const file = require.resolve('@mozilla/readability/Readability.js');
    // The package has a second reader beside it, which tells whether there is an article at all.
    build.onResolve({ filter: /^@mozilla\/readability$/ }, () => ({ path: file, namespace: 'readability' }));
    build.onLoad({ filter: /./, namespace: 'readability' }, () => ({ contents: readabilityText(file) }));
  },
};
