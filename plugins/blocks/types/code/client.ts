// Code in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'code',
  kinds: [{ icon: 'code', order: 70, hint: '```' }],
  typed: [{ signs: /^```([\w+#-]*)\s$/, attrs: (match) => ({ language: match[1] ?? '' }) }],
} satisfies BlockClient;
