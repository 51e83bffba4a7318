// Rows with a date, as events that calendar programs read.
import { type Format, SCOPES } from '../../contract.ts';

const icsFormat: Format = {
  name: 'ics',
  ending: 'ics',
  mime: 'text/calendar',
  scopes: SCOPES,
  open: async (bundle) => (await import('./write.ts')).openIcs(bundle),
};

export default icsFormat;
