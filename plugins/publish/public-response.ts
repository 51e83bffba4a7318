// How visitors are answered: a page that every cache asks about again, in no frame, with no script.
import { createHash } from 'node:crypto';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';

/** Nothing runs on a published page, and no other site shows it as its own. */
const policyOf = (policy: string): string =>
  policy
    .replace("frame-ancestors 'self'", "frame-ancestors 'none'")
    .replace("script-src 'self'", "script-src 'none'")
    .replace("connect-src 'self'", "connect-src 'none'");

/** Kept by caches, asked about before each use: what is taken back is gone with the next request. */
export function fresh(response: ResponseObject, content: string): ResponseObject {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  return response.header('cache-control', 'no-cache').vary('cookie').vary('accept-language').etag(tag);
}

export async function renderPublic(
  request: Request,
  h: ResponseToolkit,
  template: string,
  values: Record<string, unknown> & { isIndexed: boolean },
): Promise<ResponseObject> {
  const html = await request.render(`publish/${template}`, values, { layout: 'published' });
  const { app } = request.ctx;
  const answer = h
    .response(html)
    .type('text/html')
    .header('content-security-policy', policyOf(app.pagePolicy))
    .header('referrer-policy', 'strict-origin-when-cross-origin');
  return fresh(hidden(answer, values.isIndexed), html);
}

/** Search engines are told of files and feeds what pages tell them. */
export const hidden = (answer: ResponseObject, isIndexed: boolean): ResponseObject =>
  isIndexed ? answer : answer.header('x-robots-tag', 'noindex');

export const xml = (h: ResponseToolkit, text: string, type = 'application/xml'): ResponseObject =>
  fresh(h.response(text).type(type), text);
