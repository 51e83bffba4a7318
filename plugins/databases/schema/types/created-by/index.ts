// Who made a row.
import { pagePerson } from '../bases/automatic.ts';

export const createdByType = pagePerson('created_by');
