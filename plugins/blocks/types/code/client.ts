// Code in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

const language = (match: RegExpMatchArray) => ({ language: match[1] ?? '' });

export default {
  type: 'code',
  kinds: [{ icon: 'code', order: 70, hint: '```' }],
  typed: [
    { signs: /^```([\w+#-]*)\s$/, attrs: language },
    { signs: /^```([\w+#-]*)$/, attrs: language, onEnter: true },
  ],
} satisfies BlockClient;
