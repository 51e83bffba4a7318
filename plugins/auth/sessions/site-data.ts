// What a browser keeps of somebody goes when their session was ended from afar, as it does when they sign out.
import type { Request, ResponseObject } from '@hapi/hapi';
import { header } from '../../../core/http/request-header.ts';
import type { App } from '../../../core/kernel/app.ts';
import { dropCookies } from './sessions.ts';

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** it came with the cookie of a session that was ended, not of one that ran out */
    isSessionRevoked?: boolean;
  }
}

/** Tells the browser to forget pages kept for times without a connection, and words that were not sent. */
export const clearSiteData = (response: ResponseObject): ResponseObject =>
  response.header('clear-site-data', '"cache", "storage"');

/**
 * Only where somebody is asked to sign in, which is where every page leads them then. A call that is still on its way with
 * the cookie from before must not take away what belongs to whoever has just signed in; and the worker, which goes with
 * the rest, must not be what brings the answer.
 */
export function forgetRevoked(app: App, request: Request): void {
  const { response } = request;
  if (!request.app.isSessionRevoked || !request.path.startsWith('/auth/')) return;
  if (header(request, 'sec-fetch-dest') !== 'document' || response instanceof Error) return;
  clearSiteData(dropCookies(app, response));
}
