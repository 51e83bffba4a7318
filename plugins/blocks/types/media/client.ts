// Pictures, films, sounds and documents in the editor: made of files that are chosen.
import type { BlockClient } from '../../client/editing/block-client.ts';

export default [
  { type: 'image', kinds: [{ icon: 'image', order: 100 }], accept: 'image/*' },
  { type: 'file', kinds: [{ icon: 'paperclip', order: 101 }], accept: '' },
  { type: 'video', kinds: [{ icon: 'monitor', order: 102 }], accept: 'video/*' },
  { type: 'audio', kinds: [{ icon: 'monitor', order: 103 }], accept: 'audio/*' },
  { type: 'pdf', kinds: [{ icon: 'file-text', order: 104 }], accept: 'application/pdf' },
] satisfies BlockClient[];
