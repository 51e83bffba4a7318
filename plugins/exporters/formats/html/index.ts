// Web pages that open in any browser, without a server.
import { type Format, SCOPES } from '../../contract.ts';

const htmlFormat: Format = {
  name: 'html',
  ending: 'zip',
  mime: 'application/zip',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openHtml(bundle),
};

export default htmlFormat;
