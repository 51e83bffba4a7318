// When a row was changed last.
import { pageMoment } from '../bases/automatic.ts';

export const lastEditedTimeType = pageMoment('updated_at');
