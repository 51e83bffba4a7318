// Forms of pages: how a refused one comes back to its page with a reason beside each field and what was typed.
import type { Request, ResponseObject, ResponseToolkit, RouteRules } from '@hapi/hapi';
import { faultText } from './localized-errors.ts';
import type { Problem } from './problem.ts';
import { header } from './request-header.ts';

/** Shows the page of a form again; `typed` are the fields as they were sent, without passwords. */
export type ShowAgain = (request: Request, h: ResponseToolkit, refusal: Refusal) => Promise<ResponseObject>;

export interface Refusal {
  problem: Problem;
  /** what went wrong in one sentence of the reader's language; empty when every fault belongs to a field */
  message: string;
  /** by name of the field, to be read after its label: `Email address must be a valid email` */
  faults: Record<string, string>;
  typed: Record<string, string>;
}

export const isForm = (request: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(header(request, 'content-type') ?? '');

/**
 * Whether a refused request goes back to the form it came from. Not when another site may have sent it, not when the
 * thing it names is hidden, and not when somebody must sign in first.
 */
export function showsFormAgain(request: Request, rules: RouteRules | undefined, problem: Problem): boolean {
  if (!rules?.refused || !isForm(request) || problem.status >= 500) return false;
  if (problem.code === 'csrf_failed' || problem.status === 404) return false;
  if (problem.extra.validation?.some(({ loc }) => loc[0] === 'path')) return false;
  return problem.status !== 401 || 'public' in rules.access;
}

export function refusalOf(request: Request, problem: Problem): Refusal {
  const { app, locale } = request.ctx;
  const say = (reason: string) => faultText(app.messages, locale, reason);
  // What is wrong with one of several values is wrong with their field.
  const fieldOf = (loc: (string | number)[]) => String(loc.findLast((part) => typeof part === 'string'));
  const found = (problem.extra.validation ?? []).map(({ loc, msg }) => [fieldOf(loc), say(msg)] as const);
  // The first reason for a field is the one to show: later ones often follow from it.
  const faults = Object.fromEntries(found.toReversed());
  return { problem, message: found.length ? '' : say(problem.message), faults, typed: typed(request.payload) };
}

function typed(payload: unknown): Record<string, string> {
  if (typeof payload !== 'object' || payload === null || Buffer.isBuffer(payload)) return {};
  const fields = Object.entries(payload).filter(([name, value]) => typeof value !== 'object' && !/password/.test(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}
