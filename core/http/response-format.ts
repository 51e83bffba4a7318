// In which form a request is answered: problem documents of the public API, pages for people, or JSON.
import type { Request, RouteRules } from '@hapi/hapi';
import { isForm } from './form-errors.ts';
import { header } from './request-header.ts';

export const isV2 = (path: string): boolean => path === '/api/v2' || path.startsWith('/api/v2/');

/** Browsers name pages in what they accept, and send forms. */
export const asksPage = (request: Request): boolean =>
  /text\/html/.test(header(request, 'accept') ?? '') || isForm(request);

/** By the route, or by the request where the route has both. */
export const answersPage = (request: Request, { html }: RouteRules): boolean =>
  html === 'asked' ? asksPage(request) : html === true;
