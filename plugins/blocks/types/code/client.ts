// Code in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

/** What is drawn from its source is no code. */
const language = ([, name = '']: RegExpMatchArray) => (/^mermaid$/i.test(name) ? null : { language: name });

export default {
  type: 'code',
  kinds: [{ icon: 'code', order: 70, hint: '```' }],
  typed: [
    { signs: /^```([\w+#-]*)\s$/, attrs: language },
    { signs: /^```([\w+#-]*)$/, attrs: language, onEnter: true },
  ],
} satisfies BlockClient;
