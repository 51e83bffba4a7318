// Databases alone, a sheet each in a workbook.
import { type Format, SCOPES } from '../../contract.ts';

const xlsxFormat: Format = {
  name: 'xlsx',
  ending: 'xlsx',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openXlsx(bundle),
};

export default xlsxFormat;
