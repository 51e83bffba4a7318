// Whether a request for signing out is a click of ours: a link on another site must not sign people out.
import type { Request } from '@hapi/hapi';
import { header } from '../../core/http/request-header.ts';

/** Browsers say where the click came from; programs say nothing. */
export const isOwnClick = (request: Request): boolean => {
  const site = header(request, 'sec-fetch-site');
  return site === undefined || site === 'same-origin' || site === 'none';
};
