// The number of a telephone in the browser.
import { cellLink } from '../../../client/database/cell-parts.ts';
import { clientText } from '../bases/client-text.ts';

export const phoneClient = clientText(
  {
    icon: 'at-sign',
    sketch: 'link',
    isConverted: true,
    content: (_value, { text }) => (text ? [cellLink(`tel:${text.replace(/[^\d+]/g, '')}`, text)] : []),
  },
  { keyboard: 'tel' },
);
