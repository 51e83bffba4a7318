// When a row was made.
import { pageMoment } from '../bases/automatic.ts';

export const createdTimeType = pageMoment('created_at');
