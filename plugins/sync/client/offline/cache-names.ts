// Names of what the worker and pages both know: in the browser's caches, and of what wakes the worker.

/** before the id of the person whose files they are */
export const FILES = 'files-';
/** address under which the ids of kept pages lie */
export const KEPT_LIST = '/offline/kept-pages';
/** wakes the worker once there is a connection */
export const QUEUE_TAG = 'commonplace-queue';
