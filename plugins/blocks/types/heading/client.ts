// Headings in the editor.
import type { BlockClient, BlockKind } from '../../client/editing/block-client.ts';

export default {
  type: 'heading',
  kinds: [
    { id: 'heading1', icon: 'heading-1', order: 20, attrs: { level: 1 }, hint: '#', keys: 'Mod-Alt-1' },
    { id: 'heading2', icon: 'heading-2', order: 21, attrs: { level: 2 }, hint: '##', keys: 'Mod-Alt-2' },
    { id: 'heading3', icon: 'heading-3', order: 22, attrs: { level: 3 }, hint: '###', keys: 'Mod-Alt-3' },
    { id: 'heading4', icon: 'heading-4', order: 23, attrs: { level: 4 }, hint: '####', keys: 'Mod-Alt-4' },
    ...[1, 2, 3].map(
      (level): BlockKind => ({
        id: `toggle_heading${level}`,
        icon: 'chevron-right',
        order: 40 + level,
        attrs: { level, toggle: true },
      }),
    ),
  ],
  typed: [{ signs: /^(#{1,4})\s$/, attrs: (match) => ({ level: match[1]?.length }) }],
} satisfies BlockClient;
