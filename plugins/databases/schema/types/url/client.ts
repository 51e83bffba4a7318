// The address of a page of the web in the browser.
import { link } from '../../../client/database/cell-parts.ts';
import { clientText } from '../bases/client-text.ts';

export const urlClient = clientText(
  {
    icon: 'link',
    isConverted: true,
    content: (_value, { text }) => (text ? [link(text, text.replace(/^https?:\/\//, ''))] : []),
  },
  { keyboard: 'url' },
);
