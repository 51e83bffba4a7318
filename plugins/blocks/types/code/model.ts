/** Lines of code in a language. */
import { solid } from '../../block-type.ts';
import { fallbackRule, lineRule, optionalRule, textRule } from '../../value-rules.ts';

export default solid(
  'code',
  { text: fallbackRule(textRule(), ''), language: fallbackRule(lineRule(64), ''), caption: optionalRule(lineRule()) },
  { name: 'codeBlock', text: 'text', tag: 'pre', foreign: [{ tag: 'pre', preserveWhitespace: 'full' }] },
);
