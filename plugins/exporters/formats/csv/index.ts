// Databases alone, a CSV each in a zip.
import { type Format, SCOPES } from '../../contract.ts';

const csvFormat: Format = {
  name: 'csv',
  ending: 'zip',
  mime: 'application/zip',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openCsv(bundle),
};

export default csvFormat;
