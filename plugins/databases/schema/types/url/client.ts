// The address of a page of the web in the browser.
import { cellLink } from '../../../client/database/cell-parts.ts';
import { clientText } from '../bases/client-text.ts';

export const urlClient = clientText(
  {
    icon: 'link',
    sketch: 'link',
    isConverted: true,
    content: (_value, { text }) => (text ? [cellLink(text, text.replace(/^https?:\/\//, ''))] : []),
  },
  { keyboard: 'url' },
);
