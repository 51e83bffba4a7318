// One document to read and to print, drawn by Chromium.
import { type Format, SCOPES } from '../../contract.ts';

const NO_CHROMIUM =
  'A PDF is drawn by Chromium, and this service knows none: its setting CHROME_BIN has to name one. Until then, print the page in your browser and choose PDF there.';

const pdfFormat: Format = {
  name: 'pdf',
  ending: 'pdf',
  mime: 'application/pdf',
  scopes: SCOPES,
  single: true,
  missing: ({ settings }) => (settings.CHROME_BIN ? undefined : NO_CHROMIUM),
  open: async (bundle) => (await import('./write.ts')).openPdf(bundle),
};

export default pdfFormat;
