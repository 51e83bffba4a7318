// The tree of pages with their plain text, for outliners.
import { type Format, SCOPES } from '../../contract.ts';

const opmlFormat: Format = {
  name: 'opml',
  ending: 'opml',
  mime: 'text/x-opml',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openOpml(bundle),
};

export default opmlFormat;
