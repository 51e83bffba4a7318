// Names of what the worker and pages both know in the browser's caches.

/** before the id of the person whose files they are */
export const FILES = 'files-';
/** address under which the ids of kept pages lie */
export const KEPT_LIST = '/offline/kept-pages';
