// Who changed a row last, in the browser.
import { clientPagePerson } from '../bases/client-automatic.ts';

export const lastEditedByClient = clientPagePerson;
