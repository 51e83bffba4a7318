// Text files with their pictures, and a CSV for each database.
import { type Format, SCOPES } from '../../contract.ts';

const markdownFormat: Format = {
  name: 'markdown',
  ending: 'zip',
  mime: 'application/zip',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openMarkdown(bundle),
};

export default markdownFormat;
