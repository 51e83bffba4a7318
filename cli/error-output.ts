// Sorts what a command threw: what a person can mend is said in one line, everything else keeps its stack.
import { ConfigProblem } from '../core/boot/config.ts';
import { startFailure } from '../core/boot/serve.ts';
import { DatabaseProblem } from '../core/database/connection-errors.ts';
import { Problem } from '../core/http/problem.ts';
import { UsageProblem } from '../core/kernel/plugin.ts';

export interface CommandFailure {
  code: string;
  /** one line, or a heading with one indented line for each culprit */
  detail: string;
  /** faults of single fields; `at` names the field */
  errors: { at: string; detail: string }[];
  /** only for what nobody foresaw */
  trace?: string;
  exitCode: 1 | 2;
}

const systemCodes: Record<string, string> = {
  EADDRINUSE: 'address_in_use',
  EACCES: 'access_denied',
  EADDRNOTAVAIL: 'address_unknown',
  ENOENT: 'not_found',
};

function fieldErrors({ extra }: Problem): CommandFailure['errors'] {
  const faults = (extra.validation ?? []).map(({ loc, msg }) => ({
    at: loc.slice(1).join('.') || String(loc[0]),
    detail: msg,
  }));
  const others = (extra.errors ?? []).map(({ pointer, parameter, detail }) => ({
    at: pointer ?? parameter ?? '',
    detail,
  }));
  return [...faults, ...others];
}

export function failureOf(error: unknown): CommandFailure {
  const failed = (code: string, detail: string): CommandFailure => ({ code, detail, errors: [], exitCode: 1 });
  if (error instanceof UsageProblem) return { ...failed('usage', error.message), exitCode: 2 };
  if (error instanceof ConfigProblem) return failed('config', error.message);
  if (error instanceof DatabaseProblem) return failed('database', error.message);
  if (error instanceof Problem) return { ...failed(error.code, error.message), errors: fieldErrors(error) };
  if (!(error instanceof Error)) return failed('internal_error', String(error));
  const { code } = error as NodeJS.ErrnoException;
  if (code && systemCodes[code]) return failed(systemCodes[code], startFailure(error).split('\n')[0] as string);
  // The boot names the plugin at fault in this form; its author finds the stack by LOG_LEVEL=debug.
  if (/^plugin [\w-]+: /.test(error.message) && process.env.LOG_LEVEL !== 'debug')
    return failed('plugin', error.message);
  return { ...failed('internal_error', error.message), trace: error.stack ?? '' };
}
