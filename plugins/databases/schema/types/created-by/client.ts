// Who made a row, in the browser.
import { clientPagePerson } from '../bases/client-automatic.ts';

export const createdByClient = clientPagePerson;
