// What the engines say of their errors, as the rest of the program asks for it: away, too expensive, full, taken.

export const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shutdown, crash, starting up, too many connections, killed while idle in a transaction, lock timeout, deadlock.
  ...['57P01', '57P02', '57P03', '53300', '25P03', '55P03', '40P01'],
  // A change on a server that follows another one since it was connected to.
  '25006',
  ...['SQLITE_BUSY', 'SQLITE_LOCKED'],
]);

/** Of a statement in a transaction the text comes behind that of the statement. */
export const UNAVAILABLE_TEXT =
  /^(Connection terminated|timeout expired|Unable to acquire a connection|aborted$)|Connection terminated( unexpectedly)?$|(^| - )Client (has encountered a connection error|was closed) and is not queryable$/;

export function errorField(error: unknown, name: 'code' | 'name' | 'message' | 'syscall'): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** True when the database cannot serve at the moment (away, restarting, no free connection, busy): answer 503. */
export function isUnavailable(error: unknown): boolean {
  const code = errorField(error, 'code');
  return (
    UNAVAILABLE_CODES.has(code) ||
    /^08...$/.test(code) ||
    // The Unix socket of a stopped server is a missing file.
    (code === 'ENOENT' && errorField(error, 'syscall') === 'connect') ||
    errorField(error, 'name') === 'KnexTimeoutError' ||
    UNAVAILABLE_TEXT.test(errorField(error, 'message'))
  );
}

/** True when a statement was ended because it took too long, or was not begun because others like it did: answer 503. */
export function isTooExpensive(error: unknown): boolean {
  return (
    ['SQLITE_INTERRUPT', '57014'].includes(errorField(error, 'code')) || errorField(error, 'name') === 'TooExpensive'
  );
}

/** True when there is no room left for what was to be written: answer 507. */
export function isDiskFull(error: unknown): boolean {
  return ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT'].includes(errorField(error, 'code'));
}

/** True when a unique index or primary key refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  if (errorField(error, 'code') === '23505') return true;
  return /SQLITE_CONSTRAINT: UNIQUE constraint failed: (index ')?[\w., ]+'?$/.test(errorField(error, 'message'));
}

/** True when a reference pointed at no row, or a row still referred to was to go. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (errorField(error, 'code') === '23503') return true;
  return /SQLITE_CONSTRAINT: FOREIGN KEY constraint failed$/.test(errorField(error, 'message'));
}
