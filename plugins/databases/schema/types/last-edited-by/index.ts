// Who changed a row last.
import { pagePerson } from '../bases/automatic.ts';

export const lastEditedByType = pagePerson('updated_by');
