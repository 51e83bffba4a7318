// Text of a few lines in the browser.
import { clientText } from '../bases/client-text.ts';

export const textClient = clientText(
  { icon: 'type', hasLines: true, isGrouped: true, isConverted: true, read: (_words, { text }) => text },
  { rows: 2 },
);
