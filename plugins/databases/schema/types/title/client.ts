// The title of a row in the browser.
import { clientText } from '../bases/client-text.ts';

export const titleClient = clientText({ icon: 'type', width: 280, isNeverMade: true }, { isWrapped: true });
