// Footnotes in the editor.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default { type: 'footnote', kinds: [{ icon: 'list-ordered', order: 160 }] } satisfies BlockClient;
