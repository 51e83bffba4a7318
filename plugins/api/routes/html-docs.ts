// The two pages about the API: /docs to try it, with Swagger UI, and /redoc to read it, without any script.
import type { Request } from '@hapi/hapi';
import { type Route, route } from '../../../core/http/route.ts';
import { type CachedOpenApiDocument, documentOf } from '../document.ts';
import { referenceOf } from '../reference-page.ts';

const open = { access: { public: true as const, because: 'the API is described to everybody' }, html: true };

/** Swagger UI writes markup from strings, which Trusted Types refuse; everything else of the policy stays. */
const withoutTrustedTypes = (policy: string): string =>
  policy
    .split('; ')
    .filter((directive) => !/trusted-types/.test(directive))
    .join('; ');

const pages = new WeakMap<CachedOpenApiDocument, Promise<string>>();

/** The reference is the same for everybody, and long: it is rendered once. */
function referencePage(request: Request, kept: CachedOpenApiDocument): Promise<string> {
  const page = pages.get(kept) ?? request.render('api/redoc', { ...referenceOf(kept.document) }, { layout: false });
  pages.set(kept, page);
  return page;
}

export const docsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/docs',
    rules: open,
    options: { id: 'api.docs', auth: false, description: 'Try the API in the browser' },
    handler: (request, h) =>
      h
        .view('api/docs', {}, { layout: false })
        .header('content-security-policy', withoutTrustedTypes(request.ctx.app.pagePolicy)),
  }),
  route({
    method: 'GET',
    path: '/redoc',
    rules: open,
    options: { id: 'api.reference', auth: false, description: 'Read about the API' },
    handler: async (request, h) => {
      const kept = await documentOf(request.ctx.app);
      return h
        .response(await referencePage(request, kept))
        .type('text/html')
        .etag(kept.tag);
    },
  }),
];
