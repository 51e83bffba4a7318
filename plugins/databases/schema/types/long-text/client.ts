// Text of any length in the browser.
import { clientText } from '../bases/client-text.ts';

export const longTextClient = clientText(
  { icon: 'file-text', width: 260, hasLines: true, isConverted: true, read: (_words, { text }) => text },
  { rows: 5 },
);
