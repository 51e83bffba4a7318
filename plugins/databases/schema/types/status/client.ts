// How far something is, in the browser.
import { clientOption } from '../bases/client-options.ts';

export const statusClient = clientOption({ icon: 'loader', sketch: 'state' }, true);
