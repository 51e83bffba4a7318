// Everything as it is, with versions, comments and rights, for another Commonplace.
import { type Format, SCOPES } from '../../contract.ts';

const archiveFormat: Format = {
  name: 'archive',
  ending: 'zip',
  mime: 'application/zip',
  scopes: SCOPES,
  open: async (bundle) => (await import('../../archive/write.ts')).openLosslessArchive(bundle),
};

export default archiveFormat;
