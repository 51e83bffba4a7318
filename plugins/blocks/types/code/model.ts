/** Lines of code in a language. */
import { solid } from '../../block-type.ts';
import { fallback, line, optional, text } from '../../value-rules.ts';

export default solid(
  'code',
  { text: fallback(text(), ''), language: fallback(line(64), ''), caption: optional(line()) },
  { name: 'codeBlock', text: 'text', tag: 'pre', foreign: [{ tag: 'pre', preserveWhitespace: 'full' }] },
);
