/** Turns what the two engines say when a database cannot be opened into one line an administrator can act on. */
import { isDiskFull, isUnavailable } from './engine-errors.ts';

/** The database cannot be used as it stands; the message is one line for the administrator, without secrets. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem';
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split(' - ').at(-1) ?? text).split('\n')[0] ?? text;
}

/** What went wrong with a database file at `file` in `folder`. */
export function sqliteProblem(error: unknown, file: string): DatabaseProblem {
  const code = codeOf(error);
  const say = (text: string) => new DatabaseProblem(text, { cause: error });
  if (isDiskFull(error)) return say(`The disk that holds ${file} is full`);
  if (code === 'SQLITE_NOTADB') return say(`${file} is damaged or not a database of this program: restore a backup`);
  if (code === 'SQLITE_CORRUPT') return say(`The database file ${file} is damaged: restore a backup`);
  if (code === 'SQLITE_BUSY') return say(`The database file ${file} is locked by another program`);
  if (['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return say(`The database file ${file} cannot be opened for writing: check that its folder belongs to this user`);
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') return say(`${file} cannot be made: its folder is not a folder`);
  return say(`The database file ${file} cannot be opened: ${lastLine(error)}`);
}

const POSTGRES_REFUSALS: Record<string, string> = {
  '28P01': 'PostgreSQL refuses the user name or password in DATABASE_URL',
  '28000': 'PostgreSQL refuses the user name or password in DATABASE_URL',
  '3D000': 'The database named in DATABASE_URL does not exist on the PostgreSQL server',
  '53300': 'The PostgreSQL server has no connection left for this program',
  '42501': 'The PostgreSQL user in DATABASE_URL lacks a right this program needs',
};

/** What went wrong with a PostgreSQL server known as `server`, a host and port without user or password. */
export function postgresProblem(error: unknown, server: string): DatabaseProblem {
  const say = (text: string) => new DatabaseProblem(text, { cause: error });
  const refusal = POSTGRES_REFUSALS[codeOf(error)];
  if (refusal) return say(refusal);
  if (isDiskFull(error)) return say('The disk of the PostgreSQL server is full');
  if (isUnavailable(error)) return say(`PostgreSQL cannot be reached at ${server}: ${lastLine(error)}`);
  return say(`PostgreSQL at ${server} cannot be used: ${lastLine(error)}`);
}
