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
 * Only on what somebody opens as a page: a call that is still on its way with the cookie from before must not take away
 * what belongs to whoever has just signed in.
 */
export function forgetRevoked(app: App, request: Request): void {
  const { response } = request;
  if (!request.app.isSessionRevoked || header(request, 'sec-fetch-dest') !== 'document') return;
  if (!(response instanceof Error)) clearSiteData(dropCookies(app, response));
}
