// When a row was changed last, in the browser.
import { clientPageMoment } from '../bases/client-automatic.ts';

export const lastEditedTimeClient = clientPageMoment;
