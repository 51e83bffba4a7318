// One document for word processors, with pictures, tables and footnotes.
import { type Format, SCOPES } from '../../contract.ts';

const docxFormat: Format = {
  name: 'docx',
  ending: 'docx',
  mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  scopes: SCOPES,
  single: true,
  open: async (bundle) => (await import('./document-builder.ts')).openDocx(bundle),
};

export default docxFormat;
