// One option of a list in the browser.
import { clientOption } from '../bases/client-options.ts';

export const selectClient = clientOption({ icon: 'chevron-down' });
