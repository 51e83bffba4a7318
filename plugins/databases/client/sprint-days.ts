// The days of a new sprint: what is typed is read as words, as everywhere.
import { askDatesInWords } from './database/views/date-question.ts';

askDatesInWords(document.body);
