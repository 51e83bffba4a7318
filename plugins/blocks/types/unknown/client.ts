// Blocks of unknown types in the editor.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';
import { inertNote } from '../../client/editing/inert-note.ts';

export default {
  type: 'unknown',
  show: ({ attrs }) => [
    inertNote(icon('circle-question-mark'), t('editor.inert_unknown')),
    el('pre', {}, el('code', {}, JSON.stringify(attrs.original, null, 2))),
  ],
} satisfies BlockClient;
