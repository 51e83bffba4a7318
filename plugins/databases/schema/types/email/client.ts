// An email address in the browser.
import { cellLink } from '../../../client/database/cell-parts.ts';
import { clientText } from '../bases/client-text.ts';

export const emailClient = clientText(
  {
    icon: 'mail',
    sketch: 'link',
    isConverted: true,
    content: (_value, { text }) => (text ? [cellLink(`mailto:${text}`, text)] : []),
  },
  { keyboard: 'email' },
);
