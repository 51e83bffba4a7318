// What was written together and is not stored by the server yet lies in this browser; whoever signs out leaves none of it.

/** Name of the database of it in the browser. */
export const KEPT_TEXT = 'commonplace-unsent';

/** Leaves nothing of anybody's text behind. */
export const forgetKeptText = (): void => void indexedDB.deleteDatabase(KEPT_TEXT);
