// When a row was made, in the browser.
import { clientPageMoment } from '../bases/client-automatic.ts';

export const createdTimeClient = clientPageMoment;
